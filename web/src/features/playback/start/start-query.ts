import { START_QUERY } from '@lakou/contract/playback/limits';
import { playsAv1 } from '../av1-support.ts';
import { canOpen } from './can-open.ts';

/** What is asked for with the ticket: the beginning of the film, in the codec that is played to its end. */
export function startQuery(): string {
  if (!canOpen()) return '';
  return `?${START_QUERY}=${playsAv1() ? 'av1' : 'yes'}`;
}
