import type { Page } from '@playwright/test';
import { watchBeacons } from '../../support/beacons.ts';
import { expect, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService, timeOf } from '../../support/playing.ts';

interface Presented {
  time: number;
  /** When it was presented, in milliseconds since the page began. */
  at: number;
  /** How many frames were presented up to this one, and how many a slow machine dropped. */
  count: number;
  dropped: number;
  isHydrated: boolean;
}

const PROGRESS = /^\/stream\/[\da-f-]{36}\/progress$/;
const FRAME_RATE = 15;
/** The browser counts a dropped frame up to a few frames later. */
const COUNTED_LATE = 5;

/** How many frames of the film are between two, beyond those that were presented or dropped. */
function leftOut(before: Presented, after: Presented): number {
  const known = after.count - before.count + after.dropped - before.dropped;
  return (after.time - before.time) * FRAME_RATE - known;
}

/** Notes every frame and every interruption of the first video element. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const frames: unknown[] = [];
    const interruptions: string[] = [];
    Object.assign(globalThis, { frames, interruptions });
    const watch = (video: HTMLVideoElement): void => {
      for (const name of ['pause', 'seeking', 'emptied', 'error'])
        video.addEventListener(name, () => video.ended || interruptions.push(name));
      const next = (): void => {
        video.requestVideoFrameCallback((_now, { mediaTime, presentedFrames }) => {
          const isHydrated = document.documentElement.dataset.hydrated === 'yes';
          const { droppedVideoFrames: dropped } = video.getVideoPlaybackQuality();
          const at = performance.now();
          frames.push({ time: mediaTime, at, count: presentedFrames, dropped, isHydrated });
          next();
        });
      };
      next();
    };
    new MutationObserver((_changes, observer) => {
      const video = document.querySelector('video');
      if (!video) return;
      observer.disconnect();
      watch(video);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** By how much each append is moved from the film's own time. */
async function watchOffsets(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const offsets: number[] = [];
    Object.assign(globalThis, { offsets });
    const { appendBuffer } = SourceBuffer.prototype;
    SourceBuffer.prototype.appendBuffer = function (bytes) {
      offsets.push(this.timestampOffset);
      appendBuffer.call(this, bytes);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { offsets: number[] }).offsets);
}

/** What the signed-in member is playing, as the server counts it. */
async function sessionsOf(page: Page): Promise<unknown> {
  const session = await page.evaluate(() => localStorage.getItem('lakou-session') ?? '');
  const { access_token } = JSON.parse(session) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  return (await page.request.post('/rest/v1/rpc/my_streams', { headers, data: {} })).json();
}

const framesOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { frames: Presented[] }).frames);
const interruptionsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { interruptions: string[] }).interruptions);

/** A connection of 400 kbit/s with 150 ms. */
async function throttle(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

test('the first picture needs three requests and no script file, and is there before the app', async ({
  page,
}) => {
  await throttle(page);
  await watchFrames(page);
  const document = await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as unknown as { frames: unknown[] }).frames?.length > 0);
  const [first] = await framesOf(page);
  expect(first?.isHydrated).toBe(false);
  // Read when those that had begun have ended.
  await expectPlaying(page);
  const requested = await page.evaluate(
    (at) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < at)
        .map(({ name }) => new URL(name).pathname),
    first?.at ?? 0,
  );
  expect(requested.filter((path) => !/\/0000[1-9]\.m4s$/.test(path))).toEqual([
    '/functions/v1/playback',
    expect.stringMatching(/\/v145\/00000\.m4s$/),
  ]);
  // All scripts before the picture are in the document.
  const sizes = await document!.request().sizes();
  expect(sizes.responseBodySize).toBeLessThan(60 * 1024);
});

test('the engine continues the same video on a slow line: no frame twice, none left out, no segment twice', async ({
  page,
}) => {
  await throttle(page);
  await watchFrames(page);
  const offsets = await watchOffsets(page);
  const segments: string[] = [];
  page.on('request', (request) => {
    const [segment] = /\d+\.m4s$/.exec(request.url()) ?? [];
    if (segment) segments.push(segment);
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await page.waitForFunction(() => document.querySelector('video')?.ended, null, { timeout: 50_000 });
  expect(await interruptionsOf(page)).toEqual([]);
  expect(new Set(await offsets())).toEqual(new Set([0]));
  const frames = await framesOf(page);
  expect(frames[0]?.isHydrated, 'it began before the app').toBe(false);
  expect(frames.at(-1)?.isHydrated).toBe(true);
  for (const [at, frame] of frames.entries()) {
    const before = frames[at - 1];
    if (before) expect(frame.time).toBeGreaterThan(before.time);
    if (before) expect(leftOut(before, frame), `at ${frame.time} s`).toBeLessThan(COUNTED_LATE);
  }
  // The frames that the browser has dropped by now are all counted.
  const dropped = await page.evaluate(
    () => document.querySelector('video')?.getVideoPlaybackQuality().droppedVideoFrames ?? 0,
  );
  const [first, last] = [frames[0]!, frames.at(-1)!];
  expect(leftOut({ ...first, dropped: 0 }, { ...last, dropped })).toBeLessThan(1);
  const ends = await page.evaluate(() => {
    const { buffered, duration } = document.querySelector('video') as HTMLVideoElement;
    return { ranges: buffered.length, start: buffered.start(0), missing: duration - buffered.end(0) };
  });
  expect(ends.ranges, 'a gap in the buffer').toBe(1);
  expect(ends.start).toBe(0);
  expect(ends.missing).toBeLessThan(0.1);
  // Better rungs can replace what is not shown yet; the beginning is fetched once.
  expect(segments.filter((segment) => segment === segments[0])).toHaveLength(1);
});

test('a member’s film starts where it was left', async ({ page, signIn }) => {
  await signIn('subscriber');
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.keyboard.press('k');
  await page.keyboard.press('4');
  await expect.poll(() => timeOf(page)).toBeCloseTo(4, 0);
  await watchFrames(page);
  await page.reload();
  await page.waitForFunction(() => (globalThis as unknown as { frames: unknown[] }).frames?.length > 0);
  const [first] = await framesOf(page);
  expect(first?.time).toBeGreaterThan(3);
  await expect(page.getByText(/^Resumed at/)).toBeVisible();
});

test('a browser without Media Source Extensions asks for a ticket alone', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'MediaSource');
    Reflect.deleteProperty(globalThis, 'WebKitMediaSource');
  });
  const ticket = page.waitForRequest(/\/functions\/v1\/playback/);
  await page.goto(`/watch/movie/${film(3)}`);
  expect(new URL((await ticket).url()).search).toBe('');
});

test('a member who leaves before the app is there ends the session and keeps the position, film after film', async ({
  page,
  request,
  signIn,
}) => {
  const member = await newMember(request);
  await insertAsService(request, 'subscriptions', {
    user_id: member.id,
    status: 'active',
    subscription_type: 'monthly',
    expires_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  });
  await signIn(member);
  const reports = await watchBeacons(page, PROGRESS);
  await page.route(/\/assets\/.*\.js$/, () => {});
  // More than can play at once.
  for (const id of [film(3), film(4), film(6), film(11)]) {
    const answer = page.waitForResponse(/\/functions\/v1\/playback/);
    await page.goto(`/watch/movie/${id}`, { waitUntil: 'commit' });
    expect((await answer).status()).toBe(200);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
    await page.goto('/favicon.svg');
    const { position, duration, seconds, ended } = (await reports()).at(-1) as Record<
      'position' | 'duration' | 'seconds',
      number
    > & {
      ended: boolean;
    };
    expect([ended, position > 0.4, seconds > 0.4, duration > 5]).toEqual([true, true, true, true]);
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('lakou-progress') ?? '[]'));
    expect(stored.at(-1)).toMatchObject({ id, position, beaconSent: true });
    await expect.poll(() => sessionsOf(page)).toEqual([]);
  }
});

test('a member who leaves before the first picture ends the session where the film would have begun', async ({
  page,
  request,
  signIn,
}) => {
  const member = await newMember(request);
  const progress = { user_id: member.id, movie_id: film(3), position: 3, duration: 10 };
  await insertAsService(request, 'watch_progress', progress);
  await signIn(member);
  const reports = await watchBeacons(page, PROGRESS);
  await page.route(/\/assets\/.*\.js$|\.m4s$/, () => {});
  const asked = page.waitForRequest(/\.m4s$/);
  await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await asked;
  await page.goto('/favicon.svg');
  expect(await reports()).toMatchObject([{ position: 3, seconds: 0, ended: true }]);
  await expect.poll(() => sessionsOf(page)).toEqual([]);
});

test('who has come to the player and leaves it reports once', async ({ page }) => {
  const reports = await watchBeacons(page, PROGRESS);
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.goto('/favicon.svg');
  expect(await reports()).toHaveLength(1);
});

test('a request for a ticket that is never answered is sent again', async ({ page }) => {
  // A tenth of twenty seconds.
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 10);
  });
  let asked = 0;
  await page.route(/\/functions\/v1\/playback/, (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  expect(asked).toBeGreaterThan(1);
});

test('a file that is gone after an update does not interrupt a film that plays before the app', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const add = globalThis.addEventListener;
    globalThis.addEventListener = (name: string, ...rest: unknown[]) => {
      if (name === 'vite:preloadError') Object.assign(globalThis, { isAppListening: true });
      Reflect.apply(add, globalThis, [name, ...rest]);
    };
  });
  // The app begins, and waits for its texts.
  await page.route(/\/assets\/en-everyone-[^/]*\.js$/, (route) => {
    if (route.request().resourceType() === 'fetch') return route.continue();
  });
  await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await page.locator('[data-early-video][data-shown]').waitFor();
  await page.waitForFunction(() => 'isAppListening' in globalThis);
  // As Vite says it. Where nothing plays, the app prevents what follows and reloads.
  const isLeftAlone = await page.evaluate(() =>
    dispatchEvent(new Event('vite:preloadError', { cancelable: true })),
  );
  expect(isLeftAlone).toBe(true);
});
