import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { newSubscriber } from '../../support/new-member.ts';
import { expectPlaying, film } from '../../support/playing.ts';

/** The demo film that is also there in AV1. */
const inAv1 = film(18);

/** The folders that segments are loaded from. */
function watchFolders(page: Page): Set<string> {
  const folders = new Set<string>();
  page.on('request', (request) => {
    const [, folder] = /\/([a-z\d-]+)\/\d+\.m4s$/.exec(request.url()) ?? [];
    if (folder && folder !== 'iframes') folders.add(folder);
  });
  return folders;
}

const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('lakou-av1'));

test('a browser that decodes AV1 smoothly gets the next film in it, with sound and captions', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(await newSubscriber(request));
  const folders = watchFolders(page);
  await page.goto(`/watch/movie/${inAv1}`);
  await expectPlaying(page);
  expect([...folders].every((folder) => folder.startsWith('v'))).toBe(true);
  await expect.poll(() => remembered(page)).toBe('smooth');

  // The first visit may still load something until it is left.
  await page.goto('about:blank');
  folders.clear();
  await page.goto(`/watch/movie/${inAv1}`);
  await expectPlaying(page);
  await page.keyboard.press('c');
  await expect(page.locator('[data-captions]')).not.toBeEmpty();
  await page.waitForFunction(() => document.querySelector('video')?.ended);
  expect([...folders]).toContain('av1-145');
  expect([...folders].every((folder) => folder.startsWith('av1-'))).toBe(true);
  const { sound, ranges, missing } = await page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement & {
      webkitAudioDecodedByteCount: number;
    };
    const { buffered, duration, webkitAudioDecodedByteCount: decoded } = video;
    return { sound: decoded, ranges: buffered.length, missing: duration - buffered.end(buffered.length - 1) };
  });
  expect(sound).toBeGreaterThan(1000);
  expect(ranges, 'a gap in the buffer').toBe(1);
  expect(missing).toBeLessThan(0.1);
});

/** Segments of AV1 from this number on come as noise, once the film is at `position`. */
async function breakAv1(page: Page, from: number, position: number): Promise<void> {
  await page.route(/\/av1-\d+\/\d+\.m4s$/, async (route) => {
    const [, number] = /(\d+)\.m4s$/.exec(route.request().url()) ?? [];
    if (Number(number) < from) return route.continue();
    const response = await route.fetch();
    const body = await response.body();
    // Behind the first boxes, and not the padding: it is decrypted as ever.
    for (let at = 4096; at < body.length - 64; at += 16) body[at] = (body[at] ?? 0) ^ 0xff;
    await page.waitForFunction(
      (wanted) => (document.querySelector('video')?.currentTime ?? 0) >= wanted,
      position,
    );
    await route.fulfill({ response, body });
  });
}

/** Where the film was before it began or continued to play, and where after: the last time. */
async function watchPositions(page: Page): Promise<() => Promise<[number, number]>> {
  await page.addInitScript(() => {
    let last = 0;
    const watch = (event: string, note: (video: HTMLVideoElement) => void): void =>
      addEventListener(event, ({ target }) => target instanceof HTMLVideoElement && note(target), true);
    watch('timeupdate', ({ readyState, currentTime }) => {
      if (readyState > 0) last = currentTime;
    });
    watch('playing', ({ currentTime }) => Object.assign(globalThis, { positions: [last, currentTime] }));
  });
  return () => page.evaluate(() => (globalThis as unknown as { positions: [number, number] }).positions);
}

for (const { place, from, position } of [
  { place: 'at its beginning', from: 0, position: 0 },
  { place: 'later', from: 1, position: 1.5 },
])
  test(`a film whose AV1 breaks ${place} goes on in H.264, and the next one comes in it`, async ({
    page,
    request,
    signIn,
  }) => {
    await signIn(await newSubscriber(request));
    await page.evaluate(() => localStorage.setItem('lakou-av1', 'smooth'));
    await breakAv1(page, from, position);
    const positions = await watchPositions(page);
    const folders = watchFolders(page);
    await page.goto(`/watch/movie/${inAv1}`);
    await expect.poll(() => [...folders].some((folder) => folder.startsWith('v'))).toBe(true);
    expect([...folders]).toContain('av1-145');
    await expectPlaying(page);
    const [before, after] = await positions();
    expect(before).toBeGreaterThanOrEqual(position);
    expect(Math.abs(after - before)).toBeLessThan(0.5);
    expect(await remembered(page)).toMatch(/^failed \d+$/);

    await page.goto('about:blank');
    folders.clear();
    const asked = page.waitForRequest(/\/functions\/v1\/playback\?/);
    await page.goto(`/watch/movie/${inAv1}`);
    expect((await asked).url()).toMatch(/\?start=yes$/);
    await expectPlaying(page);
    expect([...folders].every((folder) => folder.startsWith('v'))).toBe(true);
    expect(await remembered(page)).toMatch(/^failed \d+$/);

    // After a month the browser is asked again.
    await page.evaluate(() => localStorage.setItem('lakou-av1', `failed ${Date.now() - 31 * 86_400_000}`));
    await page.reload();
    await expect.poll(() => remembered(page)).toBe('smooth');
  });

test('a browser that would stutter keeps H.264', async ({ page, request, signIn }) => {
  await page.addInitScript(() => {
    const answer = async () => ({ supported: true, smooth: false, powerEfficient: false });
    Object.defineProperty(navigator, 'mediaCapabilities', { value: { decodingInfo: answer } });
  });
  await signIn(await newSubscriber(request));
  const folders = watchFolders(page);
  for (const _visit of [1, 2]) {
    await page.goto(`/watch/movie/${inAv1}`);
    await expectPlaying(page);
    await expect.poll(() => remembered(page)).toBe('no');
  }
  expect([...folders]).toContain('v145');
  expect([...folders].every((folder) => folder.startsWith('v'))).toBe(true);
});
