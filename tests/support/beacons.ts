import type { Page } from '@playwright/test';

/** Notes what the site's pages send to this path with `sendBeacon`, which Playwright does not see while a page is left. */
export async function watchBeacons(page: Page, to: RegExp): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const send = navigator.sendBeacon;
    navigator.sendBeacon = (url, body) => {
      const sent = JSON.parse(sessionStorage.getItem('beacons') ?? '[]') as unknown[];
      sent.push({ path: new URL(url, location.href).pathname, body: JSON.parse(String(body)) });
      sessionStorage.setItem('beacons', JSON.stringify(sent));
      return send.call(navigator, url, body);
    };
  });
  return async () => {
    const sent = await page.evaluate(() => sessionStorage.getItem('beacons') ?? '[]');
    return (JSON.parse(sent) as { path: string; body: unknown }[])
      .filter(({ path }) => to.test(path))
      .map(({ body }) => body);
  };
}
