import { expectAccessible, expectNoHorizontalScroll, test, waitForHydration } from '../../support/browser.ts';
import { expectStill, expectVisibleInForcedColours } from '../../support/device-settings.ts';
import { allRoutes } from '../../support/routes.ts';

// The check itself takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** What the width and the theme change. `npm run test:long` checks all rules at both widths. */
const WIDE_RULES = process.env.LONG ? {} : { rules: ['color-contrast', 'link-in-text-block', 'target-size'] };

/** The width of 1280 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };
const TABLET = { width: 768, height: 1024 };

for (const { path, guard } of allRoutes())
  test(`${path} is accessible, wide and on a phone, at 400 %, with less motion and with forced colours`, async ({
    page,
    signIn,
    allowConsoleErrors,
  }) => {
    // Ids of nobody and nothing, and a film that this member cannot watch.
    allowConsoleErrors(/Failed to load resource/);
    if (guard !== 'none') await signIn('admin');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    if (path !== '/offline') await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, 'dark', { withTargetSize: true, ...WIDE_RULES });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'light', { withTargetSize: true });
    for (const size of [ZOOMED, TABLET]) {
      await page.setViewportSize(size);
      await expectNoHorizontalScroll(page);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectStill(page);
    await expectVisibleInForcedColours(page);
  });
