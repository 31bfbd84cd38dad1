import type { Playback } from '@lakou/contract/playback/responses';
import type { StoredProgress } from './stored-progress.ts';

/** A film that was left closer to its end begins again. In seconds; the server begins those again that count as watched. */
const END_SECONDS = 5;

/** Where a film starts: what this browser stored is newer than what the server knows. */
export function resumePosition(
  stored: StoredProgress | undefined,
  { position, film }: Pick<Playback, 'position' | 'film'>,
): number {
  const at = stored?.position ?? position;
  return at >= film.duration - END_SECONDS ? 0 : at;
}
