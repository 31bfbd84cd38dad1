import { isLanguage } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { createQueryClient } from '#lib/database.ts';
import { awaitInstallPrompt } from '#lib/install-prompt.ts';
import { isLeaving, noticeLeaving } from '#lib/leaving.ts';
import { loadScope, messageScope } from '#lib/page-messages.ts';
import { Providers } from '#lib/providers.tsx';
import { createBuiltRouter } from '#lib/router/built-router.tsx';
import type { PageStart } from '#lib/router/page-routes.ts';
import { receiveQueries, type SentQuery } from '#lib/sent-queries.ts';
import { startSession } from '#lib/session.ts';
import { hintOf } from '#lib/session-hint.ts';
import { connectTo, database } from '#lib/supabase.ts';
import { applyLayout, chooseLayout } from '#lib/television/layout.ts';
import { isTheme } from '#lib/theme.tsx';
import { hasTypedInput, noticeTyping } from '#lib/typed-input.ts';
import { whenHydrated } from '#lib/when-hydrated.ts';
import { whenLoaded } from '#lib/when-loaded.ts';
import { announceNewVersion } from '#service-worker/new-version.ts';
import { clearCachedPages } from '#service-worker/worker-messages.ts';

awaitInstallPrompt();
if (location.pathname === '/tv') chooseLayout('tv');
else applyLayout();
if (import.meta.env.DEV) void import('#lib/dev-styles.ts');
const { lang, dataset } = document.documentElement;
const language = isLanguage(lang) ? lang : 'en';
const hydrationData = JSON.parse(document.getElementById('hydration-data')?.textContent ?? '{}') as {
  settings: PublicSettings;
  queries: SentQuery[];
  start: PageStart;
};
// For styles that libraries insert. Browsers hide the nonce attribute from style sheets, so it is read as a property.
setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');
// Requests go to the host name under which the visitor opened the page.
connectTo({ ...hydrationData.settings, url: location.origin });
const queries = createQueryClient(database);
noticeLeaving();
// Of a page from the service worker's cache this is when it was cached.
receiveQueries(queries, hydrationData.queries, Date.parse(document.lastModified));

loadScope(language, messageScope(location.pathname)).then((messages) => {
  // This file can be evaluated before the document's module has named the page's routes, so not earlier than here.
  // In development it is the framework's own router, which updates routes in place.
  const router = import.meta.env.DEV
    ? { element: <HydratedRouter />, loadRoutes: async () => {} }
    : createBuiltRouter(hydrationData.start);
  const initial = {
    settings: hydrationData.settings,
    language,
    messages,
    theme: isTheme(dataset.theme) ? dataset.theme : ('dark' as const),
    // As the page was rendered, which for a cached page can be some time ago.
    hint: hintOf(dataset.hint),
    savesData: dataset.saver === 'yes',
    queries,
  };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Providers initial={initial}>{router.element}</Providers>
      </StrictMode>,
    );
  });
  // Another member must not see what was cached for the last one.
  startSession({
    onChange() {
      void whenHydrated().then(() => queries.resetQueries());
      clearCachedPages();
    },
  });
  void whenLoaded().then(async () => {
    const { loadLater } = await import('#app/load-later.ts');
    await loadLater({ language, savesData: initial.savesData, loadRoutes: router.loadRoutes });
  });
  noticeTyping();
});

// After an update of the site the old files are gone: reloads once to get the new ones, but never during a film, not while somebody
// writes, and not instead of the page that somebody has just chosen.
addEventListener('vite:preloadError', (event) => {
  if (isLeaving()) return;
  const last = Number(sessionStorage.getItem('lakou-reloaded') ?? 0);
  const isPlaying = document.querySelector('[data-player], [data-early-video][data-shown]');
  if (isPlaying || !navigator.onLine || Date.now() - last < 60_000) return;
  if (hasTypedInput()) return announceNewVersion();
  event.preventDefault();
  sessionStorage.setItem('lakou-reloaded', String(Date.now()));
  location.reload();
});
