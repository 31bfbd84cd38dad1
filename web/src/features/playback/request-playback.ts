import type { Playback, PlaybackInput, PlaybackRefusal, RunningStream } from '@lakou/contract/playback';
import { accessToken, supabase } from '#lib/supabase.ts';

/** The house said no, and why. A lost network is none: then there was no answer at all. */
export class Refused extends Error {
  readonly key: PlaybackRefusal['error'] | 'failed';
  readonly streams: RunningStream[];
  /** Of an episode: the series it belongs to. */
  readonly series: string | undefined;

  constructor(key: Refused['key'], refusal: Partial<PlaybackRefusal> = {}) {
    super(refusal.message ?? key);
    this.name = 'Refused';
    this.key = key;
    this.streams = refusal.streams ?? [];
    this.series = refusal.series_id;
  }
}

/** Asks for a ticket. Throws `Refused`, or whatever the network throws. */
export async function requestPlayback(media: PlaybackInput['mediaType'], id: string): Promise<Playback> {
  const token = await accessToken();
  const replaces = lastSession(id);
  const answer = await fetch('/functions/v1/playback', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ mediaType: media, id, ...(replaces && { replaces }) }),
  });
  if (answer.status >= 502) throw new TypeError(`answered ${answer.status}`);
  const body = (await answer.json().catch(() => ({}))) as Playback | PlaybackRefusal;
  if (!answer.ok) {
    const refusal = body as Partial<PlaybackRefusal>;
    throw new Refused(refusal.error ?? 'failed', refusal);
  }
  keepSession(id, (body as Playback).session);
  return body as Playback;
}

/** The person's own, on whatever screen. */
export async function endPlayback(session: string): Promise<void> {
  const { error } = await (await supabase()).rpc('end_playback', { session });
  if (error) throw error;
}

// A reload is the same person in the same place: its old stream makes room for the new one.
const KEY = 'lakou-playing';

function lastSession(id: string): string | undefined {
  try {
    const [title, session] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return title === id ? session : undefined;
  } catch {
    return undefined;
  }
}

function keepSession(id: string, session: string): void {
  try {
    sessionStorage.setItem(KEY, `${id} ${session}`);
  } catch {
    // Without storage the old stream counts until it has been silent for a while.
  }
}
