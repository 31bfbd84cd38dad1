import { createDecipheriv, randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, servers, test, waitForHydration } from '../../support/browser.ts';
import {
  expectDownloaded,
  expectOfflineApp,
  rowOf,
  startDownload,
  storedFiles,
  storedRecords,
} from '../../support/downloads.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService } from '../../support/playing.ts';

test.use({ serviceWorkers: 'allow' });

const FREE = { path: `/films/${film(3)}`, id: film(3), title: 'Machann Solèy' };
const SOLD = { path: `/films/${film(5)}`, id: film(5), title: 'Tanbou Minwi' };
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource|NetworkError/;
const DAY = 86_400_000;

async function tokenOf(request: APIRequestContext, { email, password }: { email: string; password: string }) {
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function rpc(request: APIRequestContext, token: string, name: string, data: object) {
  const answer = await request.post(`/rest/v1/rpc/${name}`, {
    data,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function play(page: Page, title: string): Promise<void> {
  await rowOf(page, title)
    .getByRole('link', { name: `Play ${title}` })
    .click();
  await expectPlaying(page);
}

test('nobody decrypts what is stored without the licence', async ({ page, request, signIn }) => {
  test.slow();
  const member = await newMember(request);
  await signIn(member);
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  const files = await storedFiles(page);
  const playlist = files.find(({ file }) => file === 'v145/playlist.m3u8');
  const iv = /IV=0x([\da-f]{32})/.exec(Buffer.from(playlist?.bytes ?? []).toString())?.[1] ?? '';
  const segments = files.filter(({ file }) => file.endsWith('.m4s'));
  const captions = files.filter(({ file }) => file.endsWith('.vtt'));
  expect([segments.length, captions.length]).toEqual([3, 3]);
  for (const { bytes } of segments) expect(Buffer.from(bytes).includes('moof')).toBe(false);
  for (const { bytes } of captions) expect(Buffer.from(bytes).includes('WEBVTT')).toBe(false);

  // The key of the film, as its owner could get it from the server.
  const started = await page.request.post('/functions/v1/playback', {
    data: { mediaType: 'movie', id: FREE.id },
  });
  const { url, base } = (await started.json()) as { url: string; base: string };
  await page.request.get(url);
  const key = await (await page.request.get(`${base}key`)).body();
  const decrypt = (bytes: number[], with_: Buffer) => {
    const decipher = createDecipheriv('aes-128-cbc', with_, Buffer.from(iv, 'hex'));
    decipher.setAutoPadding(false);
    return Buffer.concat([decipher.update(Buffer.from(bytes)), decipher.final()]);
  };
  const [segment] = segments;
  expect(decrypt(segment?.bytes ?? [], key).includes('moof')).toBe(true);
  expect(decrypt(segment?.bytes ?? [], randomBytes(16)).includes('moof')).toBe(false);

  const kept = await page.evaluate(async () => {
    const open = indexedDB.open('lakou-downloads');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const read = (store: string) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const all = open.result.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => resolve(all.result as Record<string, unknown>[]);
      });
    const bytesIn = (value: unknown): number[][] => {
      if (value instanceof ArrayBuffer) return [[...new Uint8Array(value)]];
      if (ArrayBuffer.isView(value)) return [[...new Uint8Array(value.buffer)]];
      return value && typeof value === 'object' ? Object.values(value).flatMap(bytesIn) : [];
    };
    const [device] = (await read('devices')) as { keys: Record<string, CryptoKey> }[];
    const canExport = await Promise.all(
      ['privateKey', 'sealKey'].map((name) =>
        crypto.subtle
          .exportKey(name === 'privateKey' ? 'pkcs8' : 'raw', device?.keys[name] as CryptoKey)
          .then(
            () => true,
            () => false,
          ),
      ),
    );
    const downloads = await read('downloads');
    return { canExport, text: JSON.stringify(downloads), bytes: bytesIn(downloads) };
  });
  expect(kept.canExport).toEqual([false, false]);
  for (const form of ['hex', 'base64'] as const) expect(kept.text).not.toContain(key.toString(form));
  for (const bytes of kept.bytes) expect(Buffer.from(bytes).includes(key)).toBe(false);
});

test('an ended licence, and a clock that was set back, say what to do; a contact renews', {
  tag: '@long',
}, async ({ page, context, request, signIn, allowConsoleErrors }) => {
  test.slow();
  allowConsoleErrors(OFFLINE);
  await page.clock.install();
  await signIn(await newMember(request));
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  await expectOfflineApp(page);
  const now = Date.now();
  const player = await rowOf(page, FREE.title).getByRole('link', { name: /^Play/ }).getAttribute('href');
  await context.setOffline(true);

  await page.clock.setSystemTime(now - DAY);
  await page.goto('/downloads');
  await expect(rowOf(page, FREE.title)).toContainText('The clock of this device was set back');
  await page.goto(player ?? '');
  await expect(page.getByRole('alert')).toContainText('Set the right date and time, or connect');

  await page.clock.setSystemTime(now + 13 * DAY);
  await page.goto('/downloads');
  await expect(rowOf(page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible();

  await page.clock.setSystemTime(now + 15 * DAY);
  await page.goto(player ?? '');
  await expect(page.getByRole('alert')).toContainText('Connect to the internet for a moment');
  // The time that was seen once stays.
  await page.clock.setSystemTime(now);
  await page.goto('/downloads');
  await expect(rowOf(page, FREE.title)).toContainText('Connect once to renew it');

  await context.setOffline(false);
  await page.goto('/downloads');
  await play(page, FREE.title);
});

test('a withdrawn right ends at the next contact, and a new one needs no second download', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(/402|status of/);
  const member = await newMember(request);
  const purchase = {
    ...{ user_id: member.id, media_type: 'movie', movie_id: SOLD.id, title: SOLD.title, amount: 5 },
    ...{ transaction_type: 'purchase', status: 'completed' },
  };
  await insertAsService(request, 'user_purchases', purchase);
  await signIn(member);
  await startDownload(page, SOLD.path, '234p');
  await expectDownloaded(page, SOLD.title);
  const service = { authorization: `Bearer ${process.env.LAKOU_SERVICE_KEY}` };
  const own = `/rest/v1/user_purchases?user_id=eq.${member.id}`;
  expect((await request.patch(own, { data: { status: 'refunded' }, headers: service })).ok()).toBe(true);
  await page.goto('/downloads');
  await expect(rowOf(page, SOLD.title)).toContainText('You can no longer watch this');
  await expect(rowOf(page, SOLD.title).getByRole('link', { name: /^Play/ })).toHaveCount(0);
  const [record] = await storedRecords(page, 'downloads');
  expect(record?.licence).toBeNull();

  expect((await request.patch(own, { data: { status: 'completed' }, headers: service })).ok()).toBe(true);
  const segments: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('.m4s')) segments.push(sent.url());
  });
  await page.goto('/downloads');
  await play(page, SOLD.title);
  expect(segments).toEqual([]);
});

test('a device that its member removed deletes its downloads', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const member = await newMember(request);
  await signIn(member);
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  const [device] = await storedRecords(page, 'devices');
  await rpc(request, await tokenOf(request, member), 'remove_download_device', { device: device?.id });
  await page.goto('/downloads');
  await expect(rowOf(page, FREE.title)).toContainText('This device was removed from your account');
  expect(await storedFiles(page)).toEqual([]);
});

test('after a sign-out nobody opens the downloads but their owner', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const [owner, other] = [await newMember(request), await newMember(request)];
  await signIn(owner);
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  const player = await rowOf(page, FREE.title).getByRole('link', { name: /^Play/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect
    .poll(async () =>
      (await storedRecords(page, 'downloads')).map(({ isLocked, title }) => [isLocked, title]),
    )
    .toEqual([[true, null]]);
  expect((await storedRecords(page, 'devices')).map(({ keys }) => keys)).toEqual([null]);
  const left = JSON.stringify(await storedRecords(page, 'downloads'));
  for (const trace of [FREE.title, FREE.id, owner.email]) expect(left).not.toContain(trace);

  await signIn(other);
  await page.goto('/downloads');
  await expect(page.getByText('1 download of another account, locked')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.goto(player ?? '');
  await expect(page.getByRole('alert')).toContainText('it belongs to another account');

  await signIn(owner);
  await page.goto('/downloads');
  await play(page, FREE.title);
});

test('downloads are deleted with the sign-out where that was chosen', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  await signIn(await newMember(request));
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  await page.getByRole('switch', { name: 'Delete them when I sign out' }).check();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => storedRecords(page, 'downloads')).toEqual([]);
  await expect.poll(() => storedFiles(page)).toEqual([]);
});

test('a size without space cannot be chosen; a full storage stops a download, which goes on when there is space', {
  tag: '@long',
}, async ({ page, context, request, signIn }) => {
  test.slow();
  await signIn(await newMember(request));
  // With the app for downloads, which takes space too.
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  await expectOfflineApp(page);
  await page.goto(FREE.path);
  await waitForHydration(page);
  const devtools = await context.newCDPSession(page);
  const origin = servers.demo();
  const limitSpace = async (more?: number): Promise<void> => {
    const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin });
    const quota = more === undefined ? {} : { quotaSize: usage + more };
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
  };
  const opener = page.getByRole('button', { name: /^Download / }).first();
  const dialog = page.getByRole('dialog');
  // Chromium does not tell pages how much space there is; others do.
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 1_020_000, usage: 1_000_000 });
  });
  await opener.click();
  await expect(dialog.getByRole('radio', { name: '360p' })).toBeDisabled();
  await expect(dialog.getByText('Not enough space').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await waitForHydration(page);
  await opener.click();
  await dialog.getByRole('radio', { name: '360p' }).check();
  // The space is gone when the download begins; the smaller size that it replaces is not enough.
  await limitSpace(10_000);
  await dialog.getByRole('button', { name: /^Download/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'See' }).click();
  await expect(rowOf(page, FREE.title)).toContainText('There is no more space on this device', {
    timeout: 30_000,
  });
  await limitSpace();
  await rowOf(page, FREE.title)
    .getByRole('button', { name: `Continue ${FREE.title}` })
    .click();
  await expect(rowOf(page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 30_000 });
});
