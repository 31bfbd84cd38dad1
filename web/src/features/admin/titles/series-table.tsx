import type { Database } from '@lakou/contract/database-types';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import type { Column } from '../tables/data-table.tsx';
import { adminSeries } from '../tables/read-tables.ts';
import { TitlesTable } from './titles-table.tsx';

type Series = Database['public']['Functions']['admin_series']['Returns'][number];

export function SeriesTable() {
  const t = useTranslations();
  const format = useFormat();
  const columns: Column<Series>[] = [
    { name: 'admin.creator', cell: ({ creator }) => creator ?? '–' },
    {
      name: 'admin.release_date',
      className: 'xl:whitespace-nowrap',
      cell: ({ release_date }) => (release_date ? format.date(release_date) : '–'),
    },
    {
      name: 'admin.episodes',
      className: 'xl:min-w-32',
      cell: ({ season_count, episode_count }) =>
        `${t('catalogue.seasons', { count: season_count })}, ${t('catalogue.episodes', { count: episode_count })}`,
    },
  ];
  return (
    <TitlesTable
      kind="series"
      label={t('admin.manage_series')}
      columns={columns}
      read={adminSeries}
      failed="admin.series_failed"
      empty={<AdminEmptyState title={t('admin.no_series')} of="projector" />}
    />
  );
}
