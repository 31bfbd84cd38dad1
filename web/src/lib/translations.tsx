import type { Language } from '@lakou/contract/languages';
import { type MessageKey, type Messages, translate } from '@lakou/contract/translate';
import { createContext, useContext, useMemo } from 'react';

export interface LanguageState {
  language: Language;
  words: Messages;
  /** Speaks another language from now on, and remembers it. */
  speak(language: Language): Promise<void>;
}

export const LanguageContext = createContext<LanguageState | null>(null);

/** Which language is spoken here, and how to change it. */
export function useLanguage(): LanguageState {
  const speech = useContext(LanguageContext);
  if (!speech) throw new Error('a sentence outside of the app');
  return speech;
}

export type Translate = (key: MessageKey, blanks?: Readonly<Record<string, string | number>>) => string;

/** `t('identity.sign_in')`: the sentence in the reader's language. */
export function useTranslations(): Translate {
  const { language, words } = useLanguage();
  return useMemo(() => (key, blanks) => translate(words, language, key, blanks), [language, words]);
}
