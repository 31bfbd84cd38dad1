import type {
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderResponse,
} from 'hls.js';
import { importKey } from '../start/piece-decrypter.ts';
import { fromBase64, splitKeyTag } from '../start/read-playlists.ts';
import { isFinal, readSegment, SegmentRefusedError } from '../start/read-segment.ts';
import type { EngineOptions } from './engine.ts';

type LoaderClass = HlsConfig['loader'];
type Callbacks = LoaderCallbacks<LoaderContext>;

interface LoadingHooks {
  /** What came with the ticket: each of those files is answered once without a request. */
  start: EngineOptions['start'];
  onData(): void;
  /** Resolves when it is time to try again. */
  onBroken(status: number | undefined): Promise<void>;
}

/** Where the address is not https, hls.js decrypts, and only whole segments. */
export function canStream(): boolean {
  return Boolean(crypto.subtle);
}

/**
 * hls.js's loader, except for segments: it decrypts them itself, gives each chunk to hls.js when it has arrived and continues
 * broken ones. hls.js therefore sees playlists without a key.
 */
export function streamingLoader(
  Default: LoaderClass,
  { start, onData, onBroken }: LoadingHooks,
): LoaderClass {
  const left = startFiles(start);
  const keys = new Map<string, Promise<CryptoKey>>();
  /** Initialisation vectors by the address of their folder. */
  const vectors = new Map<string, Uint8Array<ArrayBuffer>>();
  const inFolder = (file: string, url: string): string => new URL(file, new URL(url, location.href)).href;

  /** Keeps the playlist's initialisation vector. */
  function withoutKey(response: LoaderResponse, context: LoaderContext): LoaderResponse {
    const found = typeof response.data === 'string' && splitKeyTag(response.data);
    if (!found) return response;
    vectors.set(inFolder('.', response.url || context.url), found.iv);
    return { ...response, data: found.clear };
  }

  function keyAt(url: string): Promise<CryptoKey> {
    const key = keys.get(url) ?? fetchKey(url);
    keys.set(url, key);
    key.catch(() => keys.delete(url));
    return key;
  }

  async function fetchKey(url: string): Promise<CryptoKey> {
    const given = left.get(url);
    if (given instanceof ArrayBuffer) return importKey(given);
    for (;;) {
      const response = await fetch(url).catch(() => undefined);
      if (response?.ok) return importKey(await response.arrayBuffer());
      if (isFinal(response?.status)) throw new SegmentRefusedError(response?.status ?? 0);
      await onBroken(response?.status);
    }
  }

  return class extends (Default as new (config: HlsConfig) => Loader<LoaderContext>) {
    readonly #request = new AbortController();
    #onAbort: (() => void) | undefined;

    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: Callbacks): void {
      const url = inFolder('', context.url);
      const iv = isMedia(context) ? vectors.get(inFolder('.', url)) : undefined;
      // The ticket in the first address was exchanged with the answer that brought the files.
      const [file = ''] = url.split('?');
      const data = left.get(file);
      if (iv) void this.#stream(context, callbacks, iv);
      else if (data === undefined) super.load(context, config, this.#withoutKey(callbacks));
      else {
        left.delete(file);
        this.#answer(context, this.#withoutKey(callbacks), data);
      }
    }

    override abort(): void {
      if (this.#onAbort) {
        this.stats.aborted = true;
        this.#request.abort();
        this.#onAbort();
      } else super.abort();
    }

    override destroy(): void {
      this.#onAbort = undefined;
      this.#request.abort();
      super.destroy();
    }

    #withoutKey(callbacks: Callbacks): Callbacks {
      return {
        ...callbacks,
        onSuccess: (response, stats, context, details) =>
          callbacks.onSuccess(withoutKey(response, context), stats, context, details),
      };
    }

    #answer(context: LoaderContext, { onSuccess }: Callbacks, data: string | ArrayBuffer): void {
      const now = performance.now();
      const size = typeof data === 'string' ? data.length : data.byteLength;
      const { stats } = this;
      Object.assign(stats, { loaded: size, total: size, chunkCount: 1 });
      Object.assign(stats.loading, { start: now, first: now, end: now });
      this.context = context;
      queueMicrotask(() => {
        if (!stats.aborted) onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
      });
    }

    async #stream(context: LoaderContext, callbacks: Callbacks, iv: Uint8Array<ArrayBuffer>): Promise<void> {
      const { stats } = this;
      const { signal } = this.#request;
      const { url } = context;
      this.context = context;
      this.#onAbort = () => callbacks.onAbort?.(stats, context, null);
      stats.loading.start = performance.now();
      try {
        const key = await keyAt(inFolder('../key', url));
        const chunks = readSegment(
          { url, key, iv, signal },
          {
            onAnswer(total) {
              stats.loading.first = performance.now();
              stats.total = total;
            },
            onBytes(count) {
              stats.loaded += count;
              onData();
            },
            async onBroken(status) {
              await onBroken(status);
              // What is measured is the connection that is back.
              stats.loaded = 0;
              Object.assign(stats.loading, { start: performance.now(), first: 0 });
            },
          },
        );
        for await (const bytes of chunks) callbacks.onProgress?.(stats, context, bytes.buffer, null);
        stats.loading.end = performance.now();
        this.#onAbort = undefined;
        callbacks.onSuccess({ url, data: new ArrayBuffer(0), code: 200 }, stats, context, null);
      } catch (error) {
        if (signal.aborted) return;
        this.#onAbort = undefined;
        const code = error instanceof SegmentRefusedError ? error.status : 0;
        callbacks.onError({ code, text: String(error) }, context, null, stats);
      }
    }
  };
}

/** A segment with pictures or sound, not its header. */
function isMedia(context: LoaderContext): boolean {
  const { frag } = context as Partial<FragmentLoaderContext>;
  return frag !== undefined && frag.sn !== 'initSegment';
}

/** By their address. */
function startFiles(start: EngineOptions['start']): Map<string, string | ArrayBuffer> {
  if (!start) return new Map();
  const { base, files } = start;
  const at = (name: string): string => new URL(base + name, location.href).href;
  return new Map<string, string | ArrayBuffer>([
    ...Object.entries(files.playlists).map(([name, text]) => [at(name), text] as const),
    ...Object.entries(files.bytes).map(([name, text]) => [at(name), fromBase64(text).buffer] as const),
  ]);
}
