import { focusableIn, focusNearest, focusOn } from './remote-control.ts';

/**
 * Focuses the first thing of the page, and the link that had the focus when the page was left as soon as it is there. What has
 * the focus can be taken out of the page, such as a tile for visitors: then what is nearest to its place gets it.
 */
export function keepFocus(pathname: string, href: string | null): () => void {
  let isSettled = false;
  /** Has the focus until the wanted link is there. */
  let first: HTMLElement | undefined;
  const attempt = (): void => {
    if (document.activeElement !== document.body && isSettled) return;
    const main = document.getElementById('main');
    // The next page is there already; it has a focus of its own.
    if (location.pathname !== pathname || !main || main.closest('[inert]')) return;
    if (isSettled) {
      if (document.activeElement === document.body) focusNearest(main);
      return;
    }
    // The page, or somebody, has chosen already.
    if (isFocused(main) && document.activeElement !== first) {
      isSettled = true;
      return;
    }
    const items = focusableIn(main).map(({ element }) => element);
    const found = items.find((element) => href !== null && element.getAttribute('href') === href);
    if (!found && isFocused(main)) return;
    first = items[0];
    const next = found ?? first;
    if (!next) return;
    if (found || href === null) settle();
    focusOn(next);
  };
  const watch = new MutationObserver(attempt);
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
  attempt();
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
