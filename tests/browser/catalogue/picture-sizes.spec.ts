import { expect, test, waitForHydration } from '../../support/browser.ts';

test.use({ serviceWorkers: 'allow' });

test('a picture that stood in for one being made is replaced, also behind the service worker', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // No page offers this width, so it has not been made yet.
  const address = '/storage/v1/render/image/public/artwork/banners/salt-wind.avif?width=96&quality=60';
  const width = async () => {
    // A page does not load the same picture twice.
    await page.reload();
    return page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth;
    }, address);
  };
  await expect.poll(width, { timeout: 60_000 }).toBe(96);
});
