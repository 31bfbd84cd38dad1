import type { Database } from '@lakou/contract/database-types';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import type { Column } from '../tables/data-table.tsx';
import { adminMovies } from '../tables/read-tables.ts';
import { Availability } from './availability.tsx';
import { TitlesTable } from './titles-table.tsx';

type Movie = Database['public']['Functions']['admin_movies']['Returns'][number];

export function MoviesTable() {
  const t = useTranslations();
  const format = useFormat();
  const price = (amount: number | null) => (amount === null ? '–' : format.price(amount));
  const columns: Column<Movie>[] = [
    { name: 'admin.purchase_price', cell: ({ purchase_price }) => price(purchase_price) },
    { name: 'admin.rental_price', cell: ({ rental_price }) => price(rental_price) },
    { name: 'admin.status', cell: (row) => <Availability {...row} /> },
    {
      name: 'admin.video',
      cell: ({ has_video, video_url }) => (
        <Badge tone={has_video ? 'success' : video_url ? 'info' : 'muted'}>
          {t(has_video ? 'admin.video_ready' : video_url ? 'admin.video_waiting' : 'admin.video_none')}
        </Badge>
      ),
    },
  ];
  return (
    <TitlesTable
      kind="movie"
      label={t('admin.manage_movies')}
      columns={columns}
      read={adminMovies}
      filters={[{ value: 'no_video', name: 'admin.video_none' }]}
      failed="admin.movies_failed"
      empty={<AdminEmptyState title={t('admin.no_movies')} of="projector" />}
    />
  );
}
