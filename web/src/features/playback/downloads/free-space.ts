import { useEffect, useState } from 'react';

/** In bytes, as far as the browser says; null where it does not. */
async function readFreeSpace(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0));
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
