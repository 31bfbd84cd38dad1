import { useId, useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Table } from '#ui/table.tsx';

const WIDTH = 600;
const HEIGHT = 160;

interface DayChartProps {
  title: string;
  /** The formatted total of all days. */
  sum: string;
  points: { day: string; value: number }[];
  formatValue: (value: number) => string;
}

/** A bar for each day, or the same values as a table. */
export function DayChart({ title, sum, points, formatValue }: DayChartProps) {
  const t = useTranslations();
  const format = useFormat();
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  // Refunds can make a day negative; its bar is drawn below the zero line.
  const top = Math.max(...points.map(({ value }) => value), 0);
  const bottom = Math.min(...points.map(({ value }) => value), 0);
  const empty = top === 0 && bottom === 0;
  const span = top - bottom || 1;
  const zero = (top / span) * HEIGHT;
  const step = WIDTH / Math.max(points.length, 1);
  return (
    <Card asChild className="grid content-start gap-4">
      <section aria-labelledby={heading}>
        <div>
          <div className="flex min-h-9 items-center justify-between gap-3 pointer-coarse:min-h-11">
            <h2 id={heading} className="text-sm font-semibold text-soft">
              {title}
            </h2>
            {!empty && (
              <Button
                size="s"
                variant="quiet"
                aria-pressed={asTable}
                className="-me-3.5"
                onClick={() => setAsTable(!asTable)}
              >
                {t(asTable ? 'admin.show_chart' : 'admin.show_table')}
              </Button>
            )}
          </div>
          <p className="font-display text-title leading-tight font-[750] tabular-nums">{sum}</p>
        </div>
        {empty ? (
          <p className="text-soft">{t('admin.nothing_in_days')}</p>
        ) : asTable ? (
          <Table label={title} className="max-h-64 overflow-y-auto">
            <thead>
              <tr>
                <th scope="col">{t('admin.day')}</th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row" className="font-normal whitespace-nowrap">
                    {format.date(day)}
                  </th>
                  <td className="tabular-nums">{formatValue(value)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        ) : (
          <div className="grid gap-1">
            <p className="text-xs text-soft tabular-nums">
              {t('admin.most_in_a_day', { value: formatValue(top) })}
            </p>
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={t('admin.chart_of', { title, sum })}
              className="h-40 w-full overflow-visible"
            >
              {points.map(({ day, value }, at) => {
                const height = Math.max((Math.abs(value) / span) * HEIGHT, value === 0 ? 0 : 2);
                return (
                  <rect
                    key={day}
                    x={at * step + step * 0.12}
                    y={value < 0 ? zero : zero - height}
                    width={step * 0.76}
                    height={height}
                    className={value < 0 ? 'fill-danger' : 'fill-highlight'}
                  >
                    <title>{`${format.date(day)}: ${formatValue(value)}`}</title>
                  </rect>
                );
              })}
              <line
                x1={0}
                x2={WIDTH}
                y1={zero}
                y2={zero}
                className="stroke-line-strong"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <p className="flex justify-between text-xs text-soft tabular-nums">
              <span>{points[0] && format.date(points[0].day)}</span>
              <span>{points.at(-1) && format.date(points.at(-1)!.day)}</span>
            </p>
          </div>
        )}
      </section>
    </Card>
  );
}
