import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { keepThisPage } from '#service-worker/stay-offline.ts';

/** Tells everybody who waits for it that what is clicked now does something. */
export function useComingAlive(): void {
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
  }, []);
}

/**
 * A new page is read from its beginning: the focus goes to its heading, as it would after a full load. Pages that are
 * still being fetched have none yet; then it goes to the main part. A change of the query alone moves nothing.
 */
export function useFocusOnArrival(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    const main = document.getElementById('main');
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname, hash]);
}

/** A page that was reached inside of the app can be opened again without a network, like one that was loaded whole. */
export function useKeptForOffline(): void {
  const { pathname, search } = useLocation();
  const last = useRef(pathname + search);
  useEffect(() => {
    if (last.current === pathname + search) return;
    last.current = pathname + search;
    keepThisPage();
  }, [pathname, search]);
}
