import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { FileInput } from '../media/file-input.tsx';
import { storePublicFile } from '../media/public-file.ts';
import { UploadRow } from '../media/upload-row.tsx';
import { useFieldUpload, useFormUploads } from '../media/use-field-upload.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { FeaturedFields } from './featured-fields.tsx';
import { checkFeatured, emptyFeatured, type Featured, featuredRow, toFeaturedForm } from './featured-film.ts';

const FOLDER = 'featured-films/';

interface FeaturedDialogProps {
  /** Null creates a new one. */
  film: Featured | null;
  busy: boolean;
  onClose: () => void;
  onSave: (values: ReturnType<typeof featuredRow> & { id: string }) => void;
}

/** As specified, uploading the banner creates the film (P-38); later changes are saved with the button. */
export function FeaturedDialog({ film, busy, onClose, onSave }: FeaturedDialogProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const banner = useRef<HTMLInputElement>(null);
  const trailer = useRef<HTMLInputElement>(null);
  const [id] = useState(() => film?.id ?? crypto.randomUUID());
  const [initial] = useState(() => (film ? toFeaturedForm(film) : emptyFeatured()));
  const [form, setForm] = useState(initial);
  const [checked, setChecked] = useState(false);
  const isValid = Object.keys(checkFeatured(form)).length === 0;

  const create = useAdminAction(
    async (file: File) => {
      const banner_url = await storePublicFile('artwork', FOLDER, file);
      if (!banner_url) return false;
      const films = (await supabase()).from('featured_films');
      rowsOf(
        await films
          .insert({ ...featuredRow(form), id, banner_url, active: true })
          .select('id')
          .single(),
      );
      return true;
    },
    {
      onSuccess: async (created) => {
        if (created) toast.success(t('admin.featured_created'));
        else toast.info(t('media.upload_canceled'));
        await queries.invalidateQueries();
        if (created) onClose();
      },
      errorKey: 'admin.featured_banner_failed',
    },
  );
  const { upload, send } = useFieldUpload({
    owner: { id, title: form.title, page: '/admin' },
    field: 'trailer_url',
    label: t('admin.trailer'),
    folder: FOLDER,
    hold: busy || create.isPending,
    onUploaded: (trailer_url) => {
      setForm((previous) => ({ ...previous, trailer_url }));
      toast.success(t(film ? 'admin.trailer_in_form' : 'admin.trailer_uploaded'));
    },
  });
  const sending = useFormUploads(id, film !== null || create.isPending);
  const changed = JSON.stringify(form) !== JSON.stringify(initial);

  async function sendTrailer(file: File): Promise<void> {
    if (!file.type.startsWith('video/')) toast.error(t('admin.featured_video_only'));
    else if ('error' in (await send(file))) toast.error(t('admin.featured_trailer_failed'));
  }
  function ifValid(action: () => void): void {
    setChecked(true);
    if (isValid) action();
  }
  return (
    <FormDialog open dirty={!create.isPending && (changed || (!film && sending > 0))} onClose={onClose}>
      <DialogContent
        size="l"
        title={t(film ? 'admin.edit_featured' : 'admin.add_featured')}
        description={film ? undefined : t('admin.featured_hint')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button
              variant="secondary"
              disabled={upload !== undefined}
              onClick={() => trailer.current?.click()}
            >
              {t('admin.upload_trailer')}
            </Button>
            {film ? (
              <Button busy={busy} onClick={() => ifValid(() => onSave({ ...featuredRow(form), id }))}>
                {t('admin.save')}
              </Button>
            ) : (
              <Button busy={create.isPending} onClick={() => ifValid(() => banner.current?.click())}>
                {t('admin.upload_banner')}
              </Button>
            )}
          </>
        }
      >
        <FeaturedFields form={form} onChange={setForm} checked={checked} />
        {upload && (
          <div className="mt-5">
            <UploadRow upload={upload} />
          </div>
        )}
        <FileInput
          ref={banner}
          accept="image/*"
          label={t('admin.upload_banner')}
          onFile={(file) =>
            file.type.startsWith('image/')
              ? void create.run(file)
              : toast.error(t('admin.featured_image_only'))
          }
        />
        <FileInput ref={trailer} accept="video/*" label={t('admin.upload_trailer')} onFile={sendTrailer} />
      </DialogContent>
    </FormDialog>
  );
}
