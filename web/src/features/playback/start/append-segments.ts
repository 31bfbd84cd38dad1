import { eventOf } from '#lib/event-of.ts';
import { countBreaks, isBreak, noteBreak } from '../connection-breaks.ts';
import { bufferSize } from '../engine/buffer-size.ts';
import { readPreferences } from '../preferences.ts';
import { waitToRetry } from '../wait-to-retry.ts';
import { isBuffered } from './is-buffered.ts';
import { importKey } from './piece-decrypter.ts';
import type { StartPlan } from './read-playlists.ts';
import { readSegment } from './read-segment.ts';

/** Seconds on hand beyond which the script waits for the engine, which has better levels; fewer where data is saved. */
const ENOUGH_SECONDS = 20;

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;

/** Fetches segments of a plan and appends their chunks as they arrive. */
export class SegmentAppender {
  readonly #base: string;
  readonly #plan: StartPlan;
  readonly #key: Promise<CryptoKey>;
  readonly #video: HTMLVideoElement;
  #reading = new AbortController();
  readonly #first: Chunks;
  #at: number;
  #isOver = false;
  /** Requests that failed since the last chunk. */
  #failures = 0;
  readonly #enough: number;
  #hasNotedBreak = false;
  #running: Promise<void> = Promise.resolve();

  /** Requests the first segment at once, while the media source opens. */
  constructor(base: string, plan: StartPlan, video: HTMLVideoElement, first: number) {
    this.#base = base;
    this.#plan = plan;
    this.#video = video;
    this.#at = first;
    const { maxBufferLength } = bufferSize(countBreaks(), readPreferences().dataSaver);
    this.#enough = Math.min(ENOUGH_SECONDS, maxBufferLength);
    this.#key = importKey(plan.key);
    this.#first = begun(this.#read(first));
    video.addEventListener('seeking', this.#onSeeking);
  }

  /** The connection is lost; it keeps trying. */
  isBroken(): boolean {
    return this.#failures > 0;
  }

  /** The connection is lost, and remembered as a break. */
  hasNotedBreak(): boolean {
    return this.#hasNotedBreak;
  }

  /** Resolves when it is stopped, has all but the last segment, or cannot go on. */
  run(buffer: SourceBuffer): Promise<void> {
    this.#running = this.#appendAll(buffer).catch(() => {
      // Refused, broken until the engine is there, or not playable: the engine knows what to do.
      this.#reading.abort();
      forgetHalfBox(buffer);
    });
    return this.#running;
  }

  /** Resolves with the start of the first segment that is missing; after a jump, of the one that was jumped to. */
  async stop(): Promise<number> {
    this.#isOver = true;
    this.#video.dispatchEvent(new Event('handover'));
    await this.#running;
    this.#video.removeEventListener('seeking', this.#onSeeking);
    return this.#plan.segments[this.#at]?.start ?? this.#plan.duration;
  }

  async #appendAll(buffer: SourceBuffer): Promise<void> {
    await append(buffer, this.#plan.init);
    let chunks: Chunks | undefined = this.#first;
    // The engine takes over by appending a segment, so the last is left for it.
    while (!this.#isOver && this.#at < this.#plan.segments.length - 1) {
      const at = this.#at;
      try {
        for await (const bytes of chunks ?? this.#read(at)) {
          this.#failures = 0;
          this.#hasNotedBreak = false;
          await append(buffer, bytes);
        }
      } catch (error) {
        if (this.#at === at) throw error;
        // The viewer jumped. What was appended of this segment stays.
        buffer.abort();
      }
      chunks = undefined;
      if (this.#at === at) this.#at += 1;
      await this.#untilNeeded();
    }
  }

  /** The browser's own controls jump before the app is there, and the player's while the last segment comes. */
  readonly #onSeeking = (): void => {
    if (isBuffered(this.#video)) return;
    const at = this.#plan.segments.findIndex(({ end }) => end > this.#video.currentTime);
    if (at < 0 || at === this.#at) return;
    this.#at = at;
    this.#reading.abort();
  };

  async #untilNeeded(): Promise<void> {
    const end = this.#plan.segments[this.#at]?.start ?? 0;
    while (!this.#isOver && end - this.#video.currentTime > this.#enough)
      await eventOf(this.#video, 'timeupdate', 'seeking', 'handover');
  }

  async *#read(at: number): Chunks {
    const url = this.#base + (this.#plan.segments[at]?.file ?? '');
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    yield* readSegment(
      { url, key: await this.#key, iv: this.#plan.iv, signal },
      { onBroken: (status) => this.#untilRetry(status) },
    );
  }

  /** A segment that broke is left to the engine once that is there. */
  async #untilRetry(status: number | undefined): Promise<void> {
    this.#failures += 1;
    // Before the first picture the engine begins again, and notes a break that goes on.
    if (!this.#hasNotedBreak && isBreak(this.#failures) && this.#video.played.length > 0) {
      this.#hasNotedBreak = true;
      noteBreak();
    }
    this.#video.dispatchEvent(new Event('break'));
    if (!this.#isOver) await Promise.race([waitToRetry(status), eventOf(this.#video, 'handover')]);
    if (this.#isOver) this.#reading.abort();
  }
}

/** Chunks end with the header of the next box: what the engine appends must not be read as its content. */
function forgetHalfBox(buffer: SourceBuffer): void {
  try {
    buffer.abort();
  } catch {
    // The media source has ended.
  }
}

/** Begins to read before somebody asks for the first chunk. */
function begun(chunks: Chunks): Chunks {
  const first = chunks.next();
  first.catch(() => {});
  return (async function* () {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* chunks;
  })();
}

async function append(buffer: SourceBuffer, bytes: BufferSource): Promise<void> {
  buffer.appendBuffer(bytes);
  await eventOf(buffer, 'updateend');
}
