import type { Page } from '@playwright/test';

/**
 * From the next page on, the auth client cannot be fetched, and starting anew has been tried already. To be called on
 * any page of the server; answers what brings it back.
 */
export async function loseAuthClient(page: Page): Promise<() => Promise<void>> {
  const chunks = /assets\/dist-.*\.js/;
  await page.evaluate(() => sessionStorage.setItem('lakou-renewed', String(Date.now())));
  await page.route(chunks, async (route) => {
    const answer = await route.fetch();
    const isAuth = (await answer.text()).includes('GoTrueClient');
    await (isAuth ? route.abort() : route.fulfill({ response: answer }));
  });
  return () => page.unroute(chunks);
}
