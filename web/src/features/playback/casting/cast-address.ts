import type { CastAddress, Film, Playback, PlaybackRefusal } from '@lakou/contract/playback/responses';
import { kindOf } from '../find-track.ts';
import { refusalOf } from '../request-playback.ts';

/** An address of the film that plays here, for a receiver without our cookie. It replaces the one before. */
export async function requestCastAddress(
  { base }: Pick<Playback, 'base'>,
  captions: Film['subtitles'][number] | undefined,
): Promise<string> {
  const answer = await fetch(`${base}cast`, { method: 'POST' });
  if (!answer.ok) {
    const refusal = (await answer.json().catch(() => ({}))) as Partial<PlaybackRefusal>;
    throw refusalOf(answer.status, refusal) ?? new Error(`cast was answered ${answer.status}`);
  }
  const { url } = (await answer.json()) as CastAddress;
  if (!captions) return url;
  return `${url}?${new URLSearchParams({ captions: captions.language, kind: kindOf(captions) })}`;
}

/** The receiver has stopped: its address is worth nothing any more. */
export async function endCastAddress({ base }: Pick<Playback, 'base'>): Promise<void> {
  await fetch(`${base}cast`, { method: 'DELETE', keepalive: true });
}
