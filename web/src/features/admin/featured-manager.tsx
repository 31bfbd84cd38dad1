import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { databaseOf, rowsOf } from '../../lib/database.ts';
import { supabase } from '../../lib/supabase.ts';
import { useWords } from '../../lib/words.tsx';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BannerImage } from '../../ui/banner-image.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { FeaturedFields } from './featured-fields.tsx';
import { checkFeatured, emptyFeatured, type FeaturedForm, featuredRow } from './featured-film.ts';
import { GuardedDialog } from './guarded-dialog.tsx';
import { LoadFailed } from './load-failed.tsx';
import { sayRefusal } from './say-refusal.ts';
import { uploadPublicFile } from './upload-picture.ts';

const FOLDER = 'featured-films/';
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
type Featured = Awaited<ReturnType<NonNullable<ReturnType<typeof allFeatured>['queryFn']>>>[number];

/** The hero of the home page. As the specification has it: choosing the banner makes the film (decision 38). */
export function FeaturedManager() {
  const t = useWords();
  const queries = useQueryClient();
  const banner = useRef<HTMLInputElement>(null);
  const trailer = useRef<HTMLInputElement>(null);
  const { data, isError, isFetching, refetch } = useQuery(allFeatured());
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<Featured | null>(null);
  const [leaving, setLeaving] = useState<Featured | null>(null);
  const [form, setForm] = useState<FeaturedForm>(emptyFeatured);
  const [checked, setChecked] = useState(false);
  const sound = Object.keys(checkFeatured(form)).length === 0;
  const done = () => queries.invalidateQueries();

  const create = useMutation({
    mutationFn: async (file: File) => {
      const banner_url = await uploadPublicFile('artwork', FOLDER, file);
      rowsOf(
        await (await supabase())
          .from('featured_films')
          .insert({ ...featuredRow(form), banner_url, active: true })
          .select('id')
          .single(),
      );
    },
    onSuccess: () => {
      toast.success(t('admin.featured_created'));
      setCreating(false);
      setForm(emptyFeatured());
      return done();
    },
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.featured_banner_failed')),
  });
  const addTrailer = useMutation({
    mutationFn: (file: File) => uploadPublicFile('artwork', FOLDER, file),
    onSuccess: (trailer_url) => {
      setForm((before) => ({ ...before, trailer_url }));
      toast.success(t(creating ? 'admin.trailer_uploaded' : 'admin.trailer_in_form'));
    },
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.featured_trailer_failed')),
  });
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
      setEditing(null);
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

  const open = creating || editing !== null;
  const opened = editing ? formOf(editing) : emptyFeatured();
  return (
    <Card asChild className="grid gap-5">
      <section aria-label={t('admin.featured_films')}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SectionHead title={t('admin.featured_films')} />
          <Button
            size="s"
            onClick={() => {
              setForm(emptyFeatured());
              setChecked(false);
              setCreating(true);
            }}
          >
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
                      onClick={() => {
                        setForm(formOf(film));
                        setChecked(false);
                        setEditing(film);
                      }}
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
        <GuardedDialog
          open={open}
          dirty={JSON.stringify(form) !== JSON.stringify(opened)}
          onClose={() => {
            setCreating(false);
            setEditing(null);
          }}
        >
          <DialogContent
            size="l"
            title={t(creating ? 'admin.add_featured' : 'admin.edit_featured')}
            description={creating ? t('admin.featured_hint') : undefined}
            footer={
              <>
                <DialogClose asChild>
                  <Button variant="secondary">{t('ui.cancel')}</Button>
                </DialogClose>
                <Button
                  variant="secondary"
                  busy={addTrailer.isPending}
                  onClick={() => trailer.current?.click()}
                >
                  {t('admin.upload_trailer')}
                </Button>
                {creating ? (
                  <Button
                    busy={create.isPending}
                    onClick={() => {
                      setChecked(true);
                      if (sound) banner.current?.click();
                    }}
                  >
                    {t('admin.upload_banner')}
                  </Button>
                ) : (
                  <Button
                    busy={change.isPending}
                    onClick={() => {
                      setChecked(true);
                      if (sound && editing) change.mutate({ id: editing.id, ...featuredRow(form) });
                    }}
                  >
                    {t('admin.save')}
                  </Button>
                )}
              </>
            }
          >
            <FeaturedFields form={form} onChange={setForm} checked={checked} />
            <FileInput
              ref={banner}
              accept="image/*"
              label={t('admin.upload_banner')}
              onFile={(file) =>
                file.type.startsWith('image/')
                  ? create.mutate(file)
                  : toast.error(t('admin.featured_image_only'))
              }
            />
            <FileInput
              ref={trailer}
              accept="video/*"
              label={t('admin.upload_trailer')}
              onFile={(file) =>
                file.type.startsWith('video/')
                  ? addTrailer.mutate(file)
                  : toast.error(t('admin.featured_video_only'))
              }
            />
          </DialogContent>
        </GuardedDialog>
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

interface FileInputProps {
  ref: React.Ref<HTMLInputElement>;
  accept: string;
  label: string;
  onFile: (file: File) => void;
}

function FileInput({ ref, accept, label, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

function formOf(film: Featured): FeaturedForm {
  return {
    title: film.title,
    description: film.description ?? '',
    trailer_url: film.trailer_url ?? '',
    rating: film.rating === null ? '' : String(film.rating),
    release_year: String(film.release_year),
    duration: film.duration ?? '',
    genre: film.genre.join(', '),
    is_premium: film.is_premium,
    leads_to: film.movie_id ? `movie:${film.movie_id}` : film.series_id ? `series:${film.series_id}` : '',
  };
}
