import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';

interface AutoplayOptions {
  everyMs: number | undefined;
  /** Each new position gets its full time. */
  position: number;
  pauseOnHover: boolean;
  onTurn: () => void;
}

/**
 * Turns pages by itself, and rests while somebody works inside, hovers (where asked), or looks at another tab.
 * Whoever asked their machine for less motion starts with it stopped, and may start it.
 */
export function useAutoplay({ everyMs, position, pauseOnHover, onTurn }: AutoplayOptions) {
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(false);
  const turn = useEffectEvent(onTurn);
  const playing = everyMs !== undefined && !paused && !focused && !hidden && !(pauseOnHover && hovered);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true);
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position starts the clock anew
  useEffect(() => {
    if (!playing) return;
    const clock = setTimeout(() => turn(), everyMs);
    return () => clearTimeout(clock);
  }, [playing, everyMs, position]);

  return {
    playing,
    paused,
    toggle: () => setPaused(!paused),
    listeners: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      // On the play button itself the focus does not count, or pressing it would do nothing.
      onFocus: (event: FocusEvent) => setFocused(!(event.target as Element).matches('[data-autoplay]')),
      onBlur: () => setFocused(false),
    },
  };
}
