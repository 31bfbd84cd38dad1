import { useState } from 'react';
import { useNavigate } from 'react-router';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { FilePicker } from '../media/file-picker.tsx';
import { isVideo, startFilmUpload } from '../media/film-file.ts';
import { TitleForm, type TitleFormProps } from './title-form.tsx';
import type { EditedTitle } from './title-form-values.ts';

/** What the specification grants the toast about an upload. */
const UPLOAD_TOAST_MS = 10_000;

/** The record first, then its video, if one was chosen: it goes on while the next page is open. */
export function NewMovie({ preview }: Pick<TitleFormProps, 'preview'>) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [video, setVideo] = useState<File | null>(null);

  async function sendVideo({ id, title }: EditedTitle, file: File): Promise<void> {
    toast.info(t('media.uploading'), { duration: UPLOAD_TOAST_MS });
    const end = await startFilmUpload('movie', id, title, file);
    if ('refused' in end) toast.error(t('admin.movie_created_upload_failed'));
    if (!('done' in end)) return;
    const linked = await (await supabase()).from('movies').update({ video_url: end.path }).eq('id', id);
    try {
      rowOrNull(linked);
    } catch {
      toast.error(t('admin.movie_created_link_failed'));
    }
  }

  return (
    <TitleForm
      kind="movie"
      title={null}
      preview={preview}
      onSaved={(movie) => {
        if (video) void sendVideo(movie, video);
        // After the form knows that nothing is unsaved.
        setTimeout(() => navigate(`/admin/movies/${movie.id}`));
      }}
    >
      {video ? (
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-semibold break-all">{video.name}</span>
          <Button size="s" variant="quiet" onClick={() => setVideo(null)}>
            {t('admin.remove_file', { what: t('admin.video') })}
          </Button>
        </p>
      ) : (
        <FilePicker
          accept="video/*"
          label={t('media.choose_video')}
          hint={t('admin.video_follows')}
          more=" "
          onFile={(file) => (isVideo(file) ? setVideo(file) : toast.error(t('media.not_a_video')))}
        />
      )}
    </TitleForm>
  );
}
