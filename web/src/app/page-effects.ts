import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { showLoadedFonts } from '#lib/fonts.ts';
import { showLaterImages } from '#lib/later-images.ts';
import { markHydrated } from '#lib/when-hydrated.ts';
import { cacheCurrentPage } from '#service-worker/worker-messages.ts';

/** Shows what waited for the app, and marks the document as hydrated. */
export function useMarkHydrated(): void {
  useEffect(() => {
    showLaterImages();
    markHydrated();
  }, []);
}

/**
 * Moves the focus to the heading of a new page, as after a full load, or to the main part while it has none. A change
 * of the query alone moves nothing.
 */
export function useFocusOnNavigation(): void {
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

/** Caches pages that were opened inside of the app, so that they open offline like those that were loaded. */
export function useCacheVisitedPages(): void {
  const { pathname, search } = useLocation();
  const last = useRef(pathname + search);
  useEffect(() => {
    if (last.current === pathname + search) return;
    last.current = pathname + search;
    cacheCurrentPage();
  }, [pathname, search]);
}

/** A page that was painted without the fonts keeps its look until somebody goes on. */
export function useFontsOnNavigation(): void {
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== 'idle') showLoadedFonts();
  }, [state]);
}
