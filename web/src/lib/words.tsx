import type { Language } from '@lakou/contract/languages';
import { say, type WordKey, type Words } from '@lakou/contract/words';
import { createContext, useContext, useMemo } from 'react';

export interface Speech {
  language: Language;
  words: Words;
  /** Speaks another language from now on, and remembers it. */
  speak(language: Language): Promise<void>;
}

export const SpeechContext = createContext<Speech | null>(null);

/** Which language is spoken here, and how to change it. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('a sentence outside of the app');
  return speech;
}

export type Say = (key: WordKey, blanks?: Readonly<Record<string, string | number>>) => string;

/** `t('identity.sign_in')`: the sentence in the reader's language. */
export function useWords(): Say {
  const { language, words } = useSpeech();
  return useMemo(() => (key, blanks) => say(words, language, key, blanks), [language, words]);
}
