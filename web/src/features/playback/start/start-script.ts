import type { Playback } from '@lakou/contract/playback/responses';
import { readBudgetState } from '#lib/data-budget.ts';
import { eventOf } from '#lib/event-of.ts';
import { wasOpenedFrom } from '#lib/opened-from.ts';
import { freshToken, hasStoredSession, memberToken, storedUserId } from '#lib/stored-session.ts';
import { readPlaying, savePlaying } from '../playing-sessions.ts';
import { resumePosition } from '../progress/resume-position.ts';
import { findStoredProgress } from '../progress/stored-progress.ts';
import { createSampledMeter } from '../quality/report-quality.ts';
import type { EarlyPlayback } from './early-playback.ts';
import { type EarlyFilm, leaveEarly } from './leave-early.ts';
import { openVideo } from './open-video.ts';
import { startQuery } from './start-query.ts';
import { waitForSeconds } from './wait-for-seconds.ts';

/** After this time the app requests the ticket again. Keep equal to TIMEOUT_MS in lib/call-function.ts. */
const TICKET_TIMEOUT_MS = 20_000;

/** Runs in the document of `/watch/…`, before the app: see lib/inline-scripts.ts. */
const [, mediaType, id] = (/^\/watch\/(movie|episode)\/([\da-f-]{36})$/i.exec(location.pathname) ?? []) as [
  string?,
  ('movie' | 'episode')?,
  string?,
];
const token = freshToken();
// A member whose token has expired waits for the auth client.
if (mediaType && id && (token || !hasStoredSession())) globalThis.earlyPlayback = begin(mediaType, id);

// Until the app is there, the way back is a plain link, which would leave the player in the history.
addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-way-back]');
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!wasOpenedFrom(link.pathname)) return;
  event.preventDefault();
  history.back();
});

function begin(media: 'movie' | 'episode', title: string): EarlyPlayback {
  const answer = requestTicket(media, title);
  const opening = answer.then(({ status, body }) => open(status, body, media, title));
  const shown = opening.then(
    () => {},
    () => {},
  );
  const hasTime = async (): Promise<void> => {
    const opened = await opening.catch(() => null);
    if (opened) await waitForSeconds(opened);
  };
  return { id: title, answer, opening, shown, hasTime };
}

async function requestTicket(mediaType: string, id: string): EarlyPlayback['answer'] {
  const replaces = readPlaying(id);
  const member = memberToken(token);
  const response = await fetch(`/functions/v1/playback${startQuery()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(member && { authorization: `Bearer ${member}` }) },
    body: JSON.stringify({ mediaType, id, ...(replaces && { replaces }) }),
    signal: AbortSignal.timeout(TICKET_TIMEOUT_MS),
  });
  const body = await response.json();
  if (response.ok) savePlaying(id, (body as Playback).session);
  return { status: response.status, body };
}

async function open(
  status: number,
  playback: Playback,
  media: 'movie' | 'episode',
  id: string,
): EarlyPlayback['opening'] {
  if (status !== 200) return null;
  const viewer = memberToken(token) && storedUserId();
  const startAt = resumePosition(findStoredProgress(id, viewer), playback);
  const meter = createSampledMeter();
  const film: EarlyFilm = { media, id, viewer, playback, startAt, place: null, opened: null, meter };
  addEventListener('pagehide', () => leaveEarly(film));
  // This script runs at the beginning of the document.
  while (document.readyState === 'loading') await eventOf(document, 'readystatechange');
  film.place = document.querySelector('[data-early-video]');
  // Beyond the viewer's limit nothing is loaded: the player says so.
  if (readBudgetState().state === 'over') return null;
  film.opened = film.place && (await openVideo(playback, startAt, film.place, meter));
  return film.opened;
}
