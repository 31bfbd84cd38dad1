import type { QualityRow } from '@lakou/contract/admin/quality';
import type { DeviceClass } from '@lakou/contract/playback/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { PeriodPicker } from '../dashboard/period-picker.tsx';
import { usePeriod } from '../dashboard/use-period.ts';
import { LoadFailed } from '../load-failed.tsx';
import { QualityTable } from './quality-table.tsx';
import { playbackQuality } from './read-quality.ts';

const CODECS: Record<string, string> = { h264: 'H.264', av1: 'AV1' };

/** How well films play, from what a share of the players reports. */
export function QualitySection() {
  const t = useTranslations();
  const format = useFormat();
  const picked = usePeriod();
  const { data, isError, isFetching, refetch } = useQuery({
    ...playbackQuality(picked.period),
    placeholderData: (previous) => previous,
  });
  const nameRows = (rows: readonly QualityRow[], name: (row: QualityRow) => React.ReactNode) =>
    rows.map((row) => ({ key: row.value, name: name(row), sums: row }));
  return (
    <div className="grid gap-8">
      <PeriodPicker {...picked} />
      {isError && !data ? (
        <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />
      ) : !data ? (
        <Skeleton className="h-96" />
      ) : data.days.length === 0 ? (
        <AdminEmptyState title={t('admin.quality_empty')} text={t('admin.quality_empty_text')} />
      ) : (
        <>
          <QualityTable
            title={t('admin.quality_by_day')}
            of={t('admin.quality_day')}
            rows={data.days.map((sums) => ({ key: sums.day, name: format.date(sums.day), sums }))}
          />
          <QualityTable
            title={t('admin.quality_by_country')}
            of={t('admin.quality_country')}
            rows={nameRows(data.countries, ({ value }) =>
              value === 'ZZ' ? t('admin.quality_unknown') : format.country(value),
            )}
          />
          <QualityTable
            title={t('admin.quality_by_device')}
            of={t('admin.quality_device')}
            rows={nameRows(data.devices, ({ value }) => t(`admin.device_${value as DeviceClass}`))}
          />
          <QualityTable
            title={t('admin.quality_by_title')}
            of={t('admin.title')}
            rows={nameRows(data.titles, (row) => <TitleName {...row} />)}
          />
          <QualityTable
            title={t('admin.quality_by_codec')}
            of={t('admin.quality_codec')}
            rows={nameRows(data.codecs, ({ value }) => CODECS[value] ?? t('admin.quality_unknown'))}
          />
        </>
      )}
    </div>
  );
}

function TitleName({ value, title }: QualityRow) {
  const t = useTranslations();
  if (!title) return t('admin.quality_deleted_title');
  return (
    <Link
      to={title.kind === 'movie' ? `/admin/movies/${value}` : `/admin/series/${value}`}
      className="rounded-s hover:underline pointer-coarse:block pointer-coarse:py-2.5"
    >
      {title.name ?? t('admin.untitled')}
    </Link>
  );
}
