import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { databaseOf, rowsOf } from '../../lib/database.ts';
import { supabase } from '../../lib/supabase.ts';
import { useWords } from '../../lib/words.tsx';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BannerImage } from '../../ui/banner-image.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { FeaturedDialog } from './featured-dialog.tsx';
import type { Featured, featuredRow } from './featured-film.ts';
import { LoadFailed } from './load-failed.tsx';
import { sayRefusal } from './say-refusal.ts';

const COLUMNS =
  'id, title, description, banner_url, trailer_url, rating, release_year, duration, genre, is_premium, active, movie_id, series_id';

const allFeatured = () =>
  queryOptions({
    queryKey: ['staff', 'featured'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('featured_films')
          .select(COLUMNS)
          .order('created_at', { ascending: false }),
      ),
    staleTime: 0,
  });

/** The hero of the home page. */
export function FeaturedManager() {
  const t = useWords();
  const queries = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(allFeatured());
  const [open, setOpen] = useState<Featured | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Featured | null>(null);
  const done = () => queries.invalidateQueries();

  const change = useMutation({
    mutationFn: async ({
      id,
      ...values
    }: { id: string; active?: boolean } & Partial<ReturnType<typeof featuredRow>>) => {
      rowsOf(
        await (await supabase()).from('featured_films').update(values).eq('id', id).select('id').single(),
      );
    },
    onSuccess: () => {
      toast.success(t('admin.featured_updated'));
      setOpen(null);
    },
    onError: (error, { active }) =>
      toast.error(
        sayRefusal(
          error,
          t,
          active === undefined ? 'admin.featured_update_failed' : 'admin.featured_status_failed',
        ),
      ),
    onSettled: done,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      rowsOf(await (await supabase()).from('featured_films').delete().eq('id', id).select('id').single());
    },
    onSuccess: () => toast.success(t('admin.featured_deleted')),
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.featured_delete_failed')),
    onSettled: () => {
      setLeaving(null);
      return done();
    },
  });

  return (
    <Card asChild className="grid gap-5">
      <section aria-label={t('admin.featured_films')}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SectionHead title={t('admin.featured_films')} />
          <Button size="s" onClick={() => setOpen('new')}>
            {t('admin.add_featured')}
          </Button>
        </div>
        {isError && !data ? (
          <LoadFailed title="admin.featured_failed" busy={isFetching} retry={refetch} />
        ) : !data ? (
          <Skeleton className="h-40" />
        ) : data.length === 0 ? (
          <EmptyState title={t('admin.no_featured')} level={3} />
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2">
            {data.map((film) => (
              <li key={film.id} className="grid content-start gap-2 rounded-m border border-line p-3">
                <BannerImage
                  src={film.banner_url}
                  alt=""
                  seed={film.title}
                  sizes="24rem"
                  className="rounded-s"
                />
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold break-words">{film.title}</span>
                  <Badge tone={film.active ? 'success' : 'muted'}>
                    {t(film.active ? 'admin.active' : 'admin.inactive')}
                  </Badge>
                </span>
                <span className="flex items-center justify-between gap-2">
                  <Button
                    size="s"
                    variant="outline"
                    aria-label={t(film.active ? 'admin.deactivate_name' : 'admin.activate_name', {
                      name: film.title,
                    })}
                    onClick={() => change.mutate({ id: film.id, active: !film.active })}
                  >
                    {t(film.active ? 'admin.deactivate' : 'admin.activate')}
                  </Button>
                  <span className="flex">
                    <IconButton
                      icon="edit"
                      label={t('admin.edit_name', { name: film.title })}
                      onClick={() => setOpen(film)}
                    />
                    <IconButton
                      icon="trash"
                      label={t('admin.delete_name', { name: film.title })}
                      onClick={() => setLeaving(film)}
                    />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {open && (
          <FeaturedDialog
            key={open === 'new' ? 'new' : open.id}
            film={open === 'new' ? null : open}
            busy={change.isPending}
            onClose={() => setOpen(null)}
            onSave={change.mutate}
          />
        )}
        <AlertDialog
          open={leaving !== null}
          onOpenChange={(wish) => !wish && setLeaving(null)}
          title={t('admin.delete_name_question', { name: leaving?.title ?? '' })}
          description={t('admin.delete_featured_text')}
          confirm={t('admin.delete')}
          danger
          busy={remove.isPending}
          onConfirm={() => leaving && remove.mutate(leaving.id)}
        />
      </section>
    </Card>
  );
}
