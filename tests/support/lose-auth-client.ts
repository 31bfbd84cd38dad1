import type { Page } from '@playwright/test';

/**
 * From the next page on, the auth client's chunk cannot be fetched, and a reload has been tried already. Call it on
 * any page of the server; returns a function that restores it.
 */
export async function loseAuthClient(page: Page): Promise<() => Promise<void>> {
  const chunks = /assets\/dist-.*\.js/;
  await page.evaluate(() => sessionStorage.setItem('lakou-reloaded', String(Date.now())));
  await page.route(chunks, async (route) => {
    try {
      const answer = await route.fetch();
      const isAuth = (await answer.text()).includes('GoTrueClient');
      await (isAuth ? route.abort() : route.fulfill({ response: answer }));
    } catch {
      // The page has been left, and its request with it.
      await route.abort().catch(() => {});
    }
  });
  return () => page.unroute(chunks);
}
