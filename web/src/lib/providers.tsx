import type { Language } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { Messages } from '@lakou/contract/translate';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { writeCookie } from './cookies.ts';
import { SettingsContext } from './page-frame.ts';
import { loadScope, messageScope } from './page-messages.ts';
import { SaveDataContext } from './save-data.ts';
import { SessionHintContext } from './session.ts';
import type { SessionHint } from './session-hint.ts';
import { type Theme, ThemeContext } from './theme.tsx';
import { LanguageContext } from './translations.tsx';

export interface InitialState {
  settings: PublicSettings;
  language: Language;
  messages: Messages;
  theme: Theme;
  hint: SessionHint;
  savesData: boolean;
  queries: QueryClient;
}

/** The contexts around every page. The same on the server and in the browser, so that both render the same. */
export function Providers({ initial, children }: { initial: InitialState; children: ReactNode }) {
  const [translations, setTranslations] = useState({
    language: initial.language,
    messages: initial.messages,
  });
  const [theme, setTheme] = useState(initial.theme);
  const languageState = useMemo(
    () => ({
      ...translations,
      async setLanguage(language: Language) {
        const messages = await loadScope(language, messageScope(location.pathname));
        setTranslations({ language, messages });
        writeCookie('language', language);
      },
    }),
    [translations],
  );
  const themeState = useMemo(
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
    <SettingsContext value={initial.settings}>
      <LanguageContext value={languageState}>
        <ThemeContext value={themeState}>
          <SessionHintContext value={initial.hint}>
            <SaveDataContext value={initial.savesData}>
              <QueryClientProvider client={initial.queries}>{children}</QueryClientProvider>
            </SaveDataContext>
          </SessionHintContext>
        </ThemeContext>
      </LanguageContext>
    </SettingsContext>
  );
}
