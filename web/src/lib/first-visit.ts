/**
 * On a slow line everything that is asked for at once takes its share of it. A first visit therefore brings the
 * styles with the page and asks for one thing at a time: the picture that the page opens with, then the letters and
 * the app. Whoever has been here keeps styles and letters, which a cookie tells the server.
 */
export interface Styles {
  /** For the page's style element. */
  css: string;
  /** The letters, switched on when it is their turn. */
  faces: string;
  /** The reader has the files: they are linked, and letters are there from the start. */
  kept: boolean;
}

const FACE = /@font-face\{[^}]*url\([^}]*\}/g;

export function stylesFor(sheet: string, address: string, keptAddress: string | undefined): Styles {
  if (keptAddress === address) return { css: `@import url("${address}");`, faces: '', kept: true };
  return { css: sheet.replaceAll(FACE, ''), faces: (sheet.match(FACE) ?? []).join(''), kept: false };
}

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const APP = /<script([^>]*) type="module" async="">/;

/** How long the app waits for the picture at most. */
const PATIENCE_MS = 3000;

/** The page with its app held back until the picture is there; without a picture it starts at once. */
export function holdBackApp(html: string, nonce: string): string {
  if (!APP.test(html)) return html;
  const files = Array.from(html.matchAll(PRELOAD), ([, href]) => href);
  const start = `<script nonce="${nonce}">(${startApp})(${JSON.stringify(files)},${PATIENCE_MS})</script>`;
  return html
    .replaceAll(PRELOAD, '')
    .replace(APP, '<script$1 type="text/plain" id="app">')
    .replace('</body>', `${start}</body>`);
}

/** Runs in the page, as text: it must not use anything from outside of itself. */
const startApp = `(files, patience) => {
  const held = document.getElementById('app');
  const add = (kind, properties) => document.head.append(Object.assign(document.createElement(kind), properties));
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    document.getElementById('faces').media = 'all';
    for (const href of files) add('link', { rel: 'modulepreload', href, nonce: held.nonce });
    add('script', { type: 'module', nonce: held.nonce, textContent: held.textContent });
  };
  const picture = document.querySelector('img[fetchpriority="high"]');
  if (!picture || picture.complete) return start();
  picture.addEventListener('load', start);
  picture.addEventListener('error', start);
  setTimeout(start, patience);
}`;
