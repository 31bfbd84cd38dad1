import type { Database } from '@lakou/contract/database-types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DataError, rowsOf } from '../../lib/database.ts';
import { sayFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { supabase } from '../../lib/supabase.ts';
import { useWords } from '../../lib/words.tsx';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { Availability } from './availability.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { staffMovies } from './read-staff.ts';

type Movie = Database['public']['Functions']['staff_movies']['Returns'][number];

export function MoviesTable() {
  const t = useWords();
  const format = useFormat();
  const publish = usePublish();
  const [leaving, setLeaving] = useState<Movie | null>(null);
  const price = (amount: number | null) => (amount === null ? '–' : format.price(amount));
  const columns: Column<Movie>[] = [
    {
      name: 'admin.title',
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
          <IconButton
            icon={row.published ? 'eye-off' : 'eye'}
            label={t(row.published ? 'admin.unpublish' : 'admin.publish', { title: row.title })}
            busy={publish.isPending && publish.variables.id === row.id}
            onClick={() => publish.mutate(row)}
          />
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
      <DeleteMovie movie={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}

function usePublish() {
  const t = useWords();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, published }: Movie) => {
      const client = await supabase();
      rowsOf(
        await client.from('movies').update({ published: !published }).eq('id', id).select('id').single(),
      );
      return !published;
    },
    onSuccess: (published) =>
      toast.success(t(published ? 'admin.movie_published' : 'admin.movie_unpublished')),
    onError: (error) => toast.error(sayFailure(error, t, 'admin.movie_status_failed')),
    onSettled: () => queries.invalidateQueries(),
  });
}

function DeleteMovie({ movie, onDone }: { movie: Movie | null; onDone: () => void }) {
  const t = useWords();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (id: string) => {
      const client = await supabase();
      const gone = rowsOf(await client.from('movies').delete().eq('id', id).select('id'));
      if (gone.length === 0) throw new DataError(404, { message: '', code: '', hint: null });
    },
    onSuccess: () => toast.success(t('admin.movie_deleted')),
    onError: (error) => toast.error(sayFailure(error, t, 'admin.movie_delete_failed')),
    onSettled: () => {
      onDone();
      return queries.invalidateQueries();
    },
  });
  return (
    <AlertDialog
      open={movie !== null}
      onOpenChange={(open) => !open && onDone()}
      title={t('admin.delete_title_question', { title: movie?.title ?? '' })}
      description={t('admin.delete_movie_text')}
      confirm={t('admin.delete')}
      danger
      busy={isPending}
      onConfirm={() => movie && mutate(movie.id)}
    />
  );
}
