import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLanguage } from '#lib/translations.tsx';

/** Lets a page's loader fetch its text again when another language is spoken; until it has, the old text stays. */
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
