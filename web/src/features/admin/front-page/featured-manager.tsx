import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { EditableList, SHORT_LIST, WITH_IMAGE_CLASSES } from './editable-list.tsx';
import { FeaturedDialog } from './featured-dialog.tsx';
import type { Featured, featuredRow } from './featured-film.ts';

/** As many as the Data API answers at once. */
const FEATURED_MAX = 1000;
const COLUMNS =
  'id, title, description, banner_url, trailer_url, rating, release_year, duration, genre, is_premium, active, movie_id, series_id';

const featuredFilms = (limit = FEATURED_MAX) =>
  queryOptions({
    queryKey: ['admin', 'featured', limit],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('featured_films')
          .select(COLUMNS)
          .order('created_at', { ascending: false })
          .limit(limit),
      ),
    staleTime: 0,
  });

/** Featured films: the hero of the home page. `short`: the latest, with a link to all. */
export function FeaturedManager({ short = false }: { short?: boolean }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const query = useQuery(featuredFilms(short ? SHORT_LIST : undefined));
  const [open, setOpen] = useState<Featured | 'new' | null>(null);
  const change = useAdminAction(
    async ({ id, ...values }: { id: string; active?: boolean } & Partial<ReturnType<typeof featuredRow>>) => {
      rowsOf(
        await (await supabase()).from('featured_films').update(values).eq('id', id).select('id').single(),
      );
    },
    {
      inputKey: ({ id }) => id,
      onSuccess: () => {
        toast.success(t('admin.featured_updated'));
        setOpen(null);
      },
      errorKey: ({ active }) =>
        active === undefined ? 'admin.featured_update_failed' : 'admin.featured_status_failed',
      onSettled: () => queries.invalidateQueries(),
    },
  );
  return (
    <EditableList
      table="featured_films"
      messages={messages}
      query={query}
      nameOf={({ title }) => title}
      onEdit={setOpen}
      add={
        <Button size="s" onClick={() => setOpen('new')}>
          {t('admin.add_featured')}
        </Button>
      }
      whole={short ? { to: '/admin/front-page', label: 'admin.whole_front_page' } : undefined}
      className={WITH_IMAGE_CLASSES}
      renderRow={({ id, title, banner_url, active }, buttons) => (
        <>
          <BannerImage src={banner_url} alt="" seed={title} sizes="24rem" className="rounded-s" />
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold break-words">{title}</span>
            <Badge tone={active ? 'success' : 'muted'}>{t(active ? 'admin.active' : 'admin.inactive')}</Badge>
          </span>
          <span className="flex flex-wrap items-center justify-between gap-2">
            <Button
              size="s"
              variant="outline"
              aria-label={t(active ? 'admin.deactivate_name' : 'admin.activate_name', { name: title })}
              onClick={() => void change.run({ id, active: !active })}
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
          onSave={(values) => void change.run(values)}
        />
      )}
    </EditableList>
  );
}

const messages = {
  title: 'admin.featured_films',
  loadFailed: 'admin.featured_failed',
  none: 'admin.no_featured',
  deleteText: 'admin.delete_featured_text',
  deleted: 'admin.featured_deleted',
  deleteFailed: 'admin.featured_delete_failed',
} as const;
