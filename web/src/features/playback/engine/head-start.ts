import type { Playback } from '@lakou/contract/playback';
import { requestPlayback } from '../request-playback.ts';
import { loadHls } from './hls-engine.ts';

const ADDRESS = /^\/watch\/(movie|episode)\/([\da-f-]{36})$/i;

let begun: { id: string; asked: Promise<Playback> } | null = null;

/**
 * A page that is opened for watching asks for its ticket and its engine while the page itself is still coming alive.
 * Runs once, with the page's code.
 */
if (typeof document !== 'undefined') {
  const [, media, id] = location.pathname.match(ADDRESS) ?? [];
  if (media && id) {
    const asked = requestPlayback(media as 'movie' | 'episode', id).then(async (playback) => {
      await warmUp(playback).catch(() => {});
      return playback;
    });
    asked.catch(() => {});
    begun = { id, asked };
    loadHls(false).catch(() => {});
  }
}

/**
 * The ticket is exchanged, and the first piece of the film comes, while the page is still waking up; the engine then
 * finds it in the browser's cache. Somewhere in the middle only the engine knows which piece comes first.
 */
async function warmUp({ url, base, film, position }: Playback): Promise<void> {
  const [lowest] = film.rungs;
  // Once the page is awake, the engine itself is quicker.
  const awake = document.documentElement.dataset.alive === 'yes';
  if (awake || !lowest || 'ManagedMediaSource' in globalThis) return;
  const { ok } = await fetch(url);
  if (!ok || position > 0) return;
  for (const file of ['init.mp4', '00000.m4s']) void fetch(`${base}${lowest.name}/${file}`).catch(() => {});
}

/** What was asked for ahead, for the first who wants it: a ticket works once. */
export function takeHeadStart(id: string): Promise<Playback> | null {
  const taken = begun?.id === id ? begun.asked : null;
  begun = null;
  return taken;
}
