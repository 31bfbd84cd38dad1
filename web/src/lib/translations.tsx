import type { Language } from '@lakou/contract/languages';
import { type MessageKey, type Messages, translate } from '@lakou/contract/translate';
import { createContext, useContext, useMemo } from 'react';

export interface LanguageState {
  language: Language;
  messages: Messages;
  /** Changes the language, and remembers it in a cookie. */
  setLanguage(language: Language): Promise<void>;
}

export const LanguageContext = createContext<LanguageState | null>(null);

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('useLanguage() needs LanguageContext: render inside of Providers');
  return state;
}

export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** `t('shell.sign_in')`: the message in the reader's language. */
export function useTranslations(): Translate {
  const { language, messages } = useLanguage();
  return useMemo(() => (key, values) => translate(messages, language, key, values), [language, messages]);
}
