import type { MediaKind } from '@lakou/contract/media/files';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { isVideo, isVideoLinked, startFilmUpload } from './film-file.ts';

/** Duration of the upload toast, as specified. */
const UPLOAD_TOAST_MS = 10_000;

/** Uploads the video of a title. The upload continues on other pages. */
export function useVideoUpload(kind: MediaKind, id: string, title: string): (file: File) => Promise<void> {
  const t = useTranslations();
  const queries = useQueryClient();
  return useCallback(
    async (file) => {
      if (!isVideo(file)) {
        toast.error(t('media.not_a_video'));
        return;
      }
      toast.info(t('media.uploading'), { duration: UPLOAD_TOAST_MS });
      const end = await startFilmUpload(kind, id, title, file);
      if ('error' in end) {
        const { key } = end.error;
        toast.error(key ? t(`errors.${key}`) : t('media.upload_failed'));
      } else if ('canceled' in end) {
        toast.info(t('media.upload_canceled'));
      } else {
        const isLinked = await isVideoLinked(queries, { kind, id, path: end.path });
        if (isLinked) toast.success(t('media.upload_done'));
        else toast.error(t('media.movie_update_failed'));
      }
      await queries.invalidateQueries({ queryKey: ['media'] });
    },
    [kind, id, title, t, queries],
  );
}
