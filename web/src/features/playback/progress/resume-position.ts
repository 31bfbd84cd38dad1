import type { Playback } from '@lakou/contract/playback/responses';
import type { StoredProgress } from './stored-progress.ts';

/** A film that was left closer to its end begins again: seconds, and of short clips a tenth. The server begins watched ones again. */
const END_SECONDS = 5;
const END_SHARE = 0.1;

/** Where a film starts: what this browser stored is newer than what the server knows. */
export function resumePosition(
  stored: StoredProgress | undefined,
  { position, film }: Pick<Playback, 'position' | 'film'>,
): number {
  const at = stored?.position ?? position;
  const end = film.duration - Math.min(END_SECONDS, film.duration * END_SHARE);
  return at >= end ? 0 : at;
}
