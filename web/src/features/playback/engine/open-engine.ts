import type { Film } from '@lakou/contract/playback/responses';
import type { Engine, EngineOptions } from './engine.ts';
import { createHlsEngine, loadHls } from './hls-engine.ts';
import { createNativeEngine } from './native-engine.ts';

const HLS = 'application/vnd.apple.mpegurl';

/** The engine for this film and browser; null when none can play it. Throws when hls.js cannot be loaded. */
export async function openEngine(film: Film, options: EngineOptions): Promise<Engine | null> {
  const playsHls = options.video.canPlayType(HLS) !== '';
  // Chromium also answers "maybe"; only browsers with ManagedMediaSource really play HLS.
  if (playsHls && 'ManagedMediaSource' in globalThis && !options.stored) return createNativeEngine(options);
  const module = await loadHls(film.audio.length > 1);
  if (module.default.isSupported()) return createHlsEngine(module, options);
  // A browser's own player knows nothing of our storage.
  return playsHls && !options.stored ? createNativeEngine(options) : null;
}
