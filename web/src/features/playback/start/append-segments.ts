import { eventOf } from './event-of.ts';
import type { StartPlan } from './read-playlists.ts';

/** Seconds on hand beyond which the script waits for the engine, which knows better how much to buffer. */
const ENOUGH_SECONDS = 20;
const RETRY_MS = 1000;
/** A connection that broke without an error: the engine begins again. */
const LONGEST_MS = 30_000;

/** Fetches segments of a plan and appends them, one after the other. */
export class SegmentAppender {
  readonly #base: string;
  readonly #plan: StartPlan;
  readonly #key: Promise<CryptoKey>;
  readonly #video: HTMLVideoElement;
  #first: Promise<ArrayBuffer>;
  #at: number;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  /** Requests the first segment at once, while the media source opens. */
  constructor(base: string, plan: StartPlan, video: HTMLVideoElement, first: number) {
    this.#base = base;
    this.#plan = plan;
    this.#video = video;
    this.#at = first;
    this.#key = crypto.subtle.importKey('raw', plan.key, 'AES-CBC', false, ['decrypt']);
    this.#first = this.#fetch(first);
    this.#first.catch(() => {});
  }

  /** Resolves when it is stopped, has all but the last segment, or cannot go on. */
  run(buffer: SourceBuffer): Promise<void> {
    this.#running = this.#appendAll(buffer);
    return this.#running;
  }

  /** Resolves with the start of the first segment that is missing. */
  async stop(): Promise<number> {
    this.#isOver = true;
    this.#video.dispatchEvent(new Event('handover'));
    await this.#running;
    return this.#plan.segments[this.#at]?.start ?? this.#plan.duration;
  }

  async #appendAll(buffer: SourceBuffer): Promise<void> {
    await append(buffer, this.#plan.init);
    let fetched: Promise<ArrayBuffer> | undefined = this.#first;
    // The engine takes over by appending a segment, so the last is left for it.
    while (!this.#isOver && this.#at < this.#plan.segments.length - 1) {
      try {
        await append(buffer, await (fetched ?? this.#fetch(this.#at)));
        this.#at += 1;
        await this.#untilNeeded();
      } catch (error) {
        // Refused, not playable, or broken while it plays: the engine knows what to do. A TypeError is a broken connection.
        if (!(error instanceof TypeError) || buffer.buffered.length > 0) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      fetched = undefined;
    }
  }

  async #untilNeeded(): Promise<void> {
    const end = this.#plan.segments[this.#at]?.start ?? 0;
    while (!this.#isOver && end - this.#video.currentTime > ENOUGH_SECONDS)
      await eventOf(this.#video, 'timeupdate', 'handover');
  }

  async #fetch(at: number): Promise<ArrayBuffer> {
    const file = this.#plan.segments[at]?.file ?? '';
    const response = await fetch(this.#base + file, {
      priority: 'high',
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    if (!response.ok) throw new Error(`${file} was answered ${response.status}`);
    const bytes = await response.arrayBuffer();
    return crypto.subtle.decrypt({ name: 'AES-CBC', iv: this.#plan.iv }, await this.#key, bytes);
  }
}

async function append(buffer: SourceBuffer, bytes: BufferSource): Promise<void> {
  buffer.appendBuffer(bytes);
  await eventOf(buffer, 'updateend');
}
