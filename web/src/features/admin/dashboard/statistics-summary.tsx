import type { StatisticsDay } from '@lakou/contract/admin/statistics';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { statistics } from './read-statistics.ts';
import { StatisticCard } from './statistic-card.tsx';
import { lastDays } from './use-period.ts';

const DAYS = 7;

/** The numbers of the last days, and a link to all of them. */
export function StatisticsSummary() {
  const t = useTranslations();
  const format = useFormat();
  const { data, isError, isFetching, refetch } = useQuery(statistics(lastDays(DAYS)));
  const sum = (pick: (day: StatisticsDay) => number) =>
    (data?.days ?? []).reduce((total, day) => total + pick(day), 0);
  const currencies = [...new Set(data?.days.flatMap(({ revenue }) => Object.keys(revenue)) ?? [])].sort();
  const [currency = 'USD'] = currencies;
  return (
    <section aria-label={t('admin.numbers')} className="grid gap-5">
      <SectionHead
        title={t('admin.numbers')}
        text={t('admin.last_days', { days: DAYS })}
        link={{ to: '/admin/statistics', label: t('admin.all_numbers') }}
      />
      {isError && !data ? (
        <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />
      ) : !data ? (
        <Skeleton className="h-52" />
      ) : (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <StatisticCard level="h3" title={t('admin.members')} value={format.number(data.members)} />
          <StatisticCard
            level="h3"
            title={t('admin.active_subscribers')}
            value={format.number(data.active_subscribers)}
          />
          <StatisticCard
            level="h3"
            title={t('admin.sign_ups')}
            value={format.number(sum((day) => day.sign_ups))}
          />
          <StatisticCard
            level="h3"
            title={t('admin.viewers')}
            value={format.number(sum((day) => day.members_watching + day.visits_watching))}
          />
          <StatisticCard
            level="h3"
            title={t('admin.hours_watched')}
            value={t('admin.hours', {
              hours: format.number(Math.round(sum((day) => day.seconds_watched) / 360) / 10),
            })}
          />
          <StatisticCard
            level="h3"
            title={t('admin.revenue', { currency })}
            value={format.money(sum((day) => day.revenue[currency] ?? 0) / 100, currency)}
          />
        </div>
      )}
    </section>
  );
}
