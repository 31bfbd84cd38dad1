import type { Playback } from '@lakou/contract/playback';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#lib/session.ts';
import { takeHeadStart } from './engine/head-start.ts';
import { Refused, requestPlayback } from './request-playback.ts';

export type Stage =
  | { at: 'asking'; lost: boolean }
  | { at: 'refused'; refusal: Refused }
  | { at: 'open'; playback: Playback };

const LONGEST_PAUSE_MS = 5000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });
}

/** From the question whether this may be watched to the answer; a lost network is no answer and is asked again. */
export function useTicket(media: 'movie' | 'episode', id: string) {
  const [stage, setStage] = useState<Stage>({ at: 'asking', lost: false });
  const [round, setRound] = useState(0);
  const { user, status } = useSession();
  const asker = useRef<string | null | undefined>(undefined);

  const ask = useCallback(
    async (isOver: () => boolean, onLost: () => void = () => {}): Promise<Playback> => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await ((tries === 0 && takeHeadStart(id)) || requestPlayback(media, id));
        } catch (error) {
          if (error instanceof Refused || isOver()) throw error;
          if (tries > 0 || !navigator.onLine) onLost();
          await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** tries));
        }
      }
    },
    [media, id],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    let over = false;
    setStage({ at: 'asking', lost: false });
    ask(
      () => over,
      () => !over && setStage({ at: 'asking', lost: true }),
    ).then(
      (playback) => !over && setStage({ at: 'open', playback }),
      (error) => {
        if (!over)
          setStage({ at: 'refused', refusal: error instanceof Refused ? error : new Refused('failed') });
      },
    );
    return () => {
      over = true;
    };
  }, [ask, round]);

  const again = useCallback(() => setRound((last) => last + 1), []);

  // Whoever signs in meanwhile, here or in another tab, is somebody else to the house.
  useEffect(() => {
    if (status === 'checking') return;
    const now = user?.id ?? null;
    if (asker.current !== undefined && asker.current !== now && stage.at === 'refused') again();
    asker.current = now;
  }, [user, status, stage.at, again]);

  return {
    stage,
    again,
    /** A fresh ticket for what is playing already. */
    renew: useCallback(() => ask(() => false), [ask]),
    refuse: useCallback((refusal: Refused) => setStage({ at: 'refused', refusal }), []),
  };
}
