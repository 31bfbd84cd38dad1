import { ChunkSplitter } from './chunk-splitter.ts';
import { BLOCK_BYTES, join, PieceDecrypter } from './piece-decrypter.ts';

/** A connection that brings nothing for this long is broken: not every break raises an error. */
const SILENT_MS = 5000;
/** Less than this is not worth decrypting; a twentieth of a second of the lowest rung's time on a weak connection. */
const PIECE_BYTES = 2048;

interface SegmentSource {
  url: string;
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
}

interface ReadingHooks {
  /** The server answers; `total` is the number of bytes still to come. */
  onAnswer?(total: number): void;
  onBytes?(count: number): void;
  /** The connection broke, or the server answered `status`. Resolves when it is time to try again. */
  onBroken(status: number | undefined): Promise<void>;
}

/** The server answers, but not with the segment. */
export class SegmentRefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`a segment was answered ${status}`);
    this.name = 'SegmentRefusedError';
    this.status = status;
  }
}

/** Yields a segment's chunks as they arrive, decrypted. A broken connection is continued where it broke. */
export async function* readSegment(
  source: SegmentSource,
  hooks: ReadingHooks,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const decrypter = new PieceDecrypter(source.key, source.iv);
  const splitter = new ChunkSplitter();
  let held = new Uint8Array();
  for await (const bytes of readBytes(source, hooks)) {
    held = join(held, bytes);
    if (held.length < PIECE_BYTES) continue;
    // The last block can be padding, which is known when nothing follows.
    const whole = held.length - 1 - ((held.length - 1) % BLOCK_BYTES);
    const chunks = splitter.push(await decrypter.decrypt(held.slice(0, whole)));
    held = held.slice(whole);
    if (chunks) yield chunks;
  }
  const chunks = splitter.push(await decrypter.decryptLast(held));
  if (chunks) yield chunks;
  yield splitter.end();
}

async function* readBytes(
  { url, signal }: SegmentSource,
  { onAnswer, onBytes, onBroken }: ReadingHooks,
): AsyncGenerator<Uint8Array, void, void> {
  for (let received = 0; ; ) {
    let status: number | undefined;
    const request = new AbortController();
    const abort = (): void => request.abort();
    let isBackOnline = false;
    const onOnline = (): void => {
      isBackOnline = true;
      abort();
    };
    signal.addEventListener('abort', abort);
    // What was requested before hangs.
    addEventListener('online', onOnline);
    try {
      const headers: Record<string, string> = received > 0 ? { range: `bytes=${received}-` } : {};
      const response = await inTime(fetch(url, { priority: 'high', signal: request.signal, headers }), abort);
      status = response.status;
      // It broke behind the last byte.
      if (status === 416 && received > 0) return;
      if (!response.ok || !response.body) throw new SegmentRefusedError(status);
      onAnswer?.(Number(response.headers.get('content-length')));
      // A server or cache that ignores ranges begins again.
      let skip = status === 206 ? 0 : received;
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await inTime(reader.read(), abort);
        if (done) return;
        onBytes?.(value.length);
        const bytes = value.subarray(skip);
        skip -= value.length - bytes.length;
        received += bytes.length;
        yield bytes;
      }
    } catch (error) {
      if (signal.aborted || (error instanceof SegmentRefusedError && isFinal(error.status))) throw error;
    } finally {
      signal.removeEventListener('abort', abort);
      removeEventListener('online', onOnline);
      abort();
    }
    if (!isBackOnline) await onBroken(status);
    signal.throwIfAborted();
  }
}

/** Calls `onSilence` when the promise takes too long. */
async function inTime<Value>(promise: Promise<Value>, onSilence: () => void): Promise<Value> {
  const timer = setTimeout(onSilence, SILENT_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Statuses that another try does not change: the session has ended, or the file is missing. */
export function isFinal(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404 || status === 409 || status === 410;
}
