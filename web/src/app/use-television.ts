import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTelevisionLayout } from '#lib/television/layout.ts';

const load = () => import('#lib/television/remote-control.ts');
const loadFocus = () => import('#lib/television/keep-focus.ts');
/** The first pages of documents have the same key. */
const keyOf = ({ key, pathname }: { key: string; pathname: string }) => `lakou-focus-${key} ${pathname}`;

/** With the layout for televisions: arrows move the focus, and every page has one from the start. */
export function useTelevision(): void {
  const isTelevision = useTelevisionLayout();
  const { key, pathname } = useLocation();
  // In the player arrows seek until somebody goes to a control.
  const isPlayer = pathname.startsWith('/watch/');
  useEffect(() => {
    if (!isTelevision) return;
    // Arrows that come before the code that moves the focus wait for it.
    const early: KeyboardEvent[] = [];
    const keep = (event: KeyboardEvent): void => {
      if (!event.key.startsWith('Arrow') || document.querySelector('[data-player]')) return;
      event.preventDefault();
      early.push(event);
    };
    addEventListener('keydown', keep, true);
    const stop = load().then(({ startRemoteControl }) => {
      removeEventListener('keydown', keep, true);
      return startRemoteControl(early);
    });
    return () => {
      removeEventListener('keydown', keep, true);
      void stop.then((end) => end());
    };
  }, [isTelevision]);
  useEffect(() => {
    if (!isTelevision || isPlayer) return;
    const place = keyOf({ key, pathname });
    // Read before the page's own focus is noted.
    const wanted = sessionStorage.getItem(place);
    const note = ({ target }: FocusEvent): void => {
      const href = target instanceof HTMLAnchorElement ? target.getAttribute('href') : null;
      if (href) sessionStorage.setItem(place, href);
    };
    document.addEventListener('focusin', note);
    let isOver = false;
    const stop = loadFocus().then(({ keepFocus }) => (isOver ? undefined : keepFocus(pathname, wanted)));
    return () => {
      isOver = true;
      document.removeEventListener('focusin', note);
      void stop.then((end) => end?.());
    };
  }, [isTelevision, isPlayer, key, pathname]);
}
