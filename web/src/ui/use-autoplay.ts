import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { useMotion } from './motion.ts';

interface AutoplayOptions {
  everyMs: number | undefined;
  /** Each new position gets its full time. */
  position: number;
  pauseOnHover: boolean;
  onTurn: () => void;
}

/**
 * Advances by itself, and pauses while the focus is inside, on hover (optional), in a hidden tab, and while the motion
 * of the page is stopped.
 */
export function useAutoplay({ everyMs, position, pauseOnHover, onTurn }: AutoplayOptions) {
  const { paused, toggle } = useMotion();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(false);
  const turn = useEffectEvent(onTurn);
  const playing = everyMs !== undefined && !paused && !focused && !hidden && !(pauseOnHover && hovered);

  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position restarts the timer
  useEffect(() => {
    if (!playing) return;
    const clock = setTimeout(() => turn(), everyMs);
    return () => clearTimeout(clock);
  }, [playing, everyMs, position]);

  return {
    playing,
    paused,
    toggle,
    listeners: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      // Focus on the play button does not pause, or pressing it would do nothing.
      onFocus: (event: FocusEvent) => setFocused(!(event.target as Element).matches('[data-autoplay]')),
      onBlur: () => setFocused(false),
    },
  };
}
