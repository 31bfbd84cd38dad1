import type { Json } from '@lakou/contract/database-types';
import { type Titled, translateTitle, translationIn } from '#lib/translation-in.ts';
import { useLanguage } from '#lib/translations.tsx';

/** The title with its name in the reader's language, where it has one. */
export function useTranslatedTitle<Title extends Titled>(title: Title): Title {
  const { language } = useLanguage();
  return translateTitle(language, title);
}

interface Described {
  description: string | null;
  description_translations?: Json;
  /** Of the title, and of its own description. */
  language: string | null;
}

/** The description in the reader's language, else in the title's own; `foreign` is that language if it is another one. */
export function useTranslatedDescription({
  description,
  description_translations,
  language: own,
}: Described): {
  text: string | null;
  foreign: string | null;
} {
  const { language } = useLanguage();
  const translation = translationIn(language, description_translations);
  if (translation !== undefined) return { text: translation, foreign: null };
  return { text: description, foreign: description && own !== language ? own : null };
}
