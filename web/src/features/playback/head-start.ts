import type { Playback } from '@lakou/contract/playback';
import { askPlayback } from './ask-playback.ts';
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
    const asked = askPlayback(media as 'movie' | 'episode', id);
    asked.catch(() => {});
    begun = { id, asked };
    loadHls(false).catch(() => {});
  }
}

/** What was asked for ahead, for the first who wants it: a ticket works once. */
export function takeHeadStart(id: string): Promise<Playback> | null {
  const taken = begun?.id === id ? begun.asked : null;
  begun = null;
  return taken;
}
