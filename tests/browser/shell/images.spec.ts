import type { Page } from '@playwright/test';
import { expect, test, waitForHydration } from '../../support/browser.ts';
import { follow } from '../../support/follow.ts';
import { film } from '../../support/playing.ts';

const ROUTES = ['/series', '/films', `/films/${film(3)}`, '/forum', '/categories/drama', '/watchlist', '/'];

/** Where an image got `srcset` or `sizes` before it was in the page. */
async function watchImages(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const early: string[] = [];
    Object.assign(globalThis, { early });
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (/^(srcset|sizes)$/i.test(name) && !this.isConnected) early.push(`${location.pathname}: ${value}`);
      setAttribute.call(this, name, value);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { early: string[] }).early);
}

test('no image gets addresses before it is in the page: Chromium never frees one that is dropped', async ({
  page,
  signIn,
}) => {
  await signIn('subscriber');
  await page.goto('/forum');
  const early = await watchImages(page);
  for (const path of ROUTES) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  }
  const images = page.locator('main img[srcset]');
  await expect(images.first()).toBeVisible();
  for (const image of await images.all()) await expect(image).toHaveAttribute('sizes');
  expect(await early()).toEqual([]);
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('a finger on a card fetches nothing of the next page', async ({ page }) => {
    await page.goto('/categories/drama');
    await waitForHydration(page);
    const link = page.locator('.title-card-link').first();
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await link.dispatchEvent('touchstart', { touches: [], changedTouches: [], targetTouches: [] });
    await link.dispatchEvent('touchcancel', { touches: [], changedTouches: [], targetTouches: [] });
    // Longer than the router waits with what it prefetches.
    await page.waitForTimeout(500);
    expect(requests).toEqual([]);
  });
});
