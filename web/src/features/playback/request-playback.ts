import type { PlaybackInput } from '@lakou/contract/playback/inputs';
import type { Playback, PlaybackRefusal, RunningStream } from '@lakou/contract/playback/responses';
import { ApiError } from '#lib/api-error.ts';
import { callFunction } from '#lib/call-function.ts';
import { supabase } from '#lib/supabase.ts';

/** The server refused playback. A network failure is not a refusal. */
export class PlaybackRefusedError extends Error {
  readonly key: PlaybackRefusal['error'] | 'failed';
  readonly streams: RunningStream[];
  /** For an episode: the series it belongs to. */
  readonly series: string | undefined;

  constructor(key: PlaybackRefusedError['key'], refusal: Partial<PlaybackRefusal> = {}) {
    super(refusal.message ?? key);
    this.name = 'PlaybackRefusedError';
    this.key = key;
    this.streams = refusal.streams ?? [];
    this.series = refusal.series_id;
  }
}

/** Requests a ticket. Throws `PlaybackRefusedError`, or the network error. */
export async function requestPlayback(mediaType: PlaybackInput['mediaType'], id: string): Promise<Playback> {
  const replaces = readSession(id);
  try {
    const playback = await callFunction('playback', { mediaType, id, ...(replaces && { replaces }) });
    saveSession(id, playback.session);
    return playback;
  } catch (error) {
    // A gateway without a server behind it is a network failure: the player tries again.
    if (!(error instanceof ApiError) || error.status >= 502) throw error;
    const refusal = error.details as Partial<PlaybackRefusal>;
    throw new PlaybackRefusedError(refusal.error ?? 'failed', refusal);
  }
}

/** Ends one of the viewer's own sessions, on any device. */
export async function endPlayback(session: string): Promise<void> {
  const { error } = await (await supabase()).rpc('end_playback', { session });
  if (error) throw error;
}

// After a reload the new session replaces the old one, which would otherwise count against the limit.
const KEY = 'lakou-playing';

function readSession(id: string): string | undefined {
  try {
    const [title, session] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return title === id ? session : undefined;
  } catch {
    return undefined;
  }
}

function saveSession(id: string, session: string): void {
  try {
    sessionStorage.setItem(KEY, `${id} ${session}`);
  } catch {
    // Without storage the old session counts until it is idle.
  }
}
