import { test, waitForHydration } from '../../support/browser.ts';
import { expectStill, expectVisibleInForcedColours } from '../../support/device-settings.ts';

test('home stands still with less motion, and can be used with forced colours', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await expectStill(page);
  await expectVisibleInForcedColours(page);
});
