import type { Film } from '@lakou/contract/playback';
import type { Engine, EngineOptions } from './engine.ts';
import { createHlsEngine, loadHls } from './hls-engine.ts';
import { createNativeEngine } from './native-engine.ts';

const HLS = 'application/vnd.apple.mpegurl';

/** The engine for this film and browser; null where none can play it. Throws when it cannot be fetched. */
export async function openEngine(film: Film, options: EngineOptions): Promise<Engine | null> {
  const playsHls = options.video.canPlayType(HLS) !== '';
  // Chromium too says that it might: only where Apple's own media source is, it really does.
  if (playsHls && 'ManagedMediaSource' in globalThis) return createNativeEngine(options);
  const module = await loadHls(film.audio.length > 1);
  if (module.default.isSupported()) return createHlsEngine(module, options);
  return playsHls ? createNativeEngine(options) : null;
}
