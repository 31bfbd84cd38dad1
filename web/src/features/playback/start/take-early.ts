import type { Playback } from '@lakou/contract/playback/responses';
import { refusalOf } from '../request-playback.ts';
import type { OpenedVideo } from './early-playback.ts';

let opened: { id: string; video: OpenedVideo } | null = null;

/** What the script in the page was answered for this title, once: a ticket can be exchanged once. */
export function takeEarlyPlayback(id: string): Promise<Playback> | null {
  const early = globalThis.earlyPlayback;
  if (early?.id !== id) return null;
  globalThis.earlyPlayback = undefined;
  return early.answer.then(async ({ status, body }) => {
    if (status !== 200) throw refusalOf(status, body) ?? new Error(`playback was answered ${status}`);
    const video = await early.opening.catch(() => null);
    opened = video && { id, video };
    return body;
  });
}

/** The video that already plays this title, once. */
export function takeOpenedVideo(id: string): OpenedVideo | null {
  const taken = opened?.id === id ? opened.video : null;
  opened = null;
  return taken;
}
