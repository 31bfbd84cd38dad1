import type { Language } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages, type Messages } from '@lakou/contract/translate';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { writeCookie } from './cookies.ts';
import { SettingsContext } from './page-frame.ts';
import { type SessionHint, SessionHintContext } from './session.ts';
import { type Theme, ThemeContext } from './theme.tsx';
import { LanguageContext } from './translations.tsx';

export interface Beginning {
  settings: PublicSettings;
  language: Language;
  words: Messages;
  theme: Theme;
  hint: SessionHint;
  queries: QueryClient;
}

/** Everything a page stands in. The same on the server and in the browser, so that both draw the same picture. */
export function Providers({ beginning, children }: { beginning: Beginning; children: ReactNode }) {
  const [spoken, setSpoken] = useState({ language: beginning.language, words: beginning.words });
  const [theme, setTheme] = useState(beginning.theme);
  const speech = useMemo(
    () => ({
      ...spoken,
      async speak(language: Language) {
        setSpoken({ language, words: await loadMessages(language) });
        writeCookie('language', language);
      },
    }),
    [spoken],
  );
  const lighting = useMemo(
    () => ({
      theme,
      setTheme(next: Theme) {
        setTheme(next);
        writeCookie('theme', next);
      },
    }),
    [theme],
  );
  return (
    <SettingsContext value={beginning.settings}>
      <LanguageContext value={speech}>
        <ThemeContext value={lighting}>
          <SessionHintContext value={beginning.hint}>
            <QueryClientProvider client={beginning.queries}>{children}</QueryClientProvider>
          </SessionHintContext>
        </ThemeContext>
      </LanguageContext>
    </SettingsContext>
  );
}
