import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { translationIn } from '#lib/translation-in.ts';
import { useLanguage } from '#lib/translations.tsx';
import { categories } from './read-titles.ts';

/** What a genre or category is called in the reader's language; one without a translation keeps its name. */
export function useGenreNames(): (genre: string) => string {
  const { language } = useLanguage();
  const { data } = useQuery(categories());
  return useMemo(() => {
    const names = new Map(
      data?.map(({ name, name_translations }) => [
        name.toLowerCase(),
        translationIn(language, name_translations) ?? name,
      ]),
    );
    return (genre) => names.get(genre.toLowerCase()) ?? genre;
  }, [data, language]);
}
