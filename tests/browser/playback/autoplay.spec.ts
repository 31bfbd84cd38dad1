import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { expectPlaying, film } from '../../support/playing.ts';

/** Refuses to play before a tap, as an iPhone that saves power does, or as WebKit does with sound. */
async function refuseToPlay(page: Page, { evenMuted }: { evenMuted: boolean }): Promise<void> {
  await page.addInitScript((muted) => {
    // Not navigator.userActivation: scripts of a test count as a person's act.
    let tapped = false;
    addEventListener('click', () => (tapped = true), true);
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (tapped || (!muted && this.muted)) return play.call(this);
      return Promise.reject(new DOMException('a tap is needed', 'NotAllowedError'));
    };
  }, evenMuted);
}

const isMuted = (page: Page) => page.evaluate(() => document.querySelector('video')?.muted);

test('a viewer whose browser plays nothing without a tap is asked for one', async ({ page }) => {
  await refuseToPlay(page, { evenMuted: true });
  await page.goto(`/watch/movie/${film(3)}`);
  await page.getByRole('button', { name: 'Tap to play' }).click();
  await expectPlaying(page);
  await expect(page.getByRole('button', { name: 'Tap to play' })).toHaveCount(0);
  expect(await isMuted(page)).toBe(false);
});

test('a viewer whose browser forbids sound without a tap sees the film muted, and taps for sound', async ({
  page,
}) => {
  await refuseToPlay(page, { evenMuted: false });
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  expect(await isMuted(page)).toBe(true);
  await page.getByRole('button', { name: 'Tap for sound' }).click();
  await expect.poll(() => isMuted(page)).toBe(false);
});

test('a viewer whose browser decodes nothing before it may play is asked for a tap too', async ({ page }) => {
  await refuseToPlay(page, { evenMuted: true });
  // As Safari before version 17.
  await page.addInitScript(() => {
    let tapped = false;
    addEventListener('click', () => (tapped = true), true);
    addEventListener('loadeddata', (event) => tapped || event.stopImmediatePropagation(), true);
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await page.getByRole('button', { name: 'Tap to play' }).click();
  await expectPlaying(page);
});

for (const what of ['button', 'picture'] as const)
  test(`before the app is there, the first tap on the ${what} brings the sound and does not pause`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'lakou-language', value: 'ht', url: baseURL ?? '' }]);
    await refuseToPlay(page, { evenMuted: false });
    const files = /\/assets\/.*\.js$/;
    await page.route(files, () => {});
    await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: 'Peze pou son an' });
    await expect(button).toBeVisible();
    await expect(page.getByText('Fim nan ap chaje')).toBeHidden();
    expect(await isMuted(page)).toBe(true);
    if (what === 'button') await button.click();
    else await page.locator('video').click();
    const video = await page.evaluate(() => {
      const { muted, paused } = document.querySelector('video') as HTMLVideoElement;
      return { muted, paused };
    });
    expect(video).toEqual({ muted: false, paused: false });
    await expect(button).toBeHidden();
  });
