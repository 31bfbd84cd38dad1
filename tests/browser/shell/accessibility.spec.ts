import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { everyRoute } from '../../support/every-route.ts';

// The check itself takes long on a busy machine.
test.describe.configure({ timeout: 90_000 });

for (const path of ['/terms', '/privacy?lang=fr', '/faq#refund'])
  test(`${path} is accessible in both themes`, async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    await expectAccessibleInBothThemes(page);
  });

test('the contact form with errors is accessible in both themes', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/429/);
  await page.route('**/rest/v1/contact_messages*', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'PT429', message: 'no', details: null, hint: 'too_many_tries' },
    }),
  );
  await page.goto('/contact');
  await waitForHydration(page);
  for (const name of ['Name', 'Subject', 'Message'])
    await page.getByRole('textbox', { name, exact: true }).fill('Where is my film?');
  await page.getByRole('textbox', { name: 'Email' }).fill('anaise@example.test');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Too many tries');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A');
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

/** Visitors' pages in every run, all of them in `npm run test:long`. */
const routes = everyRoute().filter(({ reader }) => reader === 'visitor' || process.env.LONG);

for (const { path, reader } of routes) {
  test(`${path} conforms to WCAG 2.2 AA, can be enlarged four times, and follows forced colours`, async ({
    page,
    signIn,
    allowConsoleErrors,
  }) => {
    // Pages that are not there, and films that nobody asked to play.
    allowConsoleErrors(/404|400|403/);
    if (reader !== 'visitor') await signIn(reader);
    await page.goto(path);
    await waitForHydration(page);
    await expectAccessible(page, 'dark', { wcag: true });
    await expectAccessible(page, 'light', { wcag: true });

    // 1280 pixels at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
    expect(ring, 'what has the focus has a ring').toBe(true);
  });
}

test('nothing moves for somebody who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/categories', '/forum']) {
    await page.goto(path);
    await waitForHydration(page);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0))
        .filter((duration) => duration > 10),
    );
    expect(moving, path).toEqual([]);
  }
});
