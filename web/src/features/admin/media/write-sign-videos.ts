import { extensionOf, type MediaKind, signPath, VIDEO_TYPES } from '@lakou/contract/media/files';
import { SIGN_LANGUAGES, type SignLanguage } from '@lakou/contract/media/sign-languages';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { isVideo } from './film-file.ts';
import { startUpload } from './uploads.ts';

export const signUploadName = (kind: MediaKind, id: string, language: SignLanguage): string =>
  `sign-${kind}-${id}-${language}`;

/** Uploads the video of an interpreter. The upload continues on other pages. */
export function useAddSignVideo(
  kind: MediaKind,
  id: string,
  title: string,
): (file: File, language: SignLanguage) => Promise<void> {
  const t = useTranslations();
  const queries = useQueryClient();
  return useCallback(
    async (file, language) => {
      if (!isVideo(file)) {
        toast.error(t('media.not_a_video'));
        return;
      }
      const extension = extensionOf(file.name);
      const end = await startUpload({
        file,
        title: [SIGN_LANGUAGES[language], title].filter(Boolean).join(' · '),
        name: signUploadName(kind, id, language),
        bucket: 'movies',
        path: signPath(crypto.randomUUID(), extension),
        cacheControl: 3600,
        contentType: VIDEO_TYPES[extension] ?? file.type,
      });
      if ('canceled' in end) return void toast.info(t('media.upload_canceled'));
      if ('error' in end) {
        const { key } = end.error;
        return void toast.error(key ? t(`errors.${key}`) : t('media.upload_failed'));
      }
      const owner = kind === 'movie' ? { movie_id: id } : { episode_id: id };
      const client = await supabase();
      const { error } = await client.from('sign_videos').insert({ ...owner, language, path: end.path });
      if (error) toast.error(t('media.sign_failed'));
      else toast.success(t('media.sign_added'));
      await queries.invalidateQueries({ queryKey: ['media', 'sign_videos'] });
    },
    [kind, id, title, t, queries],
  );
}
