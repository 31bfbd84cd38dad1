import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Commands } from './use-commands.ts';

export interface Scrub {
  /** The position that is being looked for while an arrow is held; null: none. */
  position: number | null;
  /** One press of an arrow, or the next repetition of one that is held. */
  press(direction: 1 | -1, isRepeated: boolean): void;
}

/** Of a single press. */
const SECONDS = 5;
/** Of each repetition while it is held: the longer, the further. Keys repeat ten to thirty times a second. */
const STEPS = [
  { upTo: 10, seconds: 2 },
  { upTo: 30, seconds: 5 },
  { upTo: Number.POSITIVE_INFINITY, seconds: 15 },
];

/**
 * Seeking with arrows. A press seeks at once; a held arrow moves a preview along the bar and seeks when it is released,
 * so that a film is not loaded at every position on the way.
 */
export function useScrub(video: HTMLVideoElement | null, commands: Commands): Scrub {
  const [position, setPosition] = useState<number | null>(null);
  const held = useRef({ position: 0, repeats: 0 });

  const press = useCallback(
    (direction: 1 | -1, isRepeated: boolean): void => {
      if (!video) return;
      if (!isRepeated) {
        commands.seekBy(direction * SECONDS);
        held.current = { position: video.currentTime, repeats: 0 };
        return;
      }
      if (!Number.isFinite(video.duration)) return;
      const { repeats } = held.current;
      const seconds = STEPS.find(({ upTo }) => repeats < upTo)?.seconds ?? SECONDS;
      const next = Math.min(Math.max(0, held.current.position + direction * seconds), video.duration);
      held.current = { position: next, repeats: repeats + 1 };
      setPosition(next);
    },
    [video, commands],
  );

  const isScrubbing = position !== null;
  useEffect(() => {
    if (!isScrubbing) return;
    const finish = (): void => {
      commands.seekTo(held.current.position);
      setPosition(null);
    };
    addEventListener('keyup', finish);
    addEventListener('blur', finish);
    return () => {
      removeEventListener('keyup', finish);
      removeEventListener('blur', finish);
    };
  }, [isScrubbing, commands]);

  return useMemo(() => ({ position, press }), [position, press]);
}
