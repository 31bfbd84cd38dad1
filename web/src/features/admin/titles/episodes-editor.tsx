import type { EpisodeInput } from '@lakou/contract/admin/inputs';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { DeleteRowDialog } from '../delete-row-dialog.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { EpisodeDialog } from './episode-dialog.tsx';
import { SeasonEpisodes } from './season-episodes.tsx';

const COLUMNS =
  'id, season_number, episode_number, title, description, title_translations, description_translations, thumbnail_url, duration, is_free, has_video, updated_at';

const episodesForEditors = (series_id: string) =>
  queryOptions({
    queryKey: ['admin', 'episodes', series_id],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('episodes')
          .select(COLUMNS)
          .eq('series_id', series_id)
          .order('season_number')
          .order('episode_number'),
      ),
    staleTime: 0,
  });
export type Episode = Awaited<
  ReturnType<NonNullable<ReturnType<typeof episodesForEditors>['queryFn']>>
>[number];

/** Adds, edits, reorders and deletes the episodes of a series, and manages their videos. */
export function EpisodesEditor({ series_id }: { series_id: string }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(episodesForEditors(series_id));
  const [open, setOpen] = useState<Episode | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Episode | null>(null);
  const refetchAll = () => queries.invalidateQueries();
  const save = useAdminAction(
    async ({ id, ...values }: EpisodeInput & { id: string }) => {
      const table = (await supabase()).from('episodes');
      const saving =
        open === 'new' ? table.insert({ ...values, id, series_id }) : table.update(values).eq('id', id);
      rowsOf(await saving.select('id').single());
    },
    {
      // Refetch first: the number of the next new episode follows from the list.
      onSuccess: async () => {
        await refetchAll();
        toast.success(t('admin.episode_saved'));
        setOpen(null);
      },
      onError(error) {
        const isNumberTaken = error instanceof ApiError && error.code === '23505';
        if (isNumberTaken) toast.error(t('admin.episode_place_taken'));
        return isNumberTaken;
      },
      errorKey: 'admin.episode_save_failed',
    },
  );
  const reorder = useAdminAction(
    async ({ season_number, ordered }: { season_number: number; ordered: string[] }) => {
      rowOrNull(await (await supabase()).rpc('reorder_episodes', { series_id, season_number, ordered }));
    },
    {
      // Optimistic, so that a dropped episode does not jump back.
      onMutate: ({ season_number, ordered }) =>
        queries.setQueryData(episodesForEditors(series_id).queryKey, (before) =>
          before
            ?.map((episode) =>
              episode.season_number === season_number
                ? { ...episode, episode_number: ordered.indexOf(episode.id) + 1 }
                : episode,
            )
            .toSorted((a, b) => a.season_number - b.season_number || a.episode_number - b.episode_number),
        ),
      errorKey: 'admin.reorder_failed',
      onSettled: refetchAll,
    },
  );

  if (isError && !data) return <LoadFailed title="admin.series_failed" busy={isFetching} retry={refetch} />;
  const seasons = [...new Set((data ?? []).map(({ season_number }) => season_number))];
  const last = data?.at(-1);
  return (
    <section className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHead title={t('admin.episodes')} />
        <Button onClick={() => setOpen('new')}>{t('admin.add_episode')}</Button>
      </div>
      {!data && <Skeleton className="h-40" />}
      {data?.length === 0 && <EmptyState title={t('media.no_episodes')} level={3} />}
      {seasons.map((season) => {
        const episodes = (data ?? []).filter(({ season_number }) => season_number === season);
        const ids = episodes.map(({ id }) => id);
        const move = (from: number, to: number) => {
          const ordered = ids.toSpliced(from, 1);
          void reorder.run({ season_number: season, ordered: ordered.toSpliced(to, 0, ids[from] ?? '') });
        };
        return (
          <section key={season} className="grid gap-2">
            <h3 className="text-heading">
              {season === 0 ? t('media.specials') : t('media.season', { number: season })}
            </h3>
            <SeasonEpisodes
              episodes={episodes}
              busy={reorder.isPending}
              onMove={move}
              onEdit={setOpen}
              onDelete={setDeleting}
            />
          </section>
        );
      })}
      {open && (
        <EpisodeDialog
          key={open === 'new' ? 'new' : open.id}
          series_id={series_id}
          episode={open === 'new' ? null : open}
          next={{ season: last?.season_number ?? 1, episode: (last?.episode_number ?? 0) + 1 }}
          busy={save.isPending}
          onClose={() => setOpen(null)}
          onSave={(values) => void save.run(values)}
        />
      )}
      <DeleteRowDialog
        table="episodes"
        messages={messages}
        row={deleting && { id: deleting.id, name: deleting.title }}
        onDone={() => setDeleting(null)}
      />
    </section>
  );
}

const messages = {
  deleteText: 'admin.delete_episode_text',
  deleted: 'admin.episode_deleted',
  deleteFailed: 'admin.episode_delete_failed',
} as const;
