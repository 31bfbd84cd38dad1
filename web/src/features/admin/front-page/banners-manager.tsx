import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { FileInput } from '../media/file-input.tsx';
import { storePublicFile } from '../media/public-file.ts';
import { sayRefusal } from '../say-refusal.ts';
import { type Banner, PLACEMENTS } from './banner.ts';
import { BannerDialog } from './banner-dialog.tsx';
import { ManagedList, PICTURED } from './managed-list.tsx';

const allBanners = () =>
  queryOptions({
    queryKey: ['staff', 'banners'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('banners')
          .select('id, title, image_url, link, active, placement')
          .order('created_at', { ascending: false }),
      ),
    staleTime: 0,
  });

/** The house's own advertising: the strip, the hero's slides, the promotions. */
export function BannersManager() {
  const t = useTranslations();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const query = useQuery(allBanners());
  const [open, setOpen] = useState<Banner | null>(null);
  const done = () => queries.invalidateQueries();

  const add = useMutation({
    mutationFn: async (file: File) => {
      const image_url = await storePublicFile('banners', '', file);
      if (!image_url) return false;
      const title = file.name.replace(/\.[^.]*$/, '').slice(0, 200);
      rowsOf(
        await (await supabase())
          .from('banners')
          .insert({ image_url, title, active: true, link: null })
          .select('id')
          .single(),
      );
      return true;
    },
    // The list first: whoever reads that it is there wants to find it at the top.
    onSuccess: async (made) => {
      await done();
      if (made) toast.success(t('admin.banner_uploaded'));
      else toast.info(t('media.upload_canceled'));
    },
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.banner_upload_failed')),
  });
  const change = useMutation({
    mutationFn: async ({ id, ...values }: Partial<Banner> & { id: string }) => {
      rowsOf(await (await supabase()).from('banners').update(values).eq('id', id).select('id').single());
    },
    onSuccess: () => {
      toast.success(t('admin.banner_updated'));
      setOpen(null);
    },
    onError: (error, { image_url, title }) =>
      toast.error(
        sayRefusal(
          error,
          t,
          title === undefined && image_url === undefined
            ? 'admin.banner_status_failed'
            : 'admin.banner_update_failed',
        ),
      ),
    onSettled: done,
  });
  const nameOf = ({ title }: Banner) => title || t('admin.untitled');
  return (
    <ManagedList
      table="banners"
      words={words}
      query={query}
      nameOf={nameOf}
      onEdit={setOpen}
      add={
        <>
          <Button size="s" busy={add.isPending} onClick={() => input.current?.click()}>
            {t('admin.upload_banner')}
          </Button>
          <FileInput
            ref={input}
            accept="image/*"
            label={t('admin.upload_banner')}
            onFile={(file) =>
              file.type.startsWith('image/') ? add.mutate(file) : toast.error(t('admin.banner_images_only'))
            }
          />
        </>
      }
      className={PICTURED}
      draw={(banner, buttons) => (
        <>
          <BannerImage src={banner.image_url} alt="" seed={banner.id} sizes="24rem" className="rounded-s" />
          <span className="grid">
            <span className="font-semibold break-words">{nameOf(banner)}</span>
            <span className="text-sm text-soft">
              {t(PLACEMENTS[banner.placement] ?? 'admin.placement_strip')}
            </span>
          </span>
          <span className="flex items-center justify-between gap-2">
            <Button
              size="s"
              variant={banner.active ? 'outline' : 'secondary'}
              onClick={() => change.mutate({ id: banner.id, active: !banner.active })}
            >
              {t(banner.active ? 'admin.active' : 'admin.inactive')}{' '}
              <span className="sr-only">
                {t(banner.active ? 'admin.deactivate_name' : 'admin.activate_name', { name: nameOf(banner) })}
              </span>
            </Button>
            {buttons}
          </span>
        </>
      )}
    >
      {open && (
        <BannerDialog
          key={open.id}
          banner={open}
          busy={change.isPending}
          onClose={() => setOpen(null)}
          onSave={(values) => change.mutate({ ...values, id: open.id })}
        />
      )}
    </ManagedList>
  );
}

const words = {
  title: 'admin.banners',
  loadFailed: 'admin.banners_failed',
  none: 'admin.no_banners',
  deleteText: 'admin.delete_banner_text',
  deleted: 'admin.banner_deleted',
  deleteFailed: 'admin.banner_delete_failed',
} as const;
