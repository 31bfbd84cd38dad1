import { isLanguage } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages } from '@lakou/contract/translate';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { createQueryClient } from '#lib/database.ts';
import { awaitInstallPrompt } from '#lib/install-prompt.ts';
import { keepStyles } from '#lib/keep-styles.ts';
import { Providers } from '#lib/providers.tsx';
import { hintOf, startSession } from '#lib/session.ts';
import { connectTo, database } from '#lib/supabase.ts';
import { isTheme } from '#lib/theme.tsx';
import { whenLoaded } from '#lib/when-loaded.ts';
import { forgetPages, stayOffline } from '#service-worker/stay-offline.ts';

awaitInstallPrompt();
const { lang, dataset } = document.documentElement;
const language = isLanguage(lang) ? lang : 'en';
const handover = JSON.parse(document.getElementById('handover')?.textContent ?? '{}') as {
  settings: PublicSettings;
  state: DehydratedState;
};
// What a library styles by itself carries the page's own nonce.
// Browsers hide it from the attribute, where a foreign style sheet could read it out.
setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');
// The house answers at whatever name the visitor reached it by.
connectTo({ ...handover.settings, url: location.origin });
const queries = createQueryClient(database);
hydrate(queries, handover.state);

loadMessages(language).then((words) => {
  const beginning = {
    settings: handover.settings,
    language,
    words,
    theme: isTheme(dataset.theme) ? dataset.theme : ('dark' as const),
    // As the page was drawn, which for a page kept for offline may be some time ago.
    hint: hintOf(dataset.hint),
    queries,
  };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Providers beginning={beginning}>
          <HydratedRouter />
        </Providers>
      </StrictMode>,
    );
  });
  // Whoever comes or goes sees other things: nothing of the last reader stays.
  startSession({
    onChange() {
      void queries.resetQueries();
      forgetPages();
    },
  });
  void whenLoaded().then(keepStyles).then(stayOffline);
});

// After an update of the site the files of the old one are gone: whoever still asks for them starts anew, once.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('lakou-renewed') ?? 0);
  if (!navigator.onLine || Date.now() - last < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem('lakou-renewed', String(Date.now()));
  location.reload();
});
