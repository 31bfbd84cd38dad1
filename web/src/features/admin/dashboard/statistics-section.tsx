import type { StatisticsDay } from '@lakou/contract/admin/statistics';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { DayChart } from './day-chart.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { statistics } from './read-statistics.ts';
import { StatisticCard } from './statistic-card.tsx';
import { usePeriod } from './use-period.ts';

/** Viewers, hours, sign-ups and revenue per day, from our own counts. */
export function StatisticsSection() {
  const t = useTranslations();
  const format = useFormat();
  const picked = usePeriod();
  const { data, isError, isFetching, refetch } = useQuery({
    ...statistics(picked.period),
    placeholderData: (previous) => previous,
  });
  const currencies = [...new Set(data?.days.flatMap(({ revenue }) => Object.keys(revenue)) ?? [])].sort();
  const formatMoney = (currency: string) => (minor: number) => format.money(minor / 100, currency);
  const formatHours = (seconds: number) =>
    t('admin.hours', { hours: format.number(Math.round(seconds / 360) / 10) });
  const chart = (
    title: string,
    pickValue: (day: StatisticsDay) => number,
    formatValue: (value: number) => string = format.number,
  ) => {
    const points = (data?.days ?? []).map((day) => ({ day: day.day, value: pickValue(day) }));
    return (
      <DayChart
        key={title}
        title={title}
        points={points}
        formatValue={formatValue}
        sum={formatValue(points.reduce((sum, { value }) => sum + value, 0))}
      />
    );
  };
  return (
    <section aria-label={t('admin.numbers')} className="grid gap-5">
      <PeriodPicker {...picked} />
      {isError && !data ? (
        <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />
      ) : !data ? (
        <Skeleton className="h-96" />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-1">
            <StatisticCard level="h2" title={t('admin.members')} value={format.number(data.members)} />
            <StatisticCard
              level="h2"
              title={t('admin.active_subscribers')}
              value={format.number(data.active_subscribers)}
            />
          </div>
          {chart(t('admin.viewers'), (day) => day.members_watching + day.visits_watching)}
          {chart(t('admin.hours_watched'), (day) => day.seconds_watched, formatHours)}
          {chart(t('admin.sign_ups'), (day) => day.sign_ups)}
          {chart(t('admin.failed_payments'), (day) => day.failed_payments)}
          {(currencies.length > 0 ? currencies : ['USD']).map((currency) =>
            chart(
              t('admin.revenue', { currency }),
              (day) => day.revenue[currency] ?? 0,
              formatMoney(currency),
            ),
          )}
          <Card className="grid content-start gap-4 sm:col-span-full">
            <h2 className="text-heading">{t('admin.top_titles')}</h2>
            {data.top_titles.length === 0 ? (
              <p className="text-soft">{t('admin.nobody_watched')}</p>
            ) : (
              <Table label={t('admin.top_titles')}>
                <thead>
                  <tr>
                    <th scope="col">{t('admin.title')}</th>
                    <th scope="col" className="max-sm:whitespace-normal!">
                      {t('admin.hours_watched')}
                    </th>
                    <th scope="col">{t('admin.viewers')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.top_titles.map(
                    ({ kind, id, title, seconds_watched, members, approximate, visits }) => (
                      <tr key={id}>
                        <th scope="row" className="max-sm:pe-0!">
                          <Link
                            to={kind === 'movie' ? `/admin/movies/${id}` : `/admin/series/${id}`}
                            className="rounded-s hover:underline pointer-coarse:block pointer-coarse:py-2.5"
                          >
                            {title ?? t('admin.untitled')}
                          </Link>
                        </th>
                        <td className="tabular-nums">{formatHours(seconds_watched)}</td>
                        <td className="tabular-nums">
                          {approximate
                            ? t('admin.about_number', { number: format.number(members + visits) })
                            : format.number(members + visits)}
                        </td>
                      </tr>
                    ),
                  )}
                </tbody>
              </Table>
            )}
          </Card>
        </div>
      )}
    </section>
  );
}
