import type { Language } from '@lakou/contract/languages';
import { markStylesCached } from '#lib/cache-styles.ts';
import { loadFonts } from '#lib/fonts.ts';
import { loadScope } from '#lib/page-messages.ts';
import { untilFilmHasTime } from '#lib/until-film-has-time.ts';
import { registerServiceWorker } from '#service-worker/register-worker.ts';

interface LaterOptions {
  language: Language;
  savesData: boolean;
  loadRoutes(): Promise<unknown>;
}

/** What the next pages use. A film that plays needs the line more. */
export async function loadLater({ language, savesData, loadRoutes }: LaterOptions): Promise<void> {
  const video = document.querySelector('video');
  if (video) await untilFilmHasTime(video);
  if (!savesData) await loadFonts();
  markStylesCached();
  await Promise.all([
    registerServiceWorker(),
    // Dialogs and other pages then need not wait for them.
    loadScope(language, 'everyone'),
    loadRoutes(),
  ]);
}
