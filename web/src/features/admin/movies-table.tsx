import type { Database } from '@lakou/contract/database-types';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Availability } from './availability.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { staffMovies } from './read-staff.ts';
import { DeleteTitle, PublishButton } from './titles/title-acts.tsx';

type Movie = Database['public']['Functions']['staff_movies']['Returns'][number];

export function MoviesTable() {
  const t = useWords();
  const format = useFormat();
  const [leaving, setLeaving] = useState<Movie | null>(null);
  const price = (amount: number | null) => (amount === null ? '–' : format.price(amount));
  const columns: Column<Movie>[] = [
    {
      name: 'admin.title',
      className: 'min-w-36',
      sorts: ['title', 'title_desc'],
      cell: ({ id, title }) => (
        <Link to={`/admin/movies/${id}`} className="rounded-s font-semibold hover:underline">
          {title}
        </Link>
      ),
    },
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
    {
      name: 'admin.published',
      cell: ({ published }) => (
        <Badge tone={published ? 'success' : 'muted'}>
          {t(published ? 'admin.is_published' : 'admin.is_draft')}
        </Badge>
      ),
    },
    {
      name: 'admin.actions',
      cell: (row) => (
        <span className="flex">
          <PublishButton kind="movie" row={row} />
          <Button asChild variant="quiet" size="s">
            <Link to={`/admin/movies/${row.id}`}>{t('admin.edit')}</Link>
          </Button>
          <IconButton
            icon="trash"
            label={t('admin.delete_title', { title: row.title })}
            onClick={() => setLeaving(row)}
          />
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={t('admin.manage_movies')}
        columns={columns}
        read={staffMovies}
        searchLabel={t('admin.search_titles')}
        filters={[
          { value: 'published', name: 'admin.is_published' },
          { value: 'draft', name: 'admin.is_draft' },
          { value: 'free', name: 'admin.free' },
          { value: 'for_sale', name: 'admin.for_sale' },
          { value: 'for_rent', name: 'admin.for_rent' },
          { value: 'no_video', name: 'admin.video_none' },
        ]}
        failed="admin.movies_failed"
        empty={<EmptyState title={t('admin.no_movies')} />}
      />
      <DeleteTitle kind="movie" title={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}
