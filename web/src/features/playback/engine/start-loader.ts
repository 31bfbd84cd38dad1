import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { fromBase64 } from '../start/read-playlists.ts';
import type { EngineOptions } from './engine.ts';

type LoaderClass = HlsConfig['loader'];

/** hls.js's loader, except for what came with the ticket: each of those files is answered once without a request. */
export function startLoader(
  Default: LoaderClass,
  { base, files }: NonNullable<EngineOptions['start']>,
): LoaderClass {
  const left = new Map<string, string | ArrayBuffer>([
    ...Object.entries(files.playlists),
    ...Object.entries(files.bytes).map(([name, text]) => [name, fromBase64(text).buffer] as const),
  ]);
  return class extends (Default as new (config: HlsConfig) => Loader<LoaderContext>) {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const { pathname } = new URL(context.url, location.href);
      const name = pathname.startsWith(base) ? pathname.slice(base.length) : '';
      const data = left.get(name);
      if (data === undefined) {
        super.load(context, config, callbacks);
        return;
      }
      left.delete(name);
      const now = performance.now();
      const size = typeof data === 'string' ? data.length : data.byteLength;
      Object.assign(this.stats, { loaded: size, total: size, chunkCount: 1 });
      Object.assign(this.stats.loading, { start: now, first: now, end: now });
      this.context = context;
      queueMicrotask(() => {
        if (!this.stats.aborted)
          callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null);
      });
    }
  };
}
