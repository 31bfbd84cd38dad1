import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { startProxiedServer } from './proxied-server.ts';

test.use({ serviceWorkers: 'allow' });

const WORKER = '/service-worker.js';
/** In the worker's script: named after the build. */
const OWN_CACHE = /lakou-shell-\w{12}/;

/** Waits until the service worker is active and has cached these pages. */
async function kept(page: Page, ...paths: string[]): Promise<void> {
  const held = () =>
    page.evaluate(async () => {
      const pages = await (await caches.open('lakou-pages')).keys();
      return navigator.serviceWorker.controller ? pages.map(({ url }) => new URL(url).pathname) : [];
    });
  await expect.poll(held).toEqual(expect.arrayContaining(paths));
}

test('a visitor can read visited pages offline, and the others once back online', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await page.goto('/');
  await waitForHydration(page);
  await kept(page, '/');
  await page.getByRole('link', { name: 'Categories' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await kept(page, '/categories');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveCount(10);
  await waitForHydration(page);
  await expect(page.getByText('You are offline. What you have opened stays here.')).toBeVisible();
  await page.goto('/');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Wout Mòn Nwa' })).toBeVisible();
  const picture = page.getByRole('region', { name: 'Featured', exact: true }).locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'This page is not here yet' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
});

test('the service worker caches no auth response, no film and no response for a member', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/films');
  await waitForHydration(page);
  await expect(page.getByRole('list', { name: 'Films' }).getByRole('listitem').first()).toBeVisible();
  await kept(page, '/films');
  const urls = await page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      ),
    );
    return caught.flat().map((url) => new URL(url).pathname);
  });
  const strange = urls.filter((path) =>
    /^\/(auth|rest|functions|realtime)\/v1|\/movies\/|\.(mp4|m3u8|ts)$/.test(path),
  );
  expect(strange).toEqual([]);
  const text = await page.evaluate(async () =>
    (await (await caches.open('lakou-pages')).match('/films'))?.text(),
  );
  expect(text).not.toContain('member@lakou.test');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('lakou-pages')).keys()).map(({ url }) => url)),
    )
    .not.toContainEqual(expect.stringContaining('/films'));
});

test('a new version of the service worker takes over at once and deletes the old cache', async ({ page }) => {
  const server = await startProxiedServer(servers.demo());
  await page.goto(`${server.url}/faq`);
  await waitForHydration(page);
  await kept(page, '/faq');
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')));
  const [old] = await shells();
  const script = await (await page.request.get(WORKER)).text();
  server.replace(WORKER, { status: 200, text: script.replace(OWN_CACHE, 'lakou-shell-next') });
  await page.reload();
  await expect.poll(shells).toEqual(['lakou-shell-next']);
  expect(old).toMatch(/^lakou-shell-\w{12}$/);
  await page.goto(`${server.url}/contact`);
  await waitForHydration(page);
  await server.close();
});

/** The worker of another build: with another cache and other files. */
async function nextWorker(page: Page): Promise<string> {
  const script = await (await page.request.get(WORKER)).text();
  return script.replace(OWN_CACHE, 'lakou-shell-next').replace(/\/assets\/([\w.-]+\.js)/g, '/assets/next-$1');
}

test('a new version is offered in each tab, and reloads none by itself; what was typed is asked about', async ({
  page,
  context,
}) => {
  const server = await startProxiedServer(servers.demo());
  await page.goto(`${server.url}/faq`);
  await waitForHydration(page);
  await kept(page, '/faq');
  await page.reload();
  await waitForHydration(page);
  const writing = await context.newPage();
  await writing.goto(`${server.url}/contact`);
  await waitForHydration(writing);
  const message = writing.getByRole('textbox', { name: 'Message' });
  await message.fill('Bonjou, mwen ta renmen');
  const offer = (tab: Page) => tab.getByText('A new version is ready');
  await expect(offer(page)).toHaveCount(0);

  server.replace(WORKER, { status: 200, text: await nextWorker(page) });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(offer(page)).toBeVisible();
  await expect(offer(writing)).toBeVisible();
  await writing.getByRole('button', { name: 'Reload' }).click();
  await expect(writing.getByText('You have typed something here')).toBeVisible();
  await expect(message).toHaveValue('Bonjou, mwen ta renmen');
  await writing.getByRole('button', { name: 'Later' }).click();
  await expect(writing.getByText('You have typed something here')).toHaveCount(0);

  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.evaluate(() => 'isOld' in globalThis)).toBe(false);
  await expect(message).toHaveValue('Bonjou, mwen ta renmen');
  await server.close();
});

test('a page of the version that is installed is not asked to reload', async ({ page }) => {
  const server = await startProxiedServer(servers.demo());
  await page.goto(`${server.url}/faq`);
  await waitForHydration(page);
  await kept(page, '/faq');
  await page.reload();
  await waitForHydration(page);
  const script = await (await page.request.get(WORKER)).text();
  server.replace(WORKER, { status: 200, text: script.replace(OWN_CACHE, 'lakou-shell-next') });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell'))))
    .toEqual(['lakou-shell-next']);
  // The next question is answered after the first one.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        navigator.serviceWorker.controller?.postMessage({ hasFile: '/none' }, [port2]);
      }),
  );
  await expect(page.getByText('A new version is ready')).toHaveCount(0);
  await server.close();
});

test('a new version waits while a film plays, and takes over with the next page after it', async ({
  page,
  context,
}) => {
  const server = await startProxiedServer(servers.demo());
  await page.goto(`${server.url}/faq`);
  await waitForHydration(page);
  await kept(page, '/faq');
  const film = await context.newPage();
  await film.goto(`${server.url}/watch/movie/f1000000-0000-4000-8000-000000000003`);
  await expect(film.locator('[data-player]').first()).toBeVisible();
  // Chromium can keep the old worker for minutes after the new one has asked to take over, so its question is what counts.
  const noteQuestion =
    'const ask = self.skipWaiting.bind(self); self.skipWaiting = () => { self.hasAsked = true; return ask(); };';
  server.replace(WORKER, { status: 200, text: `{${noteQuestion}}${await nextWorker(page)}` });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state === 'installed');
  await expect.poll(isWaiting).toBe(true);
  const hasAsked = async () => {
    const workers = context.serviceWorkers();
    const asked = await Promise.all(workers.map((worker) => worker.evaluate(() => 'hasAsked' in self)));
    return asked.includes(true);
  };
  expect(await hasAsked()).toBe(false);
  await expect(film.getByText('A new version is ready')).toHaveCount(0);
  await film.close();
  // The worker can still count the closed tab for a moment, and a page asks it once, some time after it has loaded.
  await expect(async () => {
    await page.goto(`${server.url}/contact`);
    await expect.poll(hasAsked).toBe(true);
  }).toPass();
  await server.close();
});

test('a service worker that was removed from the server unregisters itself', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  const server = await startProxiedServer(servers.demo());
  await page.goto(`${server.url}/faq`);
  await waitForHydration(page);
  await kept(page, '/faq');
  server.replace(WORKER, { status: 404, text: '' });
  await page.reload();
  await waitForHydration(page);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  // The page that was open may have cached something more.
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await server.close();
});

test('the service worker’s script is revalidated at every visit and can connect to our server only', async ({
  request,
}) => {
  const { headers } = await request.get(WORKER).then((answer) => ({ headers: answer.headers() }));
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toContain('text/javascript');
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  expect(headers['content-encoding']).toBe('gzip');
  const again = await request.get(WORKER, { headers: { 'if-none-match': headers.etag ?? '' } });
  expect(again.status()).toBe(304);
});
