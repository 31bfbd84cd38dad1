import type { BrowserContext, Page } from '@playwright/test';
import { expect, servers, test, waitForHydration } from '../../support/browser.ts';

const MOST_BYTES = 100_000;

/** Everything that comes over the wire for this page, headers too, until nothing more is asked for. */
async function countBytes(context: BrowserContext, page: Page, path: string) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const files = new Map<string, string>();
  const sizes: [string, number][] = [];
  session.on('Network.responseReceived', ({ requestId, response }) => files.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.push([files.get(requestId) ?? '', encodedDataLength]),
  );
  await page.goto(path, { waitUntil: 'networkidle' });
  return { total: sizes.reduce((sum, [, size]) => sum + size, 0), files: sizes };
}

for (const { width, deviceScaleFactor } of [
  { width: 360, deviceScaleFactor: 3 },
  { width: 1280, deviceScaleFactor: 1 },
])
  for (const [how, options] of Object.entries({
    'the browser’s setting': { headers: { 'save-data': 'on' } },
    'the product’s data saver': { cookie: 'lakou-saver' },
  }))
    test(`with ${how}, the first visit to home costs under 100 KB at ${width} px`, async ({ browser }) => {
      const { headers, cookie } = options as { headers?: Record<string, string>; cookie?: string };
      const context = await browser.newContext({
        baseURL: servers.demo(),
        viewport: { width, height: 800 },
        deviceScaleFactor,
        ...(headers && { extraHTTPHeaders: headers }),
      });
      if (cookie) await context.addCookies([{ name: cookie, value: '1', url: servers.demo() }]);
      const page = await context.newPage();
      const { total, files } = await countBytes(context, page, '/');
      const names = files.map(([name]) => new URL(name).pathname);
      expect(names, 'pictures, styles and the page are counted').toEqual(
        expect.arrayContaining(['/', expect.stringMatching(/\.css$/), expect.stringMatching(/\/storage\//)]),
      );
      expect(total, JSON.stringify(files)).toBeLessThan(MOST_BYTES);
      await expect(page.getByRole('heading', { name: 'Latest Movies' })).toBeVisible();
      await context.close();
    });

test('a visitor who saves data gets the app with the first press of a button, which is not lost', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'lakou-saver', value: '1', url: servers.demo() }]);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined();
  const hero = page.getByRole('region', { name: 'Featured', exact: true });
  await hero.getByRole('button', { name: 'Next slide' }).click();
  await waitForHydration(page);
  await expect(hero.getByText('2 / 7')).toBeVisible();
});

test('a page for those who save data is never sent to others', async ({ request }) => {
  const read = async (path: string, headers: Record<string, string>) => {
    const answer = await request.get(path, { headers });
    expect(answer.headers().vary?.toLowerCase()).toContain('save-data');
    return (await answer.text()).includes(' data-saver="yes"');
  };
  // Twice: the second time each is kept.
  for (const _ of ['first', 'second'])
    for (const path of ['/', '/categories']) {
      expect(await read(path, { 'save-data': 'on' })).toBe(true);
      expect(await read(path, {})).toBe(false);
      expect(await read(path, { cookie: 'lakou-saver=1' })).toBe(true);
      expect(await read(path, { 'save-data': 'off' })).toBe(false);
    }
});
