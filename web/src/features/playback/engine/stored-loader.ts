import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import type { StoredFiles } from './engine.ts';

type LoaderClass = HlsConfig['loader'];
type Callbacks = LoaderCallbacks<LoaderContext>;

/** A file that is gone does not come back by trying again. */
const GONE = 410;

/** hls.js's loader for a downloaded film: every file comes from this browser's storage, decrypted. */
export function storedLoader(Default: LoaderClass, { base, read }: StoredFiles): LoaderClass {
  const root = new URL(base, location.href).href;

  return class extends (Default as new (config: HlsConfig) => Loader<LoaderContext>) {
    #isOver = false;

    override load(context: LoaderContext, _config: LoaderConfiguration, callbacks: Callbacks): void {
      this.context = context;
      void this.#read(context, callbacks);
    }

    override abort(): void {
      if (this.#isOver) return;
      this.#isOver = true;
      this.stats.aborted = true;
    }

    override destroy(): void {
      this.abort();
      super.destroy();
    }

    async #read(context: LoaderContext, { onSuccess, onError }: Callbacks): Promise<void> {
      const { stats } = this;
      const { url } = context;
      const file = new URL(url, root).href.slice(root.length);
      stats.loading.start = performance.now();
      try {
        const data = await read(file);
        if (this.#isOver) return;
        const size = typeof data === 'string' ? data.length : data.byteLength;
        const now = performance.now();
        Object.assign(stats, { loaded: size, total: size, chunkCount: 1 });
        Object.assign(stats.loading, { first: now, end: now });
        onSuccess({ url, data, code: 200 }, stats, context, null);
      } catch (error) {
        if (!this.#isOver) onError({ code: GONE, text: String(error) }, context, null, stats);
      }
    }
  };
}
