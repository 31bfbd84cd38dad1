import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTelevisionLayout } from '#lib/television/layout.ts';

const load = () => import('#lib/television/remote-control.ts');
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
    const stop = keepFocus(pathname, wanted);
    return () => {
      document.removeEventListener('focusin', note);
      stop();
    };
  }, [isTelevision, isPlayer, key, pathname]);
}

/**
 * Focuses the first thing of the page, and the link that had the focus when the page was left as soon as it is there. What has
 * the focus can be taken out of the page, such as a tile for visitors: then what is nearest to its place gets it.
 */
function keepFocus(pathname: string, href: string | null): () => void {
  let isSettled = false;
  /** Has the focus until the wanted link is there. */
  let first: HTMLElement | undefined;
  const attempt = async (): Promise<void> => {
    if (document.activeElement !== document.body && isSettled) return;
    const { focusableIn, focusNearest, focusOn } = await load();
    const main = document.getElementById('main');
    // The next page is there already; it has a focus of its own.
    if (location.pathname !== pathname || !main || main.closest('[inert]')) return;
    if (isSettled) {
      if (document.activeElement === document.body) focusNearest(main);
      return;
    }
    // The page, or somebody, has chosen already.
    if (isFocused(main) && document.activeElement !== first) return settle();
    const items = focusableIn(main).map(({ element }) => element);
    const found = items.find((element) => href !== null && element.getAttribute('href') === href);
    if (!found && isFocused(main)) return;
    first = items[0];
    const next = found ?? first;
    if (!next) return;
    if (found || href === null) settle();
    focusOn(next);
  };
  const watch = new MutationObserver(() => void attempt());
  const settle = (): void => {
    isSettled = true;
  };
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['inert'],
  });
  // Somebody who presses a key goes on from where they are.
  addEventListener('keydown', settle, { capture: true });
  void attempt();
  return () => {
    watch.disconnect();
    removeEventListener('keydown', settle, { capture: true });
  };
}

/** Something that people use has the focus, not a heading. */
function isFocused(main: HTMLElement): boolean {
  const active = document.activeElement as HTMLElement | null;
  return active !== null && active !== main && main.contains(active) && active.tabIndex >= 0;
}
