import light from 'hls.js/dist/hls.light.min.mjs?url';
import full from 'hls.js/dist/hls.min.mjs?url';
import { preloadModule } from 'react-dom';
import { whenLoaded } from './when-loaded.ts';

/**
 * The engine that plays our films: a file of its own, which only the player loads. The full one knows several sound
 * tracks; the light one weighs a third less.
 */
export const ENGINES = { light, full };

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Somebody is about to watch: the engine comes ahead, unless every byte is counted. */
function fetchAhead(): void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '')) return;
  preloadModule(light, { as: 'script' });
}

/** Long enough to be more than passing by. */
const STAYING_MS = 1500;

/**
 * For a 'Watch Now' button. A finger gives no sign before it taps: where nothing can hover, staying on a title's own
 * page is the intent.
 */
export const watchIntent = {
  onPointerEnter: fetchAhead,
  onFocus: fetchAhead,
  onTouchStart: fetchAhead,
};

/** To be called where the button of a title's own page stands; gives what stops it. */
export function awaitStaying(): () => void {
  if (matchMedia('(hover: hover)').matches) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  void whenLoaded().then(() => {
    if (!left) timer = setTimeout(fetchAhead, STAYING_MS);
  });
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
