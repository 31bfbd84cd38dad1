import type { QualitySums } from '@lakou/contract/admin/quality';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Table } from '#ui/table.tsx';

interface QualityTableProps {
  title: string;
  /** The name of the first column. */
  of: string;
  rows: readonly { key: string; name: ReactNode; sums: QualitySums }[];
}

/** One row for each day, country, device class, codec or title. */
export function QualityTable({ title, of, rows }: QualityTableProps) {
  const t = useTranslations();
  const format = useFormat();
  const share = (part: number, whole: number, digits = 1): string =>
    whole === 0 ? '–' : `${format.number(Number(((100 * part) / whole).toFixed(digits)))} %`;
  const seconds = (ms: number, count: number): string =>
    count === 0
      ? '–'
      : t('admin.quality_seconds', { seconds: format.number(Number((ms / count / 1000).toFixed(1))) });
  const perHour = (count: number, ms: number): string =>
    ms === 0 ? '–' : format.number(Number(((count * 3_600_000) / ms).toFixed(1)));
  const columns: [string, (sums: QualitySums) => string][] = [
    [t('admin.quality_playbacks'), ({ playbacks }) => format.number(playbacks)],
    [t('admin.quality_first_picture'), (sums) => seconds(sums.first_picture_ms, sums.pictures)],
    [t('admin.quality_slow'), (sums) => share(sums.slow_pictures, sums.pictures)],
    [t('admin.quality_stalls'), (sums) => perHour(sums.stalls, sums.played_ms)],
    [t('admin.quality_stalled'), (sums) => share(sums.stalled_ms, sums.played_ms + sums.stalled_ms)],
    [
      t('admin.quality_rung'),
      ({ kilobits, rung_ms }) =>
        rung_ms === 0 ? '–' : `${format.number(Math.round((kilobits * 1000) / rung_ms))} kbit/s`,
    ],
    [t('admin.quality_errors'), (sums) => share(sums.errors, sums.playbacks)],
  ];
  return (
    <section className="grid gap-3">
      <h2 className="text-heading">{title}</h2>
      <Table label={title}>
        <thead>
          <tr>
            {[of, ...columns.map(([name]) => name)].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, sums }) => (
            <tr key={key}>
              <th scope="row" className="min-w-36">
                {name}
              </th>
              {columns.map(([column, write]) => (
                <td key={column} className="whitespace-nowrap tabular-nums">
                  {write(sums)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
