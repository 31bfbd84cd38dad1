import type { PlaybackInput } from '@lakou/contract/playback/inputs';
import type { Playback, PlaybackRefusal, RunningStream } from '@lakou/contract/playback/responses';
import { ApiError } from '#lib/api-error.ts';
import { callFunction } from '#lib/call-function.ts';
import { supabase } from '#lib/supabase.ts';
import { readPlaying, savePlaying } from './playing-sessions.ts';
import { startQuery } from './start/start-query.ts';

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
  const replaces = readPlaying(id);
  try {
    const input = { mediaType, id, ...(replaces && { replaces }) };
    const playback = await callFunction('playback', input, startQuery());
    savePlaying(id, playback.session);
    return playback;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw refusalOf(error.status, error.details as Partial<PlaybackRefusal>) ?? error;
  }
}

/** Undefined for a gateway without a server behind it: that is a network failure, and the player tries again. */
export function refusalOf(
  status: number,
  refusal: Partial<PlaybackRefusal>,
): PlaybackRefusedError | undefined {
  return status >= 502 ? undefined : new PlaybackRefusedError(refusal.error ?? 'failed', refusal);
}

/** Ends one of the viewer's own sessions, on any device. */
export async function endPlayback(session: string): Promise<void> {
  const { error } = await (await supabase()).rpc('end_playback', { session });
  if (error) throw error;
}
