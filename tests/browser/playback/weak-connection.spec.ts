import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { breakInSecondChunk } from '../../support/chunked-segment.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService, timeOf } from '../../support/playing.ts';

const LATER_SEGMENT = /\/v\d+\/0000[1-9]\.m4s$/;

const isEnded = (page: Page) => page.waitForFunction(() => document.querySelector('video')?.ended);

test('a cut connection that returns leads to playing on, without a reload and with nothing missing', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_CONNECTION_RESET/);
  let isCut = true;
  let refused = 0;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(LATER_SEGMENT, (route) => {
    if (!isCut) return route.continue();
    refused += 1;
    return route.abort('connectionreset');
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await expect(page.getByText('The connection is gone.')).toBeVisible();
  expect(refused).toBeGreaterThan(1);
  isCut = false;
  await isEnded(page);
  await expect(page.getByText('The connection is gone.')).toBeHidden();
  expect(loads).toBe(1);
  const { ranges, start } = await page.evaluate(() => {
    const { buffered } = document.querySelector('video') as HTMLVideoElement;
    return { ranges: buffered.length, start: buffered.start(0) };
  });
  expect([ranges, start]).toEqual([1, 0]);
  const breaks = await page.evaluate(() => localStorage.getItem('lakou-connection-breaks'));
  expect(JSON.parse(breaks ?? '[]')).toHaveLength(1);
});

test('a connection that is cut before the first picture is said, and the film starts when it returns', {
  tag: '@long',
}, async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_CONNECTION_RESET/);
  let isCut = true;
  await page.route(/\.m4s$/, (route) => (isCut ? route.abort('connectionreset') : route.continue()));
  await page.goto(`/watch/movie/${film(3)}`);
  await expect(page.getByText('The connection is gone.')).toBeVisible();
  isCut = false;
  await isEnded(page);
  await expect(page.getByText('The connection is gone.')).toBeHidden();
});

test('a connection that breaks before the app is there is remembered, once', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_CONNECTION_RESET/);
  await page.route(/\/assets\/.*\.js$/, () => {});
  let refused = 0;
  await page.route(LATER_SEGMENT, (route) => {
    refused += 1;
    return route.abort('connectionreset');
  });
  await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await expect.poll(() => refused).toBeGreaterThan(3);
  const breaks = await page.evaluate(() => localStorage.getItem('lakou-connection-breaks'));
  expect(JSON.parse(breaks ?? '[]')).toHaveLength(1);
});

test('a film whose segment is refused before the picture came begins with the app', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  // The app takes a second ticket here, which ends the first one's session: what it has requested with that is refused once.
  allowConsoleErrors(/404|401/);
  const member = await newMember(request);
  const progress = { user_id: member.id, movie_id: film(3), position: 3.5, duration: 10 };
  await insertAsService(request, 'watch_progress', progress);
  await signIn(member);
  let asked = 0;
  // What comes ends before the position, in the segment from 2 to 6 seconds.
  await page.route(/\/v145\/00001\.m4s$/, (route) => {
    asked += 1;
    if (asked > 2) return route.continue();
    if (asked === 2) return route.fulfill({ status: 404 });
    return breakInSecondChunk(route, 'machann-soley', ['00000.m4s', '00001.m4s']);
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  expect(asked).toBeGreaterThan(1);
});

test('a segment that stays broken until the engine is there is loaded by it without a seam', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_CONNECTION_RESET/);
  let asked = 0;
  await page.route(/\/v145\/00001\.m4s$/, (route) => {
    asked += 1;
    // The script in the page would continue where it broke; the engine begins again.
    if (route.request().headers().range) return route.abort('connectionreset');
    if (asked > 1) return route.continue();
    return breakInSecondChunk(route, 'machann-soley', ['00001.m4s', '00002.m4s']);
  });
  await page.addInitScript(() => {
    const seams: string[] = [];
    Object.assign(globalThis, { seams });
    for (const name of ['emptied', 'error'])
      addEventListener(name, ({ target }) => target instanceof HTMLVideoElement && seams.push(name), true);
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await isEnded(page);
  expect(await page.evaluate(() => (globalThis as unknown as { seams: string[] }).seams)).toEqual([]);
  expect(asked).toBeGreaterThan(1);
});

test('a segment that breaks is continued where it broke', { tag: '@long' }, async ({ page }) => {
  const ranges: (string | undefined)[] = [];
  await page.route(/\/v145\/00001\.m4s$/, async (route) => {
    const { range } = route.request().headers();
    ranges.push(range);
    if (ranges.length > 1) return route.continue();
    // The header promises more than comes.
    const answer = await route.fetch();
    const body = await answer.body();
    await route.fulfill({ response: answer, body: body.subarray(0, 5000) });
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await isEnded(page);
  expect(ranges[0]).toBeUndefined();
  expect(ranges[1] ?? 'bytes=5000-').toBe('bytes=5000-');
});

for (const [state, answer] of [
  ['cut', (route: Route) => route.abort('connectionreset')],
  ['unavailable', (route: Route) => route.fulfill({ status: 503 })],
] as const)
  test(`before the app is there, its files are requested again while the server is ${state}, and the browser’s controls are shown`, {
    tag: '@long',
  }, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_CONNECTION_RESET|503/);
    let isAway = true;
    const refused: string[] = [];
    await page.route(/\/assets\/.*\.js$/, (route) => {
      if (!isAway) return route.continue();
      refused.push(route.request().url());
      return answer(route);
    });
    await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('video')?.controls);
    await expect.poll(() => refused.length).toBeGreaterThan(1);
    // The next file is requested when this one is there.
    expect(new Set(refused).size).toBe(1);
    isAway = false;
    await page.locator('[data-player] video').first().waitFor();
    expect(await page.evaluate(() => document.querySelector('video')?.controls)).toBe(false);
  });

test('a jump to a place that is not loaded shows its key frame until the film is there', async ({ page }) => {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/v\d+\/00002\.m4s$/, (route) => {
    if (!isHeld) return route.continue();
    held.push(route);
  });
  const keyFrames: string[] = [];
  page.on('request', (request) => {
    const [name] = /iframes\/\d+\.m4s$/.exec(request.url()) ?? [];
    if (name) keyFrames.push(name);
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
  await page.locator('[data-player]').waitFor();
  await page.keyboard.press('7');
  await expect(page.locator('[data-seek-picture]')).toBeVisible();
  expect(keyFrames).toEqual(['iframes/00003.m4s']);
  const picture = await page.evaluate(() => {
    const screen = document.querySelector('[data-seek-picture]') as HTMLVideoElement;
    return { width: screen.videoWidth, isPast: screen.currentTime > 6 };
  });
  expect(picture.width).toBeGreaterThan(0);
  expect(picture.isPast).toBe(true);
  isHeld = false;
  for (const route of held) await route.continue().catch(() => {});
  await expect(page.locator('[data-seek-picture]')).toHaveCount(0);
  await expectPlaying(page);
  expect(await timeOf(page)).toBeGreaterThan(6.9);
});

test('a jump while the engine takes over does not wait for the segment before it', { tag: '@long' }, async ({
  page,
}) => {
  let isAsked = false;
  // Never answered: the early script waits for it, and the engine for the script.
  await page.route(/\/v\d+\/00001\.m4s$/, () => {
    isAsked = true;
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
  await page.locator('[data-player]').waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/hls.')),
  );
  await expect.poll(() => isAsked).toBe(true);
  await page.keyboard.press('7');
  await expectPlaying(page);
  expect(await timeOf(page)).toBeGreaterThan(6.9);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
