import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll, test, waitForHydration } from '../../support/browser.ts';
import { expectStill, expectVisibleInForcedColours } from '../../support/device-settings.ts';
import { allRoutes, type Route } from '../../support/routes.ts';

// The check itself takes long on a busy machine.
test.describe.configure({ timeout: 300_000 });

/** What the width and the theme change. `npm run test:long` checks all rules at both widths. */
const WIDE_RULES = process.env.LONG ? {} : { rules: ['color-contrast', 'link-in-text-block', 'target-size'] };

/** The width of 1280 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };
const TABLET = { width: 768, height: 1024 };

/** One page visits several: the browser has read the app's files then. */
const TOGETHER = 6;

for (const routes of inGroups(allRoutes()))
  test(`accessible, wide and on a phone, at 400 %, with less motion and with forced colours: ${routes.map(({ path }) => path).join(' ')}`, async ({
    page,
    signIn,
    allowConsoleErrors,
  }) => {
    // Ids of nobody and nothing, and a film that this member cannot watch.
    allowConsoleErrors(/Failed to load resource/);
    if (routes[0]?.guard !== 'none') await signIn('admin');
    for (const { path } of routes) await test.step(path, () => expectUsable(page, path));
  });

async function expectUsable(page: Page, path: string): Promise<void> {
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
}

/** Those for everybody apart from those that somebody signs in for. */
function inGroups(routes: Route[]): Route[][] {
  const [open, guarded] = [true, false].map((isOpen) =>
    routes.filter(({ guard }) => (guard === 'none') === isOpen),
  );
  return [open, guarded].flatMap((some = []) =>
    Array.from({ length: Math.ceil(some.length / TOGETHER) }, (_, n) =>
      some.slice(n * TOGETHER, (n + 1) * TOGETHER),
    ),
  );
}
