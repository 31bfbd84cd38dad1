import { ApiError } from '#lib/api-error.ts';
import { callFunction } from '#lib/call-function.ts';
import { endPlayback } from '../request-playback.ts';
import { isFinal } from '../start/read-segment.ts';
import { waitToRetry } from '../wait-to-retry.ts';
import { isComplete } from './is-complete.ts';

/** The film was encoded again: its files have other names and another key. */
export class FilmReplacedError extends Error {
  override readonly name = 'FilmReplacedError';
}

/** Longer than the largest segment takes on a connection that can be used at all. */
const FILE_TIMEOUT_MS = 120_000;

interface SessionOptions {
  media: 'movie' | 'episode';
  id: string;
  stream: string;
  signal: AbortSignal;
  /** Others of this account play as much as it can. The download waits until one of them ends. */
  onBusy(isBusy: boolean): void;
}

/** Fetches files of a film with a playback session, as the player does, and gets a new one when it has ended. */
export class FilmSession {
  readonly #options: SessionOptions;
  #session: Promise<string> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** A whole file; undefined where the film has none of this name. A broken connection is tried again for ever. */
  async fetch(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { stream, signal } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      this.#session ??= this.#open();
      const session = this.#session;
      await session;
      let status: number | undefined;
      try {
        const timeout = AbortSignal.timeout(FILE_TIMEOUT_MS);
        const response = await fetch(`/stream/${stream}/${file}`, {
          signal: AbortSignal.any([signal, timeout]),
        });
        status = response.status;
        if (status === 404) return undefined;
        if (response.ok) {
          const bytes = new Uint8Array(await response.arrayBuffer());
          if (isComplete(response, bytes)) return bytes;
        } else if (isFinal(status) && this.#session === session) this.#session = undefined;
      } catch {
        signal.throwIfAborted();
      }
      await waitToRetry(status);
    }
  }

  /** It no longer counts as a film that is being watched. */
  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined);
    if (session) await endPlayback(session).catch(() => {});
  }

  async #open(): Promise<string> {
    const { media, id, stream, signal, onBusy } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      try {
        const playback = await callFunction('playback', { mediaType: media, id });
        if (playback.base !== `/stream/${stream}/`) throw new FilmReplacedError();
        const exchanged = await fetch(playback.url, { signal });
        if (exchanged.ok) {
          onBusy(false);
          return playback.session;
        }
        if (exchanged.status === 409) onBusy(true);
        await waitToRetry(exchanged.status);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FilmReplacedError) throw error;
        const status = error instanceof ApiError ? error.status : undefined;
        const isBusy = status === 409 || status === 429;
        if (isBusy) onBusy(true);
        else if (status !== undefined && status < 500) throw error;
        await waitToRetry(status);
      }
    }
  }
}
