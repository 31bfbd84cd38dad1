import { type Blocker, type BlockerFunction, IDLE_BLOCKER, type Location } from 'react-router';

type Question = Parameters<BlockerFunction>[0];

interface Options {
  currentLocation: () => Location;
  /** Moves in the browser's history. */
  go: (delta: number) => void;
  onChange: (blockers: Map<string, Blocker>) => void;
}

/** For `useBlocker`: lets a page stop a navigation that would lose what somebody has typed. */
export function createBlockers({ currentLocation, go, onChange }: Options) {
  const questions = new Map<string, BlockerFunction>();
  let blockers = new Map<string, Blocker>();
  /** Goes back to the page that was not left, which is no navigation. */
  let isReturning = false;

  function set(key: string, blocker: Blocker): void {
    blockers = new Map(blockers).set(key, blocker);
    onChange(blockers);
  }

  /** Whether the navigation has to wait for an answer; `proceed` repeats it. */
  function stop(
    nextLocation: Location,
    historyAction: Question['historyAction'],
    proceed: () => void,
  ): boolean {
    const [key, shouldBlock] = [...questions].at(-1) ?? [];
    if (key === undefined || !shouldBlock || blockers.get(key)?.state === 'proceeding') return false;
    if (!shouldBlock({ currentLocation: currentLocation(), nextLocation, historyAction })) return false;
    set(key, {
      state: 'blocked',
      location: nextLocation,
      proceed() {
        set(key, { state: 'proceeding', location: nextLocation, proceed: undefined, reset: undefined });
        proceed();
      },
      reset: () => set(key, IDLE_BLOCKER),
    });
    return true;
  }

  return {
    stop,
    /** The same for a navigation by the browser's buttons, which has happened in the address bar already. */
    stopReturn(
      nextLocation: Location,
      historyAction: Question['historyAction'],
      delta: number | null,
    ): boolean {
      if (isReturning) {
        isReturning = false;
        return true;
      }
      if (delta === null || !stop(nextLocation, historyAction, () => go(delta))) return false;
      isReturning = true;
      go(-delta);
      return true;
    },
    /** After a navigation. */
    reset(): Map<string, Blocker> {
      blockers = new Map([...blockers.keys()].map((key) => [key, IDLE_BLOCKER]));
      return blockers;
    },
    get(key: string, shouldBlock: BlockerFunction): Blocker {
      questions.set(key, shouldBlock);
      return blockers.get(key) ?? IDLE_BLOCKER;
    },
    remove(key: string): void {
      questions.delete(key);
      blockers.delete(key);
    },
  };
}
