import { LATER_IMAGES } from './later-images.ts';

/**
 * On a slow connection parallel requests share the bandwidth. A first visit therefore has the styles that the page uses
 * in the page and loads one thing at a time: the first image, then what else is on the screen, then the stylesheet and the
 * app, then fonts for the next page. A cookie tells the server when a browser has styles and fonts cached.
 */
export interface FirstVisitFiles {
  /** Undefined where the page links it. */
  stylesheet: string | undefined;
  /** All that the app needs to start on this page. */
  scripts: readonly string[];
  /** Rules that name one file each. */
  fontFaces: string;
  /** Runs while the page is being read. */
  headScript?: string | undefined;
  /** The app is loaded when something is used that needs it; links work without it. */
  waitsForUse?: boolean | undefined;
  /** Runs as soon as it has arrived, while the rest of the page still comes. The app's files then wait for the film. */
  filmScript?: string | undefined;
  /** Runs before the app, which also waits for what it shows (early-read.ts). */
  earlyScript?: string | undefined;
}

/** As React writes them. */
const MAIN_IMAGE = 'fetchPriority="high"';
const HEAD = '<head><meta charSet="utf-8"/>';

/** What a page preloads itself, such as the player's engine, waits too. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;

/** How long the app waits for images at most; three times as long for an order, which can be paid without it. */
const MAX_WAIT_MS = 3000;

/** Where a server answers within this time, fonts can be there for the first paint. */
const FAST_MS = 60;

/** Delays the app's scripts until the first image has loaded; without an image they start at once. */
export function deferApp(html: string, nonce: string, files: FirstVisitFiles): string {
  const { stylesheet, fontFaces, headScript, filmScript, earlyScript, waitsForUse } = files;
  if (!html.includes('<script id="app"')) return html;
  const scripts = [...files.scripts, ...Array.from(html.matchAll(PRELOAD), ([, href]) => href)];
  const parts = JSON.stringify({ scripts, stylesheet });
  const element = (script: string | undefined) =>
    script ? `<script nonce="${nonce}">${script}</script>` : '';
  const startText = startApp
    .replace('/*beside*/', () => (filmScript ? START_BESIDE_FILM : FOLLOW_TO_PLAYER))
    .replace('/*use*/', () => (waitsForUse ? WAIT_FOR_USE : ''));
  const start = element(`(${startText})(${parts},${MAX_WAIT_MS})`);
  const useFonts = stylesheet && fontFaces && `(${useFontsIfFast})(${JSON.stringify(fontFaces)},${FAST_MS})`;
  const holdsImages = stylesheet && (filmScript || earlyScript || html.includes(MAIN_IMAGE));
  const inHead = [useFonts, holdsImages && `(${holdLaterImages})()`, headScript].filter(Boolean).join(';');
  return html
    .replaceAll(PRELOAD, '')
    .replace(HEAD, () => HEAD + element(filmScript))
    .replace('</head>', () => `${element(inHead || undefined)}</head>`)
    .replace('</body>', () => `${element(earlyScript)}${start}</body>`);
}

/** Every page has them. Their texts have no such character within quotes beside a space. */
function withoutSpaces(script: string): string {
  return script.replaceAll(/\n\s*/g, '').replaceAll(/ *([=>{}(),;?:|&]) */g, '$1');
}

/*
 * Both run in the page, as text: they must not refer to anything outside of themselves.
 * On a slow connection fonts would delay the first image and be too late for the first paint.
 */
const useFontsIfFast = withoutSpaces(`(fontFaces, fast) => {
  const [visit] = performance.getEntriesByType('navigation');
  if (!visit || visit.responseStart - visit.requestStart > fast || navigator.connection?.saveData) return;
  const { nonce } = document.currentScript;
  const add = (kind, properties) => document.head.append(Object.assign(document.createElement(kind), properties));
  for (const [, href] of fontFaces.matchAll(/url\\((.*?)\\)/g)) add('link', { rel: 'preload', as: 'font', href, crossOrigin: '' });
  add('style', { nonce, textContent: fontFaces });
}`);

/**
 * Lazy images that are not painted are not requested: they would share a slow line with the main one, and those below the screen with
 * the app. They are shown when somebody scrolls, when the app is there, or when it takes too long.
 */
const holdLaterImages = withoutSpaces(`() => {
  const { nonce } = document.currentScript;
  const textContent = 'img[loading=lazy]{display:none}';
  document.head.append(Object.assign(document.createElement('style'), { nonce, id: '${LATER_IMAGES}', textContent }));
}`);

const startApp = withoutSpaces(`({ scripts, stylesheet }, maxWait) => {
  const script = document.getElementById('app');
  const { nonce } = script;
  const add = (kind, properties) => document.head.append(Object.assign(document.createElement(kind), properties));
  const run = () => add('script', { type: 'module', nonce, textContent: script.textContent });
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    if (stylesheet) add('link', { rel: 'stylesheet', href: stylesheet, onload: run, onerror: run });
    for (const href of scripts) add('link', { rel: 'modulepreload', href, nonce });
    if (!stylesheet) run();
  };
  const held = document.getElementById('${LATER_IMAGES}');
  const whenLoaded = (image) => image && !image.complete && new Promise((resolve) => { image.onload = image.onerror = resolve; });
  const loaded = whenLoaded(document.querySelector('img[fetchpriority="high"]') ?? (held ? null : document.querySelector('#banner-strip img')));
  const isOnScreen = (image) => {
    const { top, right, bottom, left, height } = image.parentElement.getBoundingClientRect();
    return height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const loadScreen = () => Promise.all(
    [...document.querySelectorAll('img[loading=lazy]')].filter(isOnScreen).map((image) => {
      image.loading = 'eager';
      return whenLoaded(image);
    })
  );
  const shown = Promise.all([loaded, globalThis.earlyRead?.shown]).then(() => held && loadScreen());
  if (held) {
    setTimeout(loadScreen, maxWait);
    const showAll = () => held.remove();
    addEventListener('scroll', showAll, { once: true, capture: true });
    setTimeout(showAll, 4 * maxWait);
  }
  /*beside*/
  /*use*/
  if (!loaded && !held && !globalThis.earlyRead) return start();
  shown.then(start);
  setTimeout(start, globalThis.earlyPayment ? 3 * maxWait : maxWait);
}`);

/**
 * In place of a comment in `startApp`. React, if it is just beginning, would get the page ready for a tap before the browser follows the
 * link; the player's document needs none of it, so React does not see taps on links to it.
 */
const FOLLOW_TO_PLAYER = withoutSpaces(`
  const hide = (event) => {
    const link = event.target.closest?.('a[href^="/watch/"]:not([target])');
    if (link && !document.documentElement.dataset.hydrated) event.stopPropagation();
  };
  for (const type of ['pointerdown', 'touchstart', 'pointerup', 'touchend', 'mousedown', 'mouseup', 'click']) addEventListener(type, hide, true);
`);

/**
 * In place of a comment in `startApp`. Beside a film that plays already, the app's files are loaded one after the other, each when the film
 * has enough on hand, and again where the connection breaks or the server cannot answer: a module that failed to load stays failed in some browsers. The engine comes
 * last, when the player asks for it.
 */
const START_BESIDE_FILM = withoutSpaces(`
  const playing = globalThis.earlyPlayback;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const load = async (href) => {
    try {
      const answer = await fetch(href, { priority: 'low' });
      if (answer.status >= 500) throw answer;
      await answer.arrayBuffer();
    } catch {
      await pause(1000);
      await load(href);
    }
  };
  const startBeside = async () => {
    if (started) return;
    started = true;
    scripts = scripts.filter((href) => !href.includes('/hls.'));
    for (const href of stylesheet ? [stylesheet, ...scripts] : scripts) {
      await Promise.race([playing.hasTime(), pause(4 * maxWait)]);
      await load(href);
    }
    started = false;
    start();
  };
  if (playing) {
    playing.shown.then(startBeside);
    setTimeout(startBeside, 4 * maxWait);
    return;
  }
`);

/** In place of a comment in `startApp`: the first press of a button starts the app, and is repeated when it is there. */
const WAIT_FOR_USE = withoutSpaces(`
  stylesheet &&= void add('link', { rel: 'stylesheet', href: stylesheet });
  const root = document.documentElement;
  const control = ({ target }) => target.closest?.('button,select');
  const use = (event) => control(event) && start();
  addEventListener('pointerdown', use, true);
  addEventListener('keydown', use, true);
  addEventListener('click', (event) => {
    const button = control(event);
    if (!button || root.dataset.hydrated) return;
    start();
    new MutationObserver((_, observer) => {
      observer.disconnect();
      button.click();
    }).observe(root, { attributeFilter: ['data-hydrated'] });
  }, true);
  return;
`);
