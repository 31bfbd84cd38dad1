import type { CDPSession, Page } from '@playwright/test';
import { follow } from '../tests/support/follow.ts';
import { startLakou } from '../tests/support/lakou-process.ts';
import { memberPhone, signIn } from './side-by-side/member-phone.ts';
import { table } from './side-by-side/table.ts';
import { launchBrowser, newPhone } from './slow-phone.ts';

/*
 * What pages cost a small phone: how long our scripts hold it up while somebody scrolls, with the processor slowed six
 * times; and how much memory stays over ten films with visits to the forum in between, without a reload.
 */
const SLOWER = 6;
const FILMS = 10;
const SCROLLED = ['/', '/categories/drama', '/series', '/forum'];
const ROUNDS_SHOWN = [1, 2, 5, FILMS];

interface Frames {
  /** Longer than 50 ms, whatever the reason. */
  long: number;
  longestScript: number;
}
interface Memory {
  heap: number;
  nodes: number;
  /** Those of the page that is shown; home has a card more for each film that was begun. */
  shown: number;
  listeners: number;
}

const lakou = await startLakou({ INGEST: 'off', LOG_LEVEL: 'warn' }, { measured: true });
const browser = await launchBrowser();
try {
  const scrolls: string[][] = [];
  for (const path of SCROLLED) {
    const { long, longestScript } = await scroll(path);
    scrolls.push([path, String(long), longestScript.toFixed(0)]);
  }
  const memory = await watchFilms();
  const rows = ROUNDS_SHOWN.map((round) => {
    const { heap, nodes, shown, listeners } = memory[round - 1]!;
    return [round, (heap / 2 ** 20).toFixed(1), nodes, shown, listeners].map(String);
  });
  console.log(`## A small phone

360 px, processor slowed down ${SLOWER} times, from top to bottom of a page that has loaded. Frames over 50 ms, for whatever reason, and the
longest time that one script took in such a frame. \`npm run bench -- small-device\`

${table(['page', 'frames over 50 ms', 'longest script, ms'], scrolls)}

A member watches ${FILMS} films and visits the forum, a topic and home after each, without a reload. What is left after the garbage is collected:

${table(['films', 'heap, MB', 'nodes', 'of these shown', 'listeners'], rows)}`);
} finally {
  await browser.close();
  await lakou.stop();
}

async function scroll(path: string): Promise<Frames> {
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  const protocol = await phone.newCDPSession(page);
  await page.goto(lakou.url + path);
  await waitForApp(page);
  await page.waitForLoadState('networkidle');
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => {
    const frames = { long: 0, longestScript: 0 };
    Object.assign(globalThis, { frames });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { scripts } = entry as PerformanceEntry & { scripts: { duration: number }[] };
        frames.long += 1;
        frames.longestScript = Math.max(frames.longestScript, ...scripts.map(({ duration }) => duration));
      }
    }).observe({ type: 'long-animation-frame' });
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await protocol.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 400,
    yDistance: -height,
    speed: 1200,
    gestureSourceType: 'touch',
  });
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: Frames }).frames);
  await phone.close();
  return frames;
}

async function watchFilms(): Promise<Memory[]> {
  const phone = await memberPhone(browser, await signIn(lakou.url), lakou.url);
  const page = await phone.newPage();
  const protocol = await phone.newCDPSession(page);
  const [films, topics] = await Promise.all([
    idsOf('movies?select=id&is_free=is.true&published=is.true&order=id'),
    idsOf('forum_topics?select=id&order=id&limit=5'),
  ]);
  await page.goto(lakou.url);
  await waitForApp(page);
  const memory: Memory[] = [];
  for (let round = 0; round < FILMS; round += 1) {
    await open(page, `/watch/movie/${films[round % films.length]}`);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2, null, {
      timeout: 60_000,
    });
    for (const path of ['/forum', `/forum/topic/${topics[round % topics.length]}`, '/']) {
      await open(page, path);
      await page.waitForLoadState('networkidle');
    }
    // What fades out is gone then.
    await page.waitForTimeout(1000);
    memory.push(await measure(page, protocol));
  }
  await phone.close();
  return memory;
}

async function measure(page: Page, protocol: CDPSession): Promise<Memory> {
  // The second one takes what the first has set free.
  for (let turn = 0; turn < 2; turn += 1) await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await protocol.send('Memory.getDOMCounters');
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 0;
    while (walker.nextNode()) count += 1;
    return count;
  });
  return { heap: usedSize, nodes, shown, listeners: jsEventListeners };
}

async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
}

async function open(page: Page, path: string): Promise<void> {
  await follow(page, path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
}

async function idsOf(query: string): Promise<string[]> {
  const answer = await fetch(`${lakou.url}/rest/v1/${query}`);
  if (!answer.ok) throw new Error(`${query} was answered ${answer.status}`);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}
