import { expect, test } from '../../support/browser.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('on a first visit the main picture comes alone, then the screen, then the app, and what is below when somebody scrolls', async ({
  page,
}) => {
  const requested: string[] = [];
  const held = { main: Promise.withResolvers<void>(), app: Promise.withResolvers<void>() };
  const listed = '/series';
  await page.goto(listed);
  const main = await page
    .locator('img[fetchpriority="high"]')
    .evaluate((image: HTMLImageElement) => image.src);
  const mainName = new URL(main).pathname.split('/').at(-1) ?? '';
  const below = await page
    .locator('main img[loading="lazy"]')
    .last()
    .evaluate((image: HTMLImageElement) => new URL(image.src).pathname);
  // The page that is left would set its cookie again.
  await page.goto('about:blank');
  await page.context().clearCookies();
  // On a busy machine the limits of waiting would come first.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const withoutLimits = (call: () => void, ms = 0) => (ms < 3000 ? setTimeout(call, ms) : 0);
    Object.assign(globalThis, { setTimeout: withoutLimits });
  });
  await page.route('**/storage/v1/render/image/**', async (route) => {
    requested.push(new URL(route.request().url()).pathname);
    if (route.request().url().includes(mainName)) await held.main.promise;
    await route.continue();
  });
  await page.route('**/assets/*.js', async (route) => {
    await held.app.promise;
    await route.continue();
  });
  await page.goto(listed, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect.poll(() => requested.length).toBe(1);
  // A frame is painted, and lazy pictures would have been asked for in it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
  expect(requested).toEqual([new URL(main).pathname]);
  await expect(page.locator('link[rel="modulepreload"]')).toHaveCount(0);

  held.main.resolve();
  const onScreen = page.locator('main img[fetchpriority="low"]').first();
  await expect.poll(() => onScreen.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  await expect(page.locator('#banner-strip img')).toBeVisible();
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached();
  expect(requested).not.toContain(below);

  await page.mouse.wheel(0, 4000);
  await expect.poll(() => requested).toContain(below);
  held.app.resolve();
});
