import { endingOf, type MediaKind, SUBTITLE_TYPES, subtitlePath } from '@lakou/contract/media';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import type { Subtitles } from './read-media.ts';

/** Each under its own name: whoever needs them may not read the page's language. */
export const SUBTITLE_LANGUAGES: Readonly<Record<string, string>> = {
  ht: 'Kreyòl ayisyen',
  fr: 'Français',
  en: 'English',
  es: 'Español',
  pt: 'Português',
};

export function useAddSubtitles(kind: MediaKind, title: string) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ file, language }: { file: File; language: string }) => {
      const id = crypto.randomUUID();
      const ending = endingOf(file.name);
      const path = subtitlePath(id, ending);
      const client = await supabase();
      // As a blob of the right type: browsers know no type for .srt.
      const content = new Blob([file], { type: SUBTITLE_TYPES[ending] ?? '' });
      const { error } = await client.storage
        .from('movies')
        .upload(path, content, { contentType: content.type });
      if (error) throw error;
      const name = SUBTITLE_LANGUAGES[language] ?? language;
      const owner = kind === 'movie' ? { movie_id: title } : { episode_id: title };
      rowOrNull(await client.from('subtitles').insert({ id, ...owner, language, name, path }));
    },
    onSuccess: () => toast.success(t('media.subtitles_added')),
    onError: (error) => toast.error(sayFailure(error, t, 'media.subtitles_failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['media', 'subtitles'] }),
  });
  return {
    busy: isPending,
    add(chosen: { file: File; language: string }): void {
      if (endingOf(chosen.file.name) in SUBTITLE_TYPES) mutate(chosen);
      else toast.error(t('media.not_subtitles'));
    },
  };
}

export function useRemoveSubtitles() {
  const t = useTranslations();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, path }: Subtitles) => {
      const client = await supabase();
      rowOrNull(await client.from('subtitles').delete().eq('id', id));
      await client.storage.from('movies').remove([path]);
    },
    onSuccess: () => toast.success(t('media.subtitles_removed')),
    onError: (error) => toast.error(sayFailure(error, t, 'media.action_failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['media', 'subtitles'] }),
  });
  return { remove: mutate, busy: isPending };
}
