import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { startLakou } from '../tests/support/lakou-process.ts';
import { keepLongFilm } from './long-film.ts';
import { slowLine } from './slow-line.ts';
import { launchBrowser, newPhone } from './slow-phone.ts';

/*
 * Downloads, as a member of the demo: what each size takes against what was chosen; how much of a line of 400 kbit/s a download uses;
 * what decrypting costs; and how long the first picture takes without a connection, on this machine's processor and on one that is
 * four times slower.
 *
 * DATA_DIR keeps the server's folder, so that the film is encoded once.
 */
const SERIES = '5e000000-0000-4000-8000-000000000002';
const EPISODE = '5e020000-0000-4000-8000-000000000101';
const FILM_SECONDS = Number(process.env.FILM_SECONDS ?? 160);
const LINE_BITS = 400_000;
const LONGEST_MS = 600_000;
/** How long somebody looks at the list before they press 'Play'. */
const LOOK_MS = 2000;
/** The browser keeps compiled scripts once it has run them. */
const OFFLINE_ROUNDS: [name: string, slower: number][] = [
  ['the first film ever, processor 4 × slower', 4],
  ['a later film, processor 4 × slower', 4],
  ['a later film', 1],
];

interface Stored {
  id: string;
  state: string;
  bytes: number;
  storedBytes: number;
  rung: string;
}

const { WEB_BUILD, DATA_DIR } = process.env;
const lakou = await startLakou(
  { INGEST: 'on', LOG_LEVEL: 'warn', ...(WEB_BUILD && { WEB_BUILD }), ...(DATA_DIR && { DATA_DIR }) },
  { measured: true },
);
const browser = await launchBrowser();
try {
  await keepLongFilm(lakou.url, EPISODE, FILM_SECONDS);
  console.log('## Downloads\n');
  console.log(
    `An episode of ${FILM_SECONDS} s, as a member; load of the machine ${loadavg()[0]?.toFixed(1)} when it began.\n`,
  );
  console.log('| size | chosen, MB | stored, MB | difference |\n|---|---:|---:|---:|');
  for (const at of [0, 1]) {
    const phone = await signedInPhone(lakou.url);
    const { rung, bytes, storedBytes } = await download(await phone.newPage(), lakou.url, at);
    console.log(
      `| ${rung} | ${megabytes(bytes)} | ${megabytes(storedBytes)} | ${percent(storedBytes / bytes - 1)} |`,
    );
    await phone.close();
  }
  const line = await slowLine(lakou.url, LINE_BITS);
  const phone = await signedInPhone(line.url);
  const page = await phone.newPage();
  const share = await measureLine(page, line.url);
  await line.close();
  const offline = await signedInPhone(lakou.url);
  const offlinePage = await offline.newPage();
  await download(offlinePage, lakou.url, 0);
  const pictures: [string, number][] = [];
  for (const [name, rate] of OFFLINE_ROUNDS)
    pictures.push([name, await firstOfflinePicture(offline, offlinePage, rate)]);
  const { milliseconds, bytes } = await decrypt(offlinePage);
  console.log('\n| | |\n|---|---:|');
  console.log(`| download over 400 kbit/s, share of the line | ${percent(share)} |`);
  for (const [name, ms] of pictures)
    console.log(`| first picture without a connection, ${name}, ms | ${Math.round(ms)} |`);
  console.log(
    `| decrypting, ms of one processor per MB | ${(milliseconds / (bytes / 1_000_000)).toFixed(1)} |`,
  );
} finally {
  await browser.close();
  await lakou.stop();
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(2);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function signedInPhone(url: string): Promise<BrowserContext> {
  const phone = await newPhone(browser);
  const answer = await fetch(`${lakou.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@lakou.test', password: 'lakou-demo' }),
  });
  const page = await phone.newPage();
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((text) => localStorage.setItem('lakou-session', text), await answer.text());
  await page.close();
  return phone;
}

async function startDownload(page: Page, url: string, size: number): Promise<void> {
  await page.goto(`${url}/series/${SERIES}`, { timeout: 120_000 });
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes', { timeout: 120_000 });
  // The first is the season's.
  await page
    .getByRole('button', { name: /^Download / })
    .nth(1)
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').nth(size).check({ timeout: 120_000 });
  await dialog.getByRole('button', { name: /^Download/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function download(page: Page, url: string, size: number): Promise<Stored> {
  await startDownload(page, url, size);
  return until(page, ({ state }) => state === 'done');
}

/** From the first stored part on: the licence and the session are requests of their own. */
async function measureLine(page: Page, url: string): Promise<number> {
  await startDownload(page, url, 0);
  const first = await until(page, ({ storedBytes, bytes }) => storedBytes > bytes * 0.1);
  const began = performance.now();
  const last = await until(page, ({ state }) => state === 'done');
  const seconds = (performance.now() - began) / 1000;
  return ((last.storedBytes - first.storedBytes) * 8) / seconds / LINE_BITS;
}

async function until(page: Page, isReached: (stored: Stored) => boolean): Promise<Stored> {
  const latest = performance.now() + LONGEST_MS;
  while (performance.now() < latest) {
    const stored = await readStored(page);
    if (stored?.state === 'stopped') throw new Error('the download has stopped');
    if (stored && isReached(stored)) return stored;
    await sleep(100);
  }
  throw new Error('the download takes too long');
}

function readStored(page: Page): Promise<Stored | undefined> {
  return page.evaluate(
    () =>
      new Promise<Stored | undefined>((resolve) => {
        const opening = indexedDB.open('lakou-downloads');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('downloads').objectStore('downloads').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve((reading.result as Stored[])[0]);
          };
        };
      }),
  );
}

/** From the tap on 'Play' in the list of downloads. */
async function firstOfflinePicture(phone: BrowserContext, page: Page, slower: number): Promise<number> {
  await phone.setOffline(false);
  await page.waitForFunction(
    async () => (await caches.keys()).some((name) => name.startsWith('lakou-offline-app-')),
    undefined,
    { timeout: 60_000 },
  );
  await page.goto(`${lakou.url}/downloads`);
  await sleep(5000);
  await phone.setOffline(true);
  await page.goto(`${lakou.url}/downloads`);
  const protocol = await phone.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const play = page.getByRole('link', { name: /^Play / });
  await play.waitFor();
  await sleep(LOOK_MS);
  const began = await page.evaluate(() => Date.now());
  await play.tap({ noWaitAfter: true });
  const shown = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const video = document.querySelector('video');
          if (video) video.requestVideoFrameCallback(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(`${lakou.url}/downloads`);
  return shown - began;
}

/** As the player does it: WebCrypto, segment by segment, here for 64 MB. The processor's time is that of all processes of the browser. */
async function decrypt(page: Page): Promise<{ milliseconds: number; bytes: number }> {
  const session = await browser.newBrowserCDPSession();
  const processorTime = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000;
  };
  const segments = 256;
  await page.evaluate(async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-CBC', length: 128 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = new Uint8Array(16);
    const segment = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, new Uint8Array(250_000));
    Object.assign(globalThis, {
      decryptOne: () => crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, segment),
    });
  });
  const before = await processorTime();
  await page.evaluate(async (count) => {
    const { decryptOne } = globalThis as unknown as { decryptOne: () => Promise<ArrayBuffer> };
    for (let at = 0; at < count; at += 1) await decryptOne();
  }, segments);
  return { milliseconds: (await processorTime()) - before, bytes: segments * 250_000 };
}
