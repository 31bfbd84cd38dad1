import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTelevisionLayout } from '#lib/television/layout.ts';

const load = () => import('#lib/television/remote-control.ts');
/** The first pages of documents have the same key. */
const keyOf = ({ key, pathname }: { key: string; pathname: string }) => `lakou-focus-${key} ${pathname}`;
/** A link that comes back later than this is not waited for. */
const WAIT_MS = 4000;

/** With the layout for televisions: arrows move the focus, and every page has one from the start. */
export function useTelevision(): void {
  const isTelevision = useTelevisionLayout();
  const { key, pathname } = useLocation();
  // In the player arrows seek until somebody goes to a control.
  const isPlayer = pathname.startsWith('/watch/');
  useEffect(() => {
    if (!isTelevision) return;
    const stop = load().then(({ startRemoteControl }) => startRemoteControl());
    return () => void stop.then((end) => end());
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
    const stop = focusWhenThere(wanted);
    return () => {
      document.removeEventListener('focusin', note);
      stop();
    };
  }, [isTelevision, isPlayer, key, pathname]);
}

/** Focuses the link that had the focus when this page was left, else the first thing of the page, once it is there. */
function focusWhenThere(href: string | null): () => void {
  const attempt = async (): Promise<void> => {
    const { focusableIn, focusOn } = await load();
    const main = document.getElementById('main');
    if (!main || isFocused(main)) return;
    const items = focusableIn(main).map(({ element }) => element);
    const found = href ? items.find((element) => element.getAttribute('href') === href) : items[0];
    if (!found) return;
    end();
    focusOn(found);
  };
  const watch = new MutationObserver(() => void attempt());
  const timer = setTimeout(() => {
    href = null;
    void attempt();
    end();
  }, WAIT_MS);
  const end = (): void => {
    clearTimeout(timer);
    watch.disconnect();
    removeEventListener('keydown', end, true);
  };
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['inert'],
  });
  addEventListener('keydown', end, true);
  void attempt();
  return end;
}

/** Something that people use has the focus, not a heading. */
function isFocused(main: HTMLElement): boolean {
  const active = document.activeElement as HTMLElement | null;
  return active !== null && active !== main && main.contains(active) && active.tabIndex >= 0;
}
