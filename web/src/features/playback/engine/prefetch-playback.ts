import type { Playback } from '@lakou/contract/playback/responses';
import { requestPlayback } from '../request-playback.ts';
import { loadHls } from './hls-engine.ts';

const WATCH_PATH = /^\/watch\/(movie|episode)\/([\da-f-]{36})$/i;

let prefetched: { id: string; playback: Promise<Playback> } | null = null;

/** Requests the ticket and hls.js before the page hydrates. Runs once, when this module is loaded. */
if (typeof document !== 'undefined') {
  const [, media, id] = location.pathname.match(WATCH_PATH) ?? [];
  if (media && id) {
    const playback = requestPlayback(media as 'movie' | 'episode', id).then(async (answer) => {
      await prefetchStart(answer).catch(() => {});
      return answer;
    });
    playback.catch(() => {});
    prefetched = { id, playback };
    loadHls(false).catch(() => {});
  }
}

/**
 * Exchanges the ticket and fetches the first segment into the browser's cache before hydration. Not when playback
 * resumes in the middle: only the engine knows which segment comes first.
 */
async function prefetchStart({ url, base, film, position }: Playback): Promise<void> {
  const [lowest] = film.rungs;
  // After hydration the engine itself is quicker.
  const isHydrated = document.documentElement.dataset.hydrated === 'yes';
  if (isHydrated || !lowest || 'ManagedMediaSource' in globalThis) return;
  const { ok } = await fetch(url);
  if (!ok || position > 0) return;
  for (const file of ['init.mp4', '00000.m4s']) void fetch(`${base}${lowest.name}/${file}`).catch(() => {});
}

/** Returns the prefetched playback once: a ticket can only be exchanged once. */
export function takePrefetchedPlayback(id: string): Promise<Playback> | null {
  const taken = prefetched?.id === id ? prefetched.playback : null;
  prefetched = null;
  return taken;
}
