/**
 * On a slow connection parallel requests share the bandwidth. A first visit therefore has the styles in the page and
 * loads one thing at a time: the first image, then the fonts and the app. A cookie tells the server when a browser
 * has styles and fonts cached.
 */
export interface Styles {
  /** For the page's style element. */
  css: string;
  /** The @font-face rules, enabled after the first image. */
  fonts: string;
  /** The browser has the files cached: they are linked, and fonts are enabled from the start. */
  isCached: boolean;
}

const FONT_FACE = /@font-face\{[^}]*url\([^}]*\}/g;

export function stylesFor(sheet: string, address: string, cachedAddress: string | undefined): Styles {
  if (cachedAddress === address) return { css: `@import url("${address}");`, fonts: '', isCached: true };
  return {
    css: sheet.replaceAll(FONT_FACE, ''),
    fonts: (sheet.match(FONT_FACE) ?? []).join(''),
    isCached: false,
  };
}

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const APP = /<script([^>]*) type="module" async="">/;

/** How long the app waits for the image at most. */
const MAX_WAIT_MS = 3000;

/** Delays the app's scripts until the first image has loaded; without an image they start at once. */
export function deferApp(html: string, nonce: string): string {
  if (!APP.test(html)) return html;
  const files = Array.from(html.matchAll(PRELOAD), ([, href]) => href);
  const start = `<script nonce="${nonce}">(${startApp})(${JSON.stringify(files)},${MAX_WAIT_MS})</script>`;
  return html
    .replaceAll(PRELOAD, '')
    .replace(APP, '<script$1 type="text/plain" id="app">')
    .replace('</body>', `${start}</body>`);
}

/** Runs in the page, as text: it must not refer to anything outside of itself. */
const startApp = `(files, maxWait) => {
  const script = document.getElementById('app');
  const add = (kind, properties) => document.head.append(Object.assign(document.createElement(kind), properties));
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    document.getElementById('fonts').media = 'all';
    for (const href of files) add('link', { rel: 'modulepreload', href, nonce: script.nonce });
    add('script', { type: 'module', nonce: script.nonce, textContent: script.textContent });
  };
  const image = document.querySelector('img[fetchpriority="high"]');
  if (!image || image.complete) return start();
  image.addEventListener('load', start);
  image.addEventListener('error', start);
  setTimeout(start, maxWait);
}`;
