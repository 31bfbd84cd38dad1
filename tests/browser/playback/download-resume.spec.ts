import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, servers, test, waitForHydration } from '../../support/browser.ts';
import { expectOfflineApp, rowOf, startDownload, storedFiles } from '../../support/downloads.ts';
import { type KillableBrowser, startKillableBrowser } from '../../support/killable-browser.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film } from '../../support/playing.ts';
import { startProxiedServer } from '../catalogue/proxied-server.ts';

test.use({ serviceWorkers: 'allow' });

const FREE = { path: `/films/${film(3)}`, title: 'Machann Solèy' };
const segmentsOf = (paths: readonly string[]) => paths.filter((path) => path.endsWith('.m4s'));

test('a download goes on where it was after the browser was killed, without fetching anything twice', {
  tag: '@long',
}, async ({ request, launchOptions }) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), 'lakou-profile-'));
  const proxy = await startProxiedServer(servers.demo());
  const { email, password } = await newMember(request);
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  const session = await answer.text();
  const browsers: KillableBrowser[] = [];
  const start = async (): Promise<KillableBrowser> => {
    const browser = await startKillableBrowser(profile, launchOptions);
    browsers.push(browser);
    // Each time: Chromium writes what a page puts here to the disk only seconds later.
    await browser.page.goto(`${proxy.url}/favicon.svg`);
    await browser.page.evaluate((text) => localStorage.setItem('lakou-session', text), session);
    return browser;
  };
  try {
    proxy.hold(/\/v365\/0000[12]\.m4s$/);
    const first = await start();
    await startDownload(first.page, proxy.url + FREE.path, '360p');
    await expect
      .poll(async () => segmentsOf((await storedFiles(first.page)).map(({ file }) => file)), {
        timeout: 60_000,
      })
      .toEqual(['v365/00000.m4s']);
    await first.kill();

    proxy.hold(undefined);
    proxy.forwarded.length = 0;
    const second = await start();
    // Any page goes on with it.
    await second.page.goto(`${proxy.url}/faq`);
    await waitForHydration(second.page);
    await second.page.goto(`${proxy.url}/downloads`);
    await expect(rowOf(second.page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({
      timeout: 30_000,
    });
    const fetched = segmentsOf(proxy.forwarded).map((path) => path.replace(/^.*\/v365\//, ''));
    expect(fetched.toSorted()).toEqual(['00001.m4s', '00002.m4s']);
  } finally {
    for (const browser of browsers) await browser.kill();
    await proxy.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('a paused download waits, also after a reload, until its member continues it', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const proxy = await startProxiedServer(servers.demo());
  const member = await newMember(request);
  await signIn(member);
  const session = await page.evaluate(() => localStorage.getItem('lakou-session'));
  await page.goto(`${proxy.url}/favicon.svg`);
  await page.evaluate((text) => localStorage.setItem('lakou-session', text ?? ''), session);
  proxy.hold(/\/v365\/00002\.m4s$/);
  await startDownload(page, proxy.url + FREE.path, '360p');
  await page.goto(`${proxy.url}/downloads`);
  await rowOf(page, FREE.title)
    .getByRole('button', { name: `Pause ${FREE.title}` })
    .click();
  await expect(rowOf(page, FREE.title)).toContainText('Paused');
  proxy.hold(undefined);
  await page.reload();
  await expect(rowOf(page, FREE.title)).toContainText('Paused');
  proxy.forwarded.length = 0;
  await page.goto(`${proxy.url}/downloads`);
  await expect(rowOf(page, FREE.title)).toContainText('Paused');
  expect(segmentsOf(proxy.forwarded)).toEqual([]);
  await rowOf(page, FREE.title)
    .getByRole('button', { name: `Continue ${FREE.title}` })
    .click();
  await expect(rowOf(page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 30_000 });
  await proxy.close();
});

test('a season is downloaded in order, and the next episode follows offline', { tag: '@long' }, async ({
  page,
  context,
  signIn,
  allowConsoleErrors,
}) => {
  // Six films.
  test.setTimeout(240_000);
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource/);
  await signIn('subscriber');
  await page.goto('/series/5e000000-0000-4000-8000-000000000003');
  await waitForHydration(page);
  await page
    .getByRole('button', { name: /^Download / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const text = await dialog.getByText(/^\d+ episodes\./).textContent();
  await dialog.getByRole('radio', { name: '234p' }).check();
  await dialog.getByRole('button', { name: /^Download/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/downloads');
  const plays = page.getByRole('article').getByRole('link', { name: /^Play/ });
  await expect(plays).toHaveCount(Number.parseInt(text ?? '', 10), { timeout: 120_000 });
  await expectOfflineApp(page);
  await context.setOffline(true);
  await plays.first().click();
  await expect(page.getByText(/season 1, episode 1/i)).toBeVisible();
  await page.getByRole('button', { name: 'Next episode' }).click();
  await expect(page.getByText(/season 1, episode 2/i)).toBeVisible();
  await expectPlaying(page);
});
