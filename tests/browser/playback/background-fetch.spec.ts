import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect, servers, waitForHydration } from '../../support/browser.ts';
import { rowOf, startDownload, storedFiles, storedRecords } from '../../support/downloads.ts';
import { type KillableBrowser, startKillableBrowser } from '../../support/killable-browser.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film } from '../../support/playing.ts';
import { type ProxiedServer, startProxiedServer } from '../catalogue/proxied-server.ts';

/*
 * The browser's own Background Fetch, which Chromium runs with its whole interface and not as a headless shell. Its notification cannot
 * be touched here: `abort()` is what its button does, and the tap is an event that the test makes.
 */
const BROWSER = process.env.FULL_CHROMIUM_PATH ?? '/usr/bin/chromium';
const FREE = { path: `/films/${film(3)}`, title: 'Machann Solèy' };
const SEGMENTS = ['00000.m4s', '00001.m4s', '00002.m4s'];

interface Fixtures {
  server: ProxiedServer;
  /** Starts the browser with the same profile each time, and signs the member in. */
  start: () => Promise<KillableBrowser>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed.
  server: async ({}, use) => {
    const server = await startProxiedServer(servers.demo());
    await use(server);
    await server.close();
  },
  start: async ({ server, request, launchOptions }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'lakou-profile-'));
    const { email, password } = await newMember(request);
    const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
    const session = await answer.text();
    const browsers: KillableBrowser[] = [];
    await use(async () => {
      const options = { ...launchOptions, executablePath: BROWSER };
      const browser = await startKillableBrowser(profile, options, { backgroundFetch: true });
      browsers.push(browser);
      await browser.page.goto(`${server.url}/favicon.svg`);
      await browser.page.evaluate((text) => localStorage.setItem('lakou-session', text), session);
      return browser;
    });
    for (const browser of browsers) await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  },
});

test.beforeEach(() => test.slow());

test('a download goes on after its tab was closed, and plays without a connection', async ({
  start,
  server,
}) => {
  const { page } = await start();
  server.hold(/\/v365\/0000[12]\.m4s$/);
  await begin(page, server);
  const others = await page.context().newPage();
  await page.close();
  server.hold(undefined);
  await expect.poll(() => fetched(server), { timeout: 60_000 }).toEqual(SEGMENTS);
  // A document of this site without scripts: nothing but the service worker can have stored them.
  await others.goto(`${server.url}/favicon.svg`);
  await expect.poll(() => segments(others), { timeout: 60_000 }).toEqual(SEGMENTS);
  await expect.poll(() => stateOf(others)).toBe('done');
  await server.close();
  await others.goto(`${server.url}/downloads`);
  await rowOf(others, FREE.title).getByRole('link', { name: /^Play/ }).click();
  await expectPlaying(others);
  expect(fetched(server)).toEqual(SEGMENTS);
});

test('what the browser has fetched is not fetched again after it was killed', { tag: '@long' }, async ({
  start,
  server,
}) => {
  server.hold(/\/v365\/0000[12]\.m4s$/);
  const first = await start();
  await begin(first.page, server);
  await expect.poll(() => fetched(server), { timeout: 60_000 }).toEqual(['00000.m4s']);
  await expect.poll(() => downloadedInBackground(first.page), { timeout: 60_000 }).toBeGreaterThan(0);
  await first.kill();
  server.hold(undefined);
  const second = await start();
  await second.page.goto(`${server.url}/downloads`);
  await expect(rowOf(second.page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({
    timeout: 60_000,
  });
  expect(fetched(server)).toEqual(SEGMENTS);
});

test('a download that is aborted in the notification is paused, keeps what it has and can be continued', {
  tag: '@long',
}, async ({ start, server }) => {
  const { page } = await start();
  server.hold(/\/v365\/00002\.m4s$/);
  await begin(page, server);
  await expect.poll(() => fetched(server), { timeout: 60_000 }).toEqual(['00000.m4s', '00001.m4s']);
  await page.goto(`${server.url}/downloads`);
  await abortAll(page);
  await expect(rowOf(page, FREE.title)).toContainText('Paused');
  await expect.poll(() => segments(page)).toEqual(['00000.m4s', '00001.m4s']);
  server.hold(undefined);
  await rowOf(page, FREE.title)
    .getByRole('button', { name: `Continue ${FREE.title}` })
    .click();
  await expect(rowOf(page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 60_000 });
  // Chromium goes on with the one that it was fetching when it was aborted.
  expect(fetched(server).filter((name) => name !== '00002.m4s')).toEqual(['00000.m4s', '00001.m4s']);
});

test('a download that is paused on the page ends in the background too', { tag: '@long' }, async ({
  start,
  server,
}) => {
  const { page } = await start();
  server.hold(/\/v365\/00002\.m4s$/);
  await begin(page, server);
  await expect.poll(() => fetched(server), { timeout: 60_000 }).toEqual(['00000.m4s', '00001.m4s']);
  await page.goto(`${server.url}/downloads`);
  await rowOf(page, FREE.title)
    .getByRole('button', { name: `Pause ${FREE.title}` })
    .click();
  await expect.poll(() => backgroundIds(page)).toEqual([]);
  await expect(rowOf(page, FREE.title)).toContainText('Paused');
  await expect.poll(() => segments(page)).toEqual(['00000.m4s', '00001.m4s']);
});

test('a segment that is refused in the background is fetched by the page with a new session', {
  tag: '@long',
}, async ({ start, server }) => {
  const { page } = await start();
  server.hold(/\/v365\/0000[12]\.m4s$/);
  await begin(page, server);
  const stream = String((await storedRecords(page, 'downloads'))[0]?.stream);
  const refused = `/stream/${stream}/v365/00002.m4s`;
  server.replace(refused, { status: 401, text: '{}' });
  server.hold(undefined);
  await expect.poll(() => backgroundIds(page), { timeout: 60_000 }).toEqual([]);
  await expect.poll(() => segments(page), { timeout: 60_000 }).toEqual(['00000.m4s', '00001.m4s']);
  server.replace(refused, undefined);
  await page.goto(`${server.url}/downloads`);
  await expect(rowOf(page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 60_000 });
  // The page that was left can have fetched the refused one without storing it.
  expect([...new Set(fetched(server))]).toEqual(SEGMENTS);
});

test('nothing of a member goes on after they signed out, and its name is nowhere', { tag: '@long' }, async ({
  start,
  server,
}) => {
  const { page } = await start();
  server.hold(/\/v365\/00002\.m4s$/);
  await begin(page, server);
  await page.evaluate(() => localStorage.removeItem('lakou-session'));
  await page.goto(`${server.url}/faq`);
  await waitForHydration(page);
  await expect.poll(() => backgroundIds(page)).toEqual([]);
  await expect.poll(async () => (await storedRecords(page, 'downloads'))[0]?.background).toBeNull();
  const records = await storedRecords(page, 'downloads');
  expect(records[0]).toMatchObject({ isLocked: true, state: 'queued', title: null });
  expect(JSON.stringify(records)).not.toContain(FREE.title);
});

test('a tap on the notification opens the downloads', { tag: '@long' }, async ({ start, server }) => {
  const { page } = await start();
  await page.goto(`${server.url}/faq`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [worker] = page.context().serviceWorkers();
  const opened = await worker?.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const scope = globalThis as unknown as {
          clients: { openWindow: (url: string) => Promise<null> };
          ExtendableEvent: typeof Event;
        };
        // The browser lets a worker open a window only after a real tap.
        scope.clients.openWindow = async (url) => {
          resolve(url);
          return null;
        };
        dispatchEvent(new scope.ExtendableEvent('backgroundfetchclick'));
      }),
  );
  expect(opened).toBe('/downloads');
});

/** Starts the download and waits until the browser itself has begun. */
async function begin(page: Page, server: ProxiedServer): Promise<void> {
  // The page registers the worker after it has loaded.
  await page.goto(`${server.url}/faq`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await startDownload(page, server.url + FREE.path, '360p');
  await expect.poll(() => backgroundIds(page), { timeout: 30_000 }).toHaveLength(1);
}

/** Segments whose bytes were sent, each as often as it was. */
function fetched(server: ProxiedServer): string[] {
  return server.delivered.flatMap((path) => /\/v365\/(\d+\.m4s)$/.exec(path)?.[1] ?? []).toSorted();
}

async function segments(page: Page): Promise<string[]> {
  const files = (await storedFiles(page)).flatMap(({ file }) => /^v365\/(\d+\.m4s)$/.exec(file)?.[1] ?? []);
  return files.toSorted();
}

async function stateOf(page: Page): Promise<unknown> {
  return (await storedRecords(page, 'downloads'))[0]?.state;
}

interface Fetches {
  getIds(): Promise<string[]>;
  get(id: string): Promise<{ downloaded: number; abort(): Promise<boolean> }>;
}

function backgroundIds(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (registration as unknown as { backgroundFetch: Fetches }).backgroundFetch.getIds();
  });
}

function downloadedInBackground(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { backgroundFetch } = registration as unknown as { backgroundFetch: Fetches };
    const [id = ''] = await backgroundFetch.getIds();
    return (await backgroundFetch.get(id)).downloaded;
  });
}

function abortAll(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { backgroundFetch } = registration as unknown as { backgroundFetch: Fetches };
    for (const id of await backgroundFetch.getIds()) await (await backgroundFetch.get(id)).abort();
  });
}
