import type { ProgressInput, QualityInput } from '../../contract/src/playback/inputs.ts';
import { QUALITY_SHARE } from '../../contract/src/playback/limits.ts';
import type { Playback } from '../../contract/src/playback/responses.ts';
import { bufferSize } from '../../web/src/features/playback/engine/buffer-size.ts';
import type { Person } from './person.ts';
import { textOf } from './visitor.ts';

/** As web/src/features/playback does it: use-progress.ts and use-quality.ts. */
const REPORT_MS = 10_000;
const QUALITY_MS = 60_000;
/** The script in the page and the engine's beginning play the lowest rung. */
const LOWEST_SEGMENTS = 3;
/** Short films are watched again until so many seconds are over. */
const MAX_FILM_S = 600;

interface Segment {
  path: string;
  seconds: number;
}

export interface Rung {
  /** Path of its playlist inside the stream. */
  playlist: string;
  bandwidth: number;
}

/** Watches a film from its page to its end, at its pace, with the requests of our player in a browser with Media Source Extensions. */
export async function watch(person: Person): Promise<void> {
  const { visitor, world } = person;
  const id = world.film();
  // The other page is for members alone.
  await person.open(person.userId === undefined ? `/titles/${id}` : `/films/${id}`);
  await person.pause(4_000);
  await visitor.send('page', `/watch/movie/${id}`);
  const opened = performance.now();
  const asked = await visitor.post('api', '/functions/v1/playback?start=yes', { mediaType: 'movie', id });
  const playback = JSON.parse(textOf(asked)) as Playback;
  const film = new Viewing(person, playback, { id, opened });
  try {
    await film.play();
  } finally {
    film.stop();
  }
}

/** Of a master playlist, lowest first. */
export function readRungs(master: string): Rung[] {
  return [...master.matchAll(/^#EXT-X-STREAM-INF:.*?\bBANDWIDTH=(\d+).*\n(v\d+\/playlist\.m3u8)$/gm)].map(
    ([, bandwidth, playlist = '']) => ({ playlist, bandwidth: Number(bandwidth) }),
  );
}

/** `#EXTINF` and the name after it. */
export function readSegments(playlist: string, base: string): Segment[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n([\w-]+\.m4s)$/gm)].map(([, seconds, name]) => ({
    seconds: Number(seconds),
    path: `${base}${name}`,
  }));
}

/** How many seconds hls.js keeps ahead of a rung, with our settings and a steady connection. */
export function secondsAhead({ bandwidth }: Pick<Rung, 'bandwidth'>): number {
  const { maxBufferLength, maxBufferSize, maxMaxBufferLength } = bufferSize(0, false);
  return Math.min(maxMaxBufferLength, Math.max(maxBufferLength, (8 * maxBufferSize) / bandwidth));
}

class Viewing {
  readonly #person: Person;
  readonly #playback: Playback;
  readonly #id: string;
  /** When the page was opened. */
  readonly #opened: number;
  readonly #reportsQuality = Math.random() < QUALITY_SHARE;
  readonly #timers: NodeJS.Timeout[] = [];
  /** When it began, as if it had never stood still; 0: not yet. */
  #begun = 0;
  #loaded = 0;
  #stalls = 0;
  #stalledMs = 0;
  #reported = 0;
  #kilobits = 0;

  constructor(person: Person, playback: Playback, { id, opened }: { id: string; opened: number }) {
    this.#person = person;
    this.#playback = playback;
    this.#id = id;
    this.#opened = opened;
  }

  async play(): Promise<void> {
    const { visitor } = this.#person;
    const { base, start } = this.#playback;
    const rungs = readRungs(start?.playlists['master.m3u8'] ?? '');
    const [lowest] = rungs;
    const segments = lowest && this.#segmentsOf(lowest, start?.playlists[lowest.playlist] ?? '');
    // Playlists, initialisation segment and key of the lowest rung came with the ticket.
    if (!lowest || !segments?.length)
      throw this.#person.tally.failed('api', 'a ticket without the film’s beginning');
    let now: { rung: Rung; segments: Segment[] } = { rung: lowest, segments };
    // Who has a phone stays low, who has a television goes high.
    const wanted = rungs[Math.floor(Math.random() * rungs.length)] ?? lowest;
    for (let n = 0; this.#loaded < MAX_FILM_S; n += 1) {
      if (n === LOWEST_SEGMENTS && wanted !== lowest) now = await this.#change(wanted);
      const segment = now.segments[n % now.segments.length] as Segment;
      await visitor.send('segment', segment.path);
      this.#append(segment, now.rung);
      if (n === 0) await this.#begin(base);
      const ahead = this.#loaded - this.#position();
      const wait = ahead - secondsAhead(now.rung);
      if (wait > 0) await this.#person.wait(wait * 1000);
    }
    await this.#person.wait((this.#loaded - this.#position()) * 1000);
  }

  /** The viewer leaves, or the film is over. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#begun === 0 || this.#person.hasLeft) return;
    this.#reportProgress(true);
    if (this.#reportsQuality) this.#reportQuality();
  }

  #segmentsOf({ playlist }: Rung, text: string): Segment[] {
    return readSegments(text, `${this.#playback.base}${playlist.split('/')[0]}/`);
  }

  async #change(rung: Rung): Promise<{ rung: Rung; segments: Segment[] }> {
    const { visitor } = this.#person;
    const { base } = this.#playback;
    const list = await visitor.send('playlist', base + rung.playlist);
    await visitor.send('playlist', `${base}${rung.playlist.split('/')[0]}/init.mp4`);
    return { rung, segments: this.#segmentsOf(rung, textOf(list)) };
  }

  /** What the player asks once the film plays: the head of the key-frame track, for jumps. */
  async #begin(base: string): Promise<void> {
    const { visitor, pace } = this.#person;
    const every = (ms: number, report: () => void) => this.#timers.push(setInterval(report, ms / pace));
    every(REPORT_MS, () => this.#reportProgress(false));
    if (this.#reportsQuality) every(QUALITY_MS, () => this.#reportQuality());
    await Promise.all([
      visitor.send('playlist', `${base}iframes/playlist.m3u8`, { headers: { range: 'bytes=0-511' } }),
      visitor.send('playlist', `${base}iframes/init.mp4`),
    ]);
  }

  #append({ seconds }: Segment, { bandwidth }: Rung): void {
    if (this.#begun === 0) this.#begun = performance.now();
    else if (this.#position() > this.#loaded) {
      this.#stalls += 1;
      this.#stalledMs += ((this.#position() - this.#loaded) / this.#person.pace) * 1000;
      this.#person.tally.stalled();
      // What is played goes on from here.
      this.#begun = performance.now() - (this.#loaded / this.#person.pace) * 1000;
    }
    this.#loaded += seconds;
    this.#kilobits = bandwidth / 1000;
  }

  #position(): number {
    return ((performance.now() - this.#begun) / 1000) * this.#person.pace;
  }

  #reportProgress(ended: boolean): void {
    const report: ProgressInput = {
      position: Math.round(Math.min(this.#position(), this.#loaded) * 10) / 10,
      duration: MAX_FILM_S,
      seconds: REPORT_MS / 1000,
      ...(ended && { ended }),
    };
    // A report that nobody answered comes again with the next one; the film plays on.
    this.#send('write', `${this.#playback.base}progress`, report);
  }

  #reportQuality(): void {
    const now = Math.min(this.#position(), this.#loaded);
    const played_ms = Math.min(300_000, Math.round((now - this.#reported) * 1000));
    const begins = this.#reported === 0;
    this.#reported = now;
    const report: QualityInput = {
      id: this.#id,
      zone: 'America/Port-au-Prince',
      codec: 'h264',
      begins,
      first_picture_ms: begins ? Math.round(Math.min(120_000, this.#begun - this.#opened)) : null,
      stalls: Math.min(100, this.#stalls),
      stalled_ms: Math.min(300_000, Math.round(this.#stalledMs)),
      played_ms,
      rung_ms: played_ms,
      kilobits: Math.round((played_ms / 1000) * Math.min(this.#kilobits, 100_000)),
      errors: 0,
    };
    this.#stalls = 0;
    this.#stalledMs = 0;
    this.#send('api', '/playback-quality', report);
  }

  #send(kind: 'api' | 'write', path: string, report: object): void {
    const headers = { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
    this.#person.visitor
      .send(kind, path, { method: 'POST', headers, body: JSON.stringify(report), isRepeatable: true })
      .catch(() => {
        // It is counted where it failed.
      });
  }
}
