import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { sayRefusal } from '../say-refusal.ts';
import { FeaturedDialog } from './featured-dialog.tsx';
import type { Featured, featuredRow } from './featured-film.ts';
import { ManagedList, PICTURED } from './managed-list.tsx';

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
  const t = useTranslations();
  const queries = useQueryClient();
  const query = useQuery(allFeatured());
  const [open, setOpen] = useState<Featured | 'new' | null>(null);
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
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <ManagedList
      table="featured_films"
      words={words}
      query={query}
      nameOf={({ title }) => title}
      onEdit={setOpen}
      add={
        <Button size="s" onClick={() => setOpen('new')}>
          {t('admin.add_featured')}
        </Button>
      }
      className={PICTURED}
      draw={({ id, title, banner_url, active }, buttons) => (
        <>
          <BannerImage src={banner_url} alt="" seed={title} sizes="24rem" className="rounded-s" />
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold break-words">{title}</span>
            <Badge tone={active ? 'success' : 'muted'}>{t(active ? 'admin.active' : 'admin.inactive')}</Badge>
          </span>
          <span className="flex items-center justify-between gap-2">
            <Button
              size="s"
              variant="outline"
              aria-label={t(active ? 'admin.deactivate_name' : 'admin.activate_name', { name: title })}
              onClick={() => change.mutate({ id, active: !active })}
            >
              {t(active ? 'admin.deactivate' : 'admin.activate')}
            </Button>
            {buttons}
          </span>
        </>
      )}
    >
      {open && (
        <FeaturedDialog
          key={open === 'new' ? 'new' : open.id}
          film={open === 'new' ? null : open}
          busy={change.isPending}
          onClose={() => setOpen(null)}
          onSave={change.mutate}
        />
      )}
    </ManagedList>
  );
}

const words = {
  title: 'admin.featured_films',
  loadFailed: 'admin.featured_failed',
  none: 'admin.no_featured',
  deleteText: 'admin.delete_featured_text',
  deleted: 'admin.featured_deleted',
  deleteFailed: 'admin.featured_delete_failed',
} as const;
