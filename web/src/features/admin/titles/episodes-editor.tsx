import type { EpisodeInput } from '@lakou/contract/admin';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { DeleteRow } from '../delete-row.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { sayRefusal } from '../say-refusal.ts';
import { EpisodeDialog } from './episode-dialog.tsx';
import { SeasonEpisodes } from './season-episodes.tsx';

const COLUMNS =
  'id, season_number, episode_number, title, description, thumbnail_url, duration, is_free, has_video, updated_at';

const episodesForEditors = (series_id: string) =>
  queryOptions({
    queryKey: ['staff', 'episodes', series_id],
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

/** Seasons and episodes: add, change, move, put in order, delete, and the video of each. */
export function EpisodesEditor({ series_id }: { series_id: string }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(episodesForEditors(series_id));
  const [open, setOpen] = useState<Episode | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Episode | null>(null);
  const done = () => queries.invalidateQueries();
  const save = useMutation({
    mutationFn: async ({ id, ...values }: EpisodeInput & { id: string }) => {
      const table = (await supabase()).from('episodes');
      const saving =
        open === 'new' ? table.insert({ ...values, id, series_id }) : table.update(values).eq('id', id);
      rowsOf(await saving.select('id').single());
    },
    // The list first: the next episode's number follows from it.
    onSuccess: async () => {
      await done();
      toast.success(t('admin.episode_saved'));
      setOpen(null);
    },
    onError: (error) => {
      const taken = (error as { code?: string }).code === '23505';
      toast.error(taken ? t('admin.episode_place_taken') : sayRefusal(error, t, 'admin.episode_save_failed'));
    },
  });
  const reorder = useMutation({
    mutationFn: async ({ season_number, ordered }: { season_number: number; ordered: string[] }) => {
      rowOrNull(await (await supabase()).rpc('reorder_episodes', { series_id, season_number, ordered }));
    },
    // At once, so that what was dropped stays where it was dropped.
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
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.reorder_failed')),
    onSettled: done,
  });

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
        const move = (at: number, to: number) => {
          const ordered = ids.toSpliced(at, 1);
          reorder.mutate({ season_number: season, ordered: ordered.toSpliced(to, 0, ids[at] ?? '') });
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
              onDelete={setLeaving}
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
          onSave={save.mutate}
        />
      )}
      <DeleteRow
        table="episodes"
        words={words}
        row={leaving && { id: leaving.id, name: leaving.title }}
        onDone={() => setLeaving(null)}
      />
    </section>
  );
}

const words = {
  deleteText: 'admin.delete_episode_text',
  deleted: 'admin.episode_deleted',
  deleteFailed: 'admin.episode_delete_failed',
} as const;
