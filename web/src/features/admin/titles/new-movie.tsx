import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { FilePicker } from '../media/file-picker.tsx';
import { isVideo, isVideoLinked, startFilmUpload } from '../media/film-file.ts';
import { TitleForm, type TitleFormProps } from './title-form.tsx';
import type { EditedTitle } from './title-form-values.ts';

/** Duration of the upload toast, as specified. */
const UPLOAD_TOAST_MS = 10_000;

/** Creates the movie, then uploads its video if one was chosen. The upload continues on the next page. */
export function NewMovie({ preview }: Pick<TitleFormProps, 'preview'>) {
  const t = useTranslations();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [video, setVideo] = useState<File | null>(null);

  async function sendVideo({ id, title }: EditedTitle, file: File): Promise<void> {
    toast.info(t('media.uploading'), { duration: UPLOAD_TOAST_MS });
    const end = await startFilmUpload('movie', id, title, file);
    if ('error' in end) toast.error(t('admin.movie_created_upload_failed'));
    if (!('done' in end)) return;
    const isLinked = await isVideoLinked(queries, { kind: 'movie', id, path: end.path });
    if (!isLinked) toast.error(t('admin.movie_created_link_failed'));
  }

  return (
    <TitleForm
      kind="movie"
      title={null}
      preview={preview}
      onSaved={(movie) => {
        if (video) void sendVideo(movie, video);
        // After the render in which the form is no longer dirty.
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
