import type { Page } from '@playwright/test';

interface Beacon {
  path: string;
  body: unknown;
}

/** Notes what the site's pages send with `sendBeacon`, which Playwright does not see while a page is left. */
export async function watchBeacons(page: Page): Promise<() => Promise<Beacon[]>> {
  await page.addInitScript(() => {
    const send = navigator.sendBeacon;
    navigator.sendBeacon = (url, body) => {
      const sent = JSON.parse(sessionStorage.getItem('beacons') ?? '[]') as unknown[];
      sent.push({ path: new URL(url, location.href).pathname, body: JSON.parse(String(body)) });
      sessionStorage.setItem('beacons', JSON.stringify(sent));
      return send.call(navigator, url, body);
    };
  });
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('beacons') ?? '[]') as Beacon[]);
}
