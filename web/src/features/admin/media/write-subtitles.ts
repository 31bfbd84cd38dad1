import { extensionOf, type MediaKind, SUBTITLE_TYPES, subtitlePath } from '@lakou/contract/media/files';
import type { SubtitleKind } from '@lakou/contract/media/track-kinds';
import { useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';

/** In the language itself, for people who do not read the language of the page. */
export const SUBTITLE_LANGUAGES: Readonly<Record<string, string>> = {
  ht: 'Kreyòl ayisyen',
  fr: 'Français',
  en: 'English',
  es: 'Español',
  pt: 'Português',
};

interface NewSubtitles {
  file: File;
  language: string;
  kind: SubtitleKind;
}

export function useAddSubtitles(kind: MediaKind, title: string) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { run, isPending } = useAction(
    async ({ file, language, kind: shows }: NewSubtitles) => {
      const id = crypto.randomUUID();
      const extension = extensionOf(file.name);
      const path = subtitlePath(id, extension);
      const client = await supabase();
      // Browsers have no media type for .srt, so the blob sets it.
      const content = new Blob([file], { type: SUBTITLE_TYPES[extension] ?? '' });
      const { error } = await client.storage
        .from('movies')
        .upload(path, content, { contentType: content.type });
      if (error) throw error;
      const name = SUBTITLE_LANGUAGES[language] ?? language;
      const owner = kind === 'movie' ? { movie_id: title } : { episode_id: title };
      rowOrNull(await client.from('subtitles').insert({ id, ...owner, language, name, path, kind: shows }));
    },
    {
      onSuccess: () => toast.success(t('media.subtitles_added')),
      errorKey: 'media.subtitles_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: ['media', 'subtitles'] }),
    },
  );
  return {
    isPending,
    add(input: NewSubtitles): void {
      if (extensionOf(input.file.name) in SUBTITLE_TYPES) void run(input);
      else toast.error(t('media.not_subtitles'));
    },
  };
}
