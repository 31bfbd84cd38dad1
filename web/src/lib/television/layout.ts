import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from '../cookies.ts';

/** What televisions and the boxes beside them call themselves. Remote controls can move a pointer, but there are no tabs. */
const TELEVISION =
  /\b(?:smart-?tv|googletv|android tv|appletv|web0s|webos|tizen|bravia|aft[a-z]+|crkey|hbbtv)\b/i;

type ScreenLayout = 'tv' | 'window';

const listeners = new Set<() => void>();

/** Whether the page has the layout for televisions: by choice, else where the browser says that it is one. */
export function hasTelevisionLayout(): boolean {
  return document.documentElement.dataset.layout === 'tv';
}

/** Changes the layout of this browser, and remembers it. */
export function chooseLayout(layout: ScreenLayout): void {
  writeCookie('layout', layout);
  applyLayout();
}

/** As `layoutScript` has done before the first paint where a server sent the page. */
export function applyLayout(): void {
  const chosen = readCookie('layout', document.cookie);
  const isTelevision = chosen ? chosen === 'tv' : TELEVISION.test(navigator.userAgent);
  if (isTelevision === hasTelevisionLayout()) return;
  if (isTelevision) document.documentElement.dataset.layout = 'tv';
  else delete document.documentElement.dataset.layout;
  for (const listener of listeners) listener();
}

/** For the head of every page: sets the layout before anything is painted. Pages are kept, so the server does not know. */
export const layoutScript = `((d,c)=>{c=/lakou-layout=(\\w+)/.exec(d.cookie);if(c?c[1]=='tv':${TELEVISION}.test(navigator.userAgent))d.documentElement.dataset.layout='tv'})(document)`;

/** For the head of /tv, which chooses the layout. */
export const televisionScript = `document.documentElement.dataset.layout='tv'`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTelevisionLayout(): boolean {
  return useSyncExternalStore(subscribe, hasTelevisionLayout, () => false);
}
