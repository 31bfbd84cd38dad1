import light from 'hls.js/dist/hls.light.min.mjs?url';
import full from 'hls.js/dist/hls.min.mjs?url';
import { preloadModule } from 'react-dom';
import { whenLoaded } from './when-loaded.ts';

/**
 * The playback library, in a file of its own that only the player loads. The full build supports several audio
 * tracks; the light one is a third smaller.
 */
export const ENGINES = { light, full };

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Preloads the engine when somebody is about to watch, unless the connection saves data. */
function preloadEngine(): void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '')) return;
  preloadModule(light, { as: 'script' });
}

/** Longer than a glance at the page. */
const STAYING_MS = 1500;

/**
 * Event handlers for a 'Watch Now' button. Touch screens have no hover, and a tap leaves the page; there, staying on a title's page
 * counts: see watchForStaying.
 */
export const watchIntent = {
  onPointerEnter: preloadEngine,
  onFocus: preloadEngine,
};

/** For a title's own page on touch screens. Returns how to stop. */
export function watchForStaying(): () => void {
  if (matchMedia('(hover: hover)').matches) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  void whenLoaded().then(() => {
    if (!isOver) timer = setTimeout(preloadEngine, STAYING_MS);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
