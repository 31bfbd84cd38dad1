import { useEffect } from 'react';

/** The number on the icon of the installed app, where browsers have one. It is gone with the component. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused in some private windows: then there is no number.
    (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
  }, [count]);
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {});
    },
    [],
  );
}
