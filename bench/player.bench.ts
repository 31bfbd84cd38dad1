import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startLakou } from '../tests/support/lakou-process.ts';
import { type SlowLine, slowLine } from './slow-line.ts';
import { launchBrowser, newPhone } from './slow-phone.ts';

/*
 * Watching on a slow phone: 150 ms, a processor four times slower than this machine's, 360 px, and a line of 400 and of
 * 200 kbit/s. How long until the first picture, from the tap on 'Watch Now' and on a page opened cold; how long the
 * picture stood still in two minutes; and what a cut of twenty seconds does, without anybody touching anything.
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
  firstFrame: number;
  /** Milliseconds of stalls after playback began. */
  stood: number;
  stops: number;
}

const webBuild: Record<string, string> = process.env.WEB_BUILD ? { WEB_BUILD: process.env.WEB_BUILD } : {};
const lakou = await startLakou({ LOG_LEVEL: 'warn', ...webBuild }, { measured: true });
const browser = await launchBrowser();
try {
  await uploadLongFilm();
  console.log('## Watching on a slow phone\n');
  console.log('150 ms, processor slowed down four times, 360 px; as a visitor.\n');
  console.log(
    `| line, kbit/s | first picture after the tap, s | on a cold page, s | stood still in ${WATCHED_SECONDS} s (stops) | a cut of 20 s: stood still, s | went on after the line was back, s |`,
  );
  console.log('|---:|---:|---:|---:|---:|---:|');
  for (const kilobits of [400, 200]) {
    const line = await slowLine(lakou.url, kilobits * 1000);
    console.error(`  ${kilobits} kbit/s`);
    const tapped = await afterTap(line);
    const { cold, long } = await twoMinutes(line);
    const { stood, after } = await withCut(line);
    const s = (ms: number) => (ms / 1000).toFixed(1);
    const still = `${s(long.stood)} (${long.stops})`;
    console.log(`| ${kilobits} | ${s(tapped)} | ${s(cold)} | ${still} | ${s(stood)} | ${s(after)} |`);
    await line.close();
  }
} finally {
  await browser.close();
  await lakou.stop();
}

/** Uploads the film, so that the server encodes it. */
async function uploadLongFilm(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-film-'));
  const file = join(folder, 'film.mp4');
  const source = [
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=24:duration=${FILM_SECONDS}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=220:beep_factor=4:duration=${FILM_SECONDS}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '28', '-c:a', 'aac', '-shortest', file],
  ];
  const { status } = spawnSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-loglevel', 'error', ...source]);
  if (status !== 0) throw new Error('ffmpeg could not make the film');
  const request = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(lakou.url + path, init);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const account = JSON.stringify({ email: 'admin@lakou.test', password: 'lakou-demo' });
  const { access_token } = (await request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: account,
    headers: { 'content-type': 'application/json' },
  })) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  await request(`/storage/v1/object/movies/movies/episodes/${EPISODE}.mp4`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'video/mp4', 'x-upsert': 'true' },
    body: readFileSync(file),
  });
  rmSync(folder, { recursive: true });
  for (;;) {
    const [job] = (await request(
      `/rest/v1/media_jobs?select=status,percent,error_detail&episode_id=eq.${EPISODE}&order=created_at.desc&limit=1`,
      { headers },
    )) as { status: string; percent: number; error_detail: string | null }[];
    if (job?.status === 'done') return;
    if (job && job.status !== 'queued' && job.status !== 'running')
      throw new Error(`the film: ${job.error_detail}`);
    console.error(`  the film is being made: ${job?.percent ?? 0} %`);
    await sleep(5000);
  }
}

/** A phone without caches, which records the state of every video element. */
async function freshPhone() {
  const phone = await newPhone(browser);
  phone.on('page', (page) => void tooManyRequests(page).catch(() => {}));
  await phone.addInitScript(() => {
    const watched = { firstFrame: 0, stood: 0, stops: 0, still: 0 };
    Object.assign(globalThis, { watched });
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

async function tooManyRequests(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

function read(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
}

async function firstFrame(page: Page): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const watched = await read(page).catch(() => undefined);
    if (watched?.firstFrame) return watched.firstFrame;
    await sleep(100);
  }
  throw new Error('no picture came within a minute');
}

async function afterTap(line: SlowLine): Promise<number> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  await page.goto(line.url + SERIES, { waitUntil: 'load', timeout: 120_000 });
  const button = page.getByRole('link', { name: /^Watch Now/ }).first();
  await button.waitFor();
  await sleep(LOOKING_MS);
  const [tab, begun] = await Promise.all([
    phone.waitForEvent('page'),
    (async () => {
      const now = Date.now();
      await button.tap();
      return now;
    })(),
  ]);
  const shown = await firstFrame(tab);
  await phone.close();
  return shown - begun;
}

async function twoMinutes(line: SlowLine): Promise<{ cold: number; long: Watched }> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  const begun = Date.now();
  await page.goto(line.url + WATCH, { waitUntil: 'commit', timeout: 120_000 });
  const cold = (await firstFrame(page)) - begun;
  await sleep(WATCHED_SECONDS * 1000);
  const long = await read(page);
  await phone.close();
  return { cold, long };
}

async function withCut(line: SlowLine): Promise<{ stood: number; after: number }> {
  const phone = await freshPhone();
  const page = await phone.newPage();
  await page.goto(line.url + WATCH, { waitUntil: 'commit', timeout: 120_000 });
  await firstFrame(page);
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
  const after = still ? Date.now() - back : 0;
  const { stood } = await read(page);
  await phone.close();
  return { stood, after };
}
