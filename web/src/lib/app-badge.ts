import { useEffect } from 'react';

/** Shows a number on the icon of the installed app; none for zero. Browsers without badges do nothing. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Refused where the app is not installed.
    shown.catch(() => {});
  }, [count]);
}
