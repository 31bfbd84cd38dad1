import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** One object: React empties the element when it gets another. */
const FILLED_BY_SCRIPT = { __html: '' };

/**
 * Props of an element that a script can have filled before the app was there (see early-read.ts), until the app has something to show
 * itself; undefined where that cannot be: the app has created the element, or the viewer is another than the script's.
 */
export function useEarlyContent(viewer: string | undefined) {
  const isHydrated = useHydrated();
  const [isOfServer] = useState(!isHydrated);
  const isOfOther = viewer !== undefined && viewer !== globalThis.earlyRead?.viewer;
  if (!isOfServer || isOfOther) return undefined;
  return { suppressHydrationWarning: true, dangerouslySetInnerHTML: FILLED_BY_SCRIPT };
}
