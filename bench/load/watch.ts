import { setTimeout as sleep } from 'node:timers/promises';
import type { Playback } from '../../contract/src/playback/responses.ts';
import type { Person, World } from './people.ts';
import type { Tally } from './tally.ts';

/** As the player does: so many seconds are kept ahead, and progress is reported every ten. */
const AHEAD_S = 30;
const REPORT_MS = 10_000;
/** Starts with one segment; a longer wait than this for more is a stall. */
const MAX_FILM_S = 600;

interface Segment {
  path: string;
  seconds: number;
}

/** Watches a film from ticket to last segment, at its pace. */
export async function watch(
  person: Person,
  world: World,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const { visitor } = person;
  const id = world.film();
  await visitor.send('page', `/films/${id}`);
  const asked = await visitor.post('api', '/functions/v1/playback', { mediaType: 'movie', id });
  if (asked.status !== 200) {
    tally.example(`playback: ${asked.status} ${asked.body.toString('utf8', 0, 200)}`);
    await sleep(2_000);
    return;
  }
  const playback = JSON.parse(asked.body.toString()) as Playback;
  const master = (await visitor.send('playlist', playback.url, { headers: plain })).body.toString();
  const rungs = master.match(/^v\d+\/playlist\.m3u8$/gm) ?? [];
  const rung = rungs[Math.floor(Math.random() * rungs.length)];
  if (!rung) return;
  const list = (await visitor.send('playlist', playback.base + rung, { headers: plain })).body.toString();
  await visitor.send('playlist', `${playback.base}key`);
  const segments = readSegments(list, `${playback.base}${rung.split('/')[0]}/`);
  await play(segments, { person, base: playback.base, tally, isOver });
}

const plain = { 'accept-encoding': 'identity' };

/** `#EXTINF` and the name after it. */
export function readSegments(playlist: string, base: string): Segment[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n([\w-]+\.m4s)$/gm)].map(([, seconds, name]) => ({
    seconds: Number(seconds),
    path: `${base}${name}`,
  }));
}

interface Playing {
  person: Person;
  base: string;
  tally: Tally;
  isOver: () => boolean;
}

/** Short films are watched again until ten minutes are over. */
async function play(segments: Segment[], { person, base, tally, isOver }: Playing): Promise<void> {
  if (segments.length === 0) return;
  let begun = 0;
  let loaded = 0;
  let reported = performance.now();
  for (let n = 0; loaded < MAX_FILM_S && !isOver(); n += 1) {
    const segment = segments[n % segments.length] as Segment;
    const answer = await person.visitor.send('segment', segment.path);
    if (answer.status !== 200) return;
    const now = performance.now();
    if (begun === 0) begun = now;
    const played = (now - begun) / 1000;
    if (n > 0 && played > loaded) {
      tally.stalled();
      // What is played goes on from here.
      begun = now - loaded * 1000;
    }
    loaded += segment.seconds;
    if (now - reported > REPORT_MS) {
      reported = now;
      await person.visitor.send('write', `${base}progress`, {
        method: 'POST',
        body: JSON.stringify({ position: Math.round(played), duration: MAX_FILM_S, seconds: 10 }),
      });
    }
    const ahead = loaded - (performance.now() - begun) / 1000;
    if (ahead > AHEAD_S) await sleep((ahead - AHEAD_S) * 1000);
  }
}
