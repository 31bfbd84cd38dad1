import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import {
  expectDownloaded,
  rowOf,
  startDownload,
  storedFiles,
  storedRecords,
} from '../../support/downloads.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService } from '../../support/playing.ts';

test.use({ serviceWorkers: 'allow' });

const FREE = { path: `/films/${film(3)}`, title: 'Machann Solèy' };
const SOLD = { path: `/films/${film(5)}`, id: film(5), title: 'Tanbou Minwi' };
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource|NetworkError/;
const MIME = 'application/octet-stream';

interface FilmFile {
  name: string;
  buffer: Buffer;
}

/** Saves a download as a file, as somebody does who has no dialog for the place. */
async function exportFilm(page: Page, title: string): Promise<FilmFile> {
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await rowOf(page, title)
    .getByRole('button', { name: `Hand on ${title}` })
    .click();
  const dialog = page.getByRole('dialog');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Save the file/ }).click();
  const saved = await saving;
  await expect(dialog).toHaveCount(0);
  return { name: saved.suggestedFilename(), buffer: readFileSync(await saved.path()) };
}

async function openFile(page: Page, { name, buffer }: FilmFile): Promise<void> {
  await page.getByLabel('Open a file').first().setInputFiles({ name, mimeType: MIME, buffer });
}

async function ownerOf(request: APIRequestContext): Promise<{ email: string; password: string; id: string }> {
  const owner = await newMember(request);
  await insertAsService(request, 'user_purchases', {
    ...{ user_id: owner.id, media_type: 'movie', movie_id: SOLD.id, title: SOLD.title, amount: 5 },
    ...{ transaction_type: 'purchase', status: 'completed' },
  });
  return owner;
}

test('a film handed on as a file plays on another phone after a licence of under 10 KB, and not before', async ({
  page,
  browser,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(OFFLINE);
  await signIn(await ownerOf(request));
  await startDownload(page, SOLD.path, '234p');
  await expectDownloaded(page, SOLD.title);
  const file = await exportFilm(page, SOLD.title);
  expect(file.name).toBe('Tanbou Minwi v145.lakou');
  expect(file.buffer.includes('moof')).toBe(false);

  // Another phone, another member with a right of their own.
  const other = await ownerOf(request);
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: servers.demo() });
  const phone = await context.newPage();
  const session = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: other.email, password: other.password },
  });
  await phone.goto('/favicon.svg');
  await phone.evaluate((text) => localStorage.setItem('lakou-session', text), await session.text());
  await phone.goto('/downloads');
  await waitForHydration(phone);
  await expect(phone.getByText('No films here yet')).toBeVisible();
  await phone.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await openFile(phone, file);
  const row = rowOf(phone, SOLD.title);
  await expect(row).toContainText('Connect once to open it');
  await expect(row.getByRole('link', { name: /^Play/ })).toHaveCount(0);
  const [record] = await storedRecords(phone, 'downloads');
  expect(record).toMatchObject({ state: 'done', licence: null, film: null });

  const licences: number[] = [];
  const film_: string[] = [];
  context.on('requestfinished', async (sent) => {
    if (/\/stream\//.test(sent.url())) film_.push(sent.url());
    if (!sent.url().endsWith('/functions/v1/offline-licence')) return;
    const sizes = await sent.sizes();
    licences.push(
      sizes.requestBodySize + sizes.requestHeadersSize + sizes.responseBodySize + sizes.responseHeadersSize,
    );
  });
  await context.setOffline(false);
  await row.getByRole('link', { name: `Play ${SOLD.title}` }).click({ timeout: 30_000 });
  await expectPlaying(phone);
  await expect.poll(() => licences.length).toBe(1);
  expect(licences[0]).toBeLessThan(10_000);
  expect(film_).toEqual([]);
  // It is a download like any other: it can be handed on again, byte for byte.
  await phone.goto('/downloads');
  await waitForHydration(phone);
  expect((await exportFilm(phone, SOLD.title)).buffer.equals(file.buffer)).toBe(true);
  await context.close();
});

test('a copied file without a right is kept closed, with the way to get one', { tag: '@long' }, async ({
  page,
  browser,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(/402|status of/);
  await signIn(await ownerOf(request));
  await startDownload(page, SOLD.path, '234p');
  await expectDownloaded(page, SOLD.title);
  const file = await exportFilm(page, SOLD.title);
  await page.context().clearCookies();
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: servers.demo() });
  const phone = await context.newPage();
  const member = await newMember(request);
  const session = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: member.email, password: member.password },
  });
  await phone.goto('/favicon.svg');
  await phone.evaluate((text) => localStorage.setItem('lakou-session', text), await session.text());
  await phone.goto('/downloads');
  await waitForHydration(phone);
  await openFile(phone, file);
  const row = rowOf(phone, SOLD.title);
  await expect(row).toContainText('You need a right of your own to watch this');
  await expect(row.getByRole('link', { name: /^Play/ })).toHaveCount(0);
  const [record] = await storedRecords(phone, 'downloads');
  expect(record).toMatchObject({ licence: null, film: null });
  await phone.goto(`/downloads/watch?id=${record?.id}`);
  await expect(phone.getByRole('alert')).toContainText('You can no longer watch this');
  await phone.goto('/downloads');
  await row.getByRole('link', { name: 'See how to watch' }).click();
  await expect(phone).toHaveURL(/\/films\//);

  // Bought there: it plays without a download.
  await insertAsService(request, 'user_purchases', {
    ...{ user_id: member.id, media_type: 'movie', movie_id: SOLD.id, title: SOLD.title, amount: 5 },
    ...{ transaction_type: 'purchase', status: 'completed' },
  });
  await phone.goto('/downloads');
  await row.getByRole('link', { name: `Play ${SOLD.title}` }).click({ timeout: 30_000 });
  await expectPlaying(phone);
  await context.close();
});

test('damaged files, and a browser that gives no space, are refused with the reason and leave nothing', {
  tag: '@long',
}, async ({ page, context, request, signIn }) => {
  test.slow();
  await signIn(await newMember(request));
  await startDownload(page, FREE.path, '234p');
  await expectDownloaded(page, FREE.title);
  const file = await exportFilm(page, FREE.title);
  await openFile(page, file);
  await expect(page.getByRole('alert')).toContainText('already on this device');
  await rowOf(page, FREE.title)
    .getByRole('button', { name: `Delete ${FREE.title}` })
    .click();
  await expect(page.getByText('No films here yet')).toBeVisible();

  const { buffer } = file;
  const last = Buffer.from(buffer);
  last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
  const newer = Buffer.from(buffer);
  newer[11] = 9;
  for (const [bad, text] of [
    [Buffer.from('a text'), 'This is not a film from Lakou'],
    [buffer.subarray(0, buffer.length - 100), 'The file is not complete'],
    [last, 'The file is damaged'],
    [newer, 'made by a newer version'],
  ] as const) {
    await openFile(page, { name: 'bad.lakou', buffer: bad });
    await expect(page.getByRole('alert')).toContainText(text);
    expect(await storedFiles(page)).toEqual([]);
    expect(await storedRecords(page, 'downloads')).toEqual([]);
  }
  await expectAccessibleInBothThemes(page);

  const devtools = await context.newCDPSession(page);
  const origin = servers.demo();
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 10_000 });
  await openFile(page, file);
  await expect(page.getByRole('alert')).toContainText('There is not enough space on this device');
  expect(await storedFiles(page)).toEqual([]);
  expect(await storedRecords(page, 'downloads')).toEqual([]);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await openFile(page, file);
  await expect(rowOf(page, FREE.title).getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});
