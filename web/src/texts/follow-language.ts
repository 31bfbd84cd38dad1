import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLanguage } from '#lib/translations.tsx';

/** Reloads a page's text when the language changes; until then the old text stays. */
export function useFollowLanguage(): void {
  const { language } = useLanguage();
  const { revalidate } = useRevalidator();
  const read = useRef(language);
  useEffect(() => {
    if (read.current === language) return;
    read.current = language;
    void revalidate();
  }, [language, revalidate]);
}
