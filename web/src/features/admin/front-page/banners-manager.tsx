import { TITLE_MAX } from '@lakou/contract/catalogue/limits';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { toast } from '#ui/toast.tsx';
import { FileInput } from '../media/file-input.tsx';
import { storePublicFile } from '../media/public-file.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { type Banner, PLACEMENTS } from './banner.ts';
import { BannerDialog } from './banner-dialog.tsx';
import { EditableList, SHORT_LIST, WITH_IMAGE_CLASSES } from './editable-list.tsx';

/** As many as the Data API answers at once. */
const BANNERS_MAX = 1000;
const banners = (limit = BANNERS_MAX) =>
  queryOptions({
    queryKey: ['admin', 'banners', limit],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('banners')
          .select('id, title, image_url, link, active, placement')
          .order('created_at', { ascending: false })
          .limit(limit),
      ),
    staleTime: 0,
  });

/** A strip is as wide as the page, so each has a line of its own. */
const STRIP_CLASSES: [string, string] = ['grid gap-4', 'grid gap-2 rounded-m border border-line p-3'];

/** Banners: the strip, the slides of the hero, the promotions. `short`: the latest, with a link to all. */
export function BannersManager({ short = false }: { short?: boolean }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const query = useQuery(banners(short ? SHORT_LIST : undefined));
  const [open, setOpen] = useState<Banner | null>(null);
  const refetchAll = () => queries.invalidateQueries();

  const add = useAdminAction(
    async (file: File) => {
      const image_url = await storePublicFile('banners', '', file);
      if (!image_url) return false;
      const title = file.name.replace(/\.[^.]*$/, '').slice(0, TITLE_MAX);
      rowsOf(
        await (await supabase())
          .from('banners')
          .insert({ image_url, title, active: true, link: null })
          .select('id')
          .single(),
      );
      return true;
    },
    {
      // Refetch first, so that the new banner is in the list when the toast appears.
      onSuccess: async (uploaded) => {
        await refetchAll();
        if (uploaded) toast.success(t('admin.banner_uploaded'));
        else toast.info(t('media.upload_canceled'));
      },
      errorKey: 'admin.banner_upload_failed',
    },
  );
  const change = useAdminAction(
    async ({ id, ...values }: Partial<Banner> & { id: string }) => {
      rowsOf(await (await supabase()).from('banners').update(values).eq('id', id).select('id').single());
    },
    {
      inputKey: ({ id }) => id,
      onSuccess: () => {
        toast.success(t('admin.banner_updated'));
        setOpen(null);
      },
      errorKey: ({ image_url, title }) =>
        title === undefined && image_url === undefined
          ? 'admin.banner_status_failed'
          : 'admin.banner_update_failed',
      onSettled: refetchAll,
    },
  );
  const nameOf = ({ title }: Banner) => title || t('admin.untitled');
  return (
    <EditableList
      table="banners"
      messages={messages}
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
              file.type.startsWith('image/') ? void add.run(file) : toast.error(t('admin.banner_images_only'))
            }
          />
        </>
      }
      untitled={!short}
      whole={short ? { to: '/admin/banners', label: 'admin.all_banners' } : undefined}
      groups={
        short
          ? undefined
          : Object.entries(PLACEMENTS).map(([placement, title]) => ({
              title: t(title),
              has: (banner: Banner) => banner.placement === placement,
              className: placement === 'strip' ? STRIP_CLASSES : WITH_IMAGE_CLASSES,
            }))
      }
      className={WITH_IMAGE_CLASSES}
      renderRow={(banner, buttons) => (
        <>
          <BannerImage
            src={banner.image_url}
            alt=""
            seed={banner.id}
            sizes="24rem"
            // A strip is much wider than the frame, and is shown whole.
            className={cx(
              'rounded-s',
              banner.placement === 'strip' && '[&_img]:object-contain!',
              banner.placement === 'strip' && !short && 'aspect-auto! h-16',
            )}
          />
          <span className="grid">
            <span className="font-semibold break-words">{nameOf(banner)}</span>
            <span className="text-sm text-soft">
              {t(PLACEMENTS[banner.placement] ?? 'admin.placement_strip')}
            </span>
          </span>
          <span className="flex flex-wrap items-center justify-between gap-2">
            <Button
              size="s"
              variant={banner.active ? 'outline' : 'secondary'}
              onClick={() => void change.run({ id: banner.id, active: !banner.active })}
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
          onSave={(values) => void change.run({ ...values, id: open.id })}
        />
      )}
    </EditableList>
  );
}

const messages = {
  title: 'admin.banners',
  loadFailed: 'admin.banners_failed',
  none: 'admin.no_banners',
  deleteText: 'admin.delete_banner_text',
  deleted: 'admin.banner_deleted',
  deleteFailed: 'admin.banner_delete_failed',
} as const;
