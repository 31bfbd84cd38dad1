import type { MediaKind } from '@lakou/contract/media';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { isVideo, startFilmUpload } from './film-file.ts';

/** What the specification grants the toast about an upload. */
const UPLOAD_TOAST_MS = 10_000;

/** Sends a film and links it to its title. It goes on when the page that began it is left. */
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
      if ('refused' in end) {
        const { key } = end.refused;
        toast.error(key ? t(`errors.${key}`) : t('media.upload_failed'));
      } else if ('canceled' in end) {
        toast.info(t('media.upload_canceled'));
      } else {
        await link(kind, id, end.path).then(
          () => toast.success(t('media.upload_done')),
          () => toast.error(t('media.movie_update_failed')),
        );
      }
      await queries.invalidateQueries({ queryKey: ['media'] });
    },
    [kind, id, title, t, queries],
  );
}

async function link(kind: MediaKind, id: string, path: string): Promise<void> {
  const from = (await supabase()).from(kind === 'movie' ? 'movies' : 'episodes');
  rowOrNull(await from.update({ video_url: path }).eq('id', id));
}
