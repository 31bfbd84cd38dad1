import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
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
  signIn,
}) => {
  await signIn('subscriber');
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

test('a browser that would stutter keeps H.264', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const answer = async () => ({ supported: true, smooth: false, powerEfficient: false });
    Object.defineProperty(navigator, 'mediaCapabilities', { value: { decodingInfo: answer } });
  });
  await signIn('subscriber');
  const folders = watchFolders(page);
  for (const _visit of [1, 2]) {
    await page.goto(`/watch/movie/${inAv1}`);
    await expectPlaying(page);
    await expect.poll(() => remembered(page)).toBe('no');
  }
  expect([...folders]).toContain('v145');
  expect([...folders].every((folder) => folder.startsWith('v'))).toBe(true);
});
