import type { Page } from '@playwright/test';
import { waitForHydration } from './browser.ts';

/** Navigates as a link does, without reloading the app. */
export async function follow(page: Page, address: string): Promise<void> {
  await waitForHydration(page);
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> };
    };
    return router.navigate(path);
  }, address);
}
