import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startLakou } from '../tests/support/lakou-process.ts';
import { keepLongFilm } from './long-film.ts';
import { type SlowLine, slowLine } from './slow-line.ts';
import { launchBrowser, newPhone } from './slow-phone.ts';

/*
 * Watching on a slow phone: 150 ms, a processor four times slower than this machine's, 360 px, and a line of 400 and of
 * 200 kbit/s. How long until the first picture, from the tap on 'Watch Now' and on a page opened cold, and until the
 * controls are there; how long the picture stood still in two minutes; how long a jump to a place that is not loaded takes;
 * and what a cut of twenty seconds does, without anybody touching anything. Taps and jumps are the median of three: what the page
 * loads at that moment differs.
 *
 * DATA_DIR keeps the server's folder, so that the film is encoded once; LINES=400 measures one line.
 */
const SERIES = '/series/5e000000-0000-4000-8000-000000000002';
const EPISODE = '5e020000-0000-4000-8000-000000000101';
const WATCH = `/watch/episode/${EPISODE}`;
const WATCHED_SECONDS = Number(process.env.WATCHED_SECONDS ?? 120);
const FILM_SECONDS = WATCHED_SECONDS + 40;
const CUT_MS = 20_000;
/** Time on the title's page before pressing play. */
const LOOKING_MS = 6000;

interface Watched {
  /** The last tap on the page before. */
  tapped: number;
  firstFrame: number;
  /** Milliseconds of stalls after playback began. */
  stood: number;
  stops: number;
}

const { WEB_BUILD, DATA_DIR, LINES = '400 200' } = process.env;
let cold = { controls: 0, still: '' };
let jumped = 0;
let after = 0;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const lakou = await startLakou(
  { INGEST: 'on', LOG_LEVEL: 'warn', ...(WEB_BUILD && { WEB_BUILD }), ...(DATA_DIR && { DATA_DIR }) },
  { measured: true },
);
const browser = await launchBrowser();
try {
  await keepLongFilm(lakou.url, EPISODE, FILM_SECONDS);
  // Somebody has been there before: the server has started to render pages.
  await fetch(lakou.url + SERIES);
  await fetch(lakou.url + WATCH);
  console.log('## Watching on a slow phone\n');
  const load = `load of the machine ${loadavg()[0]?.toFixed(1)} when it began`;
  console.log(`150 ms, processor slowed down four times, 360 px; as a visitor; ${load}.\n`);
  const rows = {
    'first picture after the tap, s': afterTap,
    'first picture on a cold page, s': onColdPage,
    'controls on a cold page, s': () => Promise.resolve(seconds(cold.controls)),
    [`stood still in ${WATCHED_SECONDS} s (stops)`]: () => Promise.resolve(cold.still),
    'a jump to a place that is not loaded: its key frame, s': jump,
    'the jump: playing on, s': () => Promise.resolve(seconds(jumped)),
    'a cut of 20 s: stood still, s': withCut,
    'went on after the line was back, s': () => Promise.resolve(seconds(after)),
  };
  const columns: string[][] = [];
  for (const kilobits of LINES.split(' ').map(Number)) {
    const line = await slowLine(lakou.url, kilobits * 1000);
    const column = [String(kilobits)];
    for (const [name, measure] of Object.entries(rows)) {
      column.push(await measure(line));
      console.error(`  ${kilobits} kbit/s: ${name}: ${column.at(-1)}`);
    }
    columns.push(column);
    await line.close();
  }
  console.log(`| line, kbit/s | ${columns.map(([kilobits]) => kilobits).join(' | ')} |`);
  console.log(`|---|${columns.map(() => '---:|').join('')}`);
  for (const [at, name] of Object.keys(rows).entries())
    console.log(`| ${name} | ${columns.map((column) => column[at + 1]).join(' | ')} |`);
} finally {
  await browser.close();
  await lakou.stop();
}

/** A phone without caches, which records the state of every video element. */
async function freshPhone() {
  const phone = await newPhone(browser);
  phone.on('page', (page) => void slowThePhone(page).catch(() => {}));
  await phone.addInitScript(() => {
    const watched = { tapped: Number(sessionStorage.tapped), firstFrame: 0, stood: 0, stops: 0, still: 0 };
    Object.assign(globalThis, { watched });
    // The tap itself: what drives the browser looks at the button for some time before it taps.
    addEventListener('pointerdown', () => Object.assign(sessionStorage, { tapped: Date.now() }), true);
    const look = (video: HTMLVideoElement): void => {
      video.requestVideoFrameCallback(() => {
        watched.firstFrame = Date.now();
        video.addEventListener('waiting', () => {
          watched.still ||= Date.now();
          watched.stops += 1;
        });
        video.addEventListener('playing', () => {
          if (watched.still) watched.stood += Date.now() - watched.still;
          watched.still = 0;
        });
      });
    };
    new MutationObserver((_changes, observer) => {
      const video = document.querySelector('video');
      if (!video) return;
      observer.disconnect();
      look(video);
    }).observe(document, { childList: true, subtree: true });
  });
  return phone;
}

async function slowThePhone(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

function read(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
}

async function untilFirstFrame(page: Page): Promise<Watched> {
  for (let tries = 0; tries < 600; tries += 1) {
    const watched = await read(page).catch(() => undefined);
    if (watched?.firstFrame) return watched;
    await sleep(100);
  }
  throw new Error('no picture came within a minute');
}

async function afterTap(line: SlowLine): Promise<string> {
  return seconds(median([await tap(line), await tap(line), await tap(line)]));
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function tap(line: SlowLine): Promise<number> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  await page.goto(line.url + SERIES, { waitUntil: 'load', timeout: 120_000 });
  const button = page.getByRole('link', { name: /^Watch Now/ }).first();
  await button.waitFor();
  await sleep(LOOKING_MS);
  await button.tap({ noWaitAfter: true });
  const { tapped, firstFrame } = await untilFirstFrame(page);
  await phone.close();
  return firstFrame - tapped;
}

async function onColdPage(line: SlowLine): Promise<string> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  const begun = Date.now();
  await page.goto(line.url + WATCH, { waitUntil: 'commit', timeout: 120_000 });
  const shown = (await untilFirstFrame(page)).firstFrame - begun;
  await controls(page);
  const late = Date.now() - begun;
  await sleep(Math.max(0, WATCHED_SECONDS * 1000 + begun + shown - Date.now()));
  const { stood, stops } = await read(page);
  cold = { controls: late, still: `${seconds(stood)} (${stops})` };
  await phone.close();
  return seconds(shown);
}

/** The player takes keys and taps. */
async function controls(page: Page): Promise<void> {
  await page.locator('[data-player]').waitFor({ timeout: 120_000 });
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes', { timeout: 120_000 });
}

async function jump(line: SlowLine): Promise<string> {
  const jumps = [await jumpOnce(line), await jumpOnce(line), await jumpOnce(line)];
  jumped = median(jumps.map(({ playing }) => playing));
  return seconds(median(jumps.map(({ keyFrame }) => keyFrame)));
}

/** Jumps to a place between two key frames. */
async function jumpOnce(line: SlowLine): Promise<{ keyFrame: number; playing: number }> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  await page.goto(line.url + WATCH, { waitUntil: 'commit', timeout: 120_000 });
  await untilFirstFrame(page);
  await controls(page);
  await sleep(LOOKING_MS);
  const [keyFrame, playing] = await page.evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const target = video.duration * 0.7;
    const begun = performance.now();
    const picture = new Promise<number>((resolve) => {
      const look = (): void => {
        if (document.querySelector('[data-seek-picture]') || video.readyState > 1)
          resolve(performance.now() - begun);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const frame = new Promise<number>((resolve) => {
      const next = (): void => {
        video.requestVideoFrameCallback((_now, { mediaTime }) => {
          if (mediaTime > target - 1 && video.currentTime > target + 0.1) resolve(performance.now() - begun);
          else next();
        });
      };
      next();
    });
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '7', bubbles: true }));
    return Promise.all([picture, frame]);
  });
  await phone.close();
  return { keyFrame, playing };
}

async function withCut(line: SlowLine): Promise<string> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  await page.goto(line.url + WATCH, { waitUntil: 'commit', timeout: 120_000 });
  await untilFirstFrame(page);
  await sleep(5000);
  line.cut(CUT_MS);
  const back = Date.now() + CUT_MS;
  await sleep(CUT_MS);
  const { time, still } = await page.evaluate(() => ({
    time: document.querySelector('video')?.currentTime ?? 0,
    still: (globalThis as unknown as { watched: { still: number } }).watched.still > 0,
  }));
  const goesOn = (from: number) => (document.querySelector('video')?.currentTime ?? 0) > from + 0.5;
  await page.waitForFunction(goesOn, time, { timeout: 60_000 });
  after = still ? Date.now() - back : 0;
  const { stood } = await read(page);
  await phone.close();
  return seconds(stood);
}
