import { useEffect, useState } from 'react';

const GIBIBYTE = 2 ** 30;

/**
 * In bytes; null where the browser does not say. Chromium tells every page the same round number of gibibytes, so that
 * nobody is recognised by it: that is no answer.
 */
export function freeSpace({ quota, usage = 0 }: StorageEstimate): number | null {
  if (quota === undefined) return null;
  const free = Math.max(0, quota - usage);
  return free > 0 && free % GIBIBYTE === 0 ? null : free;
}

export async function readFreeSpace(): Promise<number | null> {
  try {
    return freeSpace(await navigator.storage.estimate());
  } catch {
    return null;
  }
}

/** Undefined until it is known; read again when `changed` changes. */
export function useFreeSpace(changed: unknown): number | null | undefined {
  const [free, setFree] = useState<number | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored has changed.
  useEffect(() => {
    let isOver = false;
    void readFreeSpace().then((bytes) => !isOver && setFree(bytes));
    return () => {
      isOver = true;
    };
  }, [changed]);
  return free;
}
