import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { tinyFilms } from '../../support/tiny-films.ts';

const films = tinyFilms();
const folder = mkdtempSync(join(tmpdir(), 'lakou-upload-'));
test.afterAll(() => {
  films[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

const small = () => films.make({ seconds: 2, size: '320x180' });

/** The same small film with padding, so that it is uploaded in three parts. */
function largeFile(): string {
  const path = join(folder, 'fim-mwen.mp4');
  copyFileSync(small(), path);
  const padding = Buffer.alloc(13 * 1024 * 1024);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4);
  appendFileSync(path, padding);
  return path;
}

async function adminToken(request: APIRequestContext): Promise<string> {
  const signedIn = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'admin@lakou.test', password: 'lakou-demo' },
  });
  return ((await signedIn.json()) as { access_token: string }).access_token;
}

async function newMovie(request: APIRequestContext, title: string): Promise<string> {
  const made = await request.post('/rest/v1/movies', {
    headers: { authorization: `Bearer ${await adminToken(request)}`, prefer: 'return=representation' },
    data: { title },
  });
  const [movie] = (await made.json()) as { id: string }[];
  return movie!.id;
}

async function choose(page: Page, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await expect(page.getByRole('button', { name: /Upload a video|Replace the video/ })).toBeEnabled();
  await page.getByLabel(/Upload a video|Replace the video/).setInputFiles(file);
}

test('an admin resumes an interrupted film upload after a reload, and sees it become ready', async ({
  page,
  request,
  signIn,
}) => {
  test.setTimeout(120_000);
  const id = await newMovie(request, 'Chita gade');
  await signIn('admin');
  await page.goto(`/admin/movies/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Movie' })).toBeVisible();
  await expect(page.getByLabel(/^Title/).first()).toHaveValue('Chita gade');
  await expect(page.getByText('No video yet')).toBeVisible();
  await waitForHydration(page);
  await expectAccessibleInBothThemes(page);

  // The second part never arrives.
  const file = largeFile();
  const offsets: string[] = [];
  let cut = true;
  const begun = page.waitForRequest(
    (asked) => asked.method() === 'POST' && asked.url().includes('/resumable'),
  );
  await page.route('**/upload/resumable/*', (route) => {
    const offset = route.request().headers()['upload-offset'];
    if (route.request().method() !== 'PATCH') return route.continue();
    offsets.push(offset ?? '');
    return offset === '0' || !cut ? route.continue() : undefined;
  });
  await choose(page, file);
  await expect(page.getByText('Uploading video... This may take a while.')).toBeVisible();
  const header = (await begun).headers()['upload-metadata'] ?? '';
  const metadata = header.split(',').map((entry) => entry.split(' ') as [string, string]);
  expect(Object.fromEntries(metadata.map(([name, text]) => [name, atob(text)]))).toMatchObject({
    ...{ bucketName: 'movies', objectName: `movies/${id}.mp4`, cacheControl: '3600' },
  });
  await expect.poll(() => offsets.length, { timeout: 30_000 }).toBe(2);
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('Chita gade')).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  cut = false;

  await expect(page.getByText('The upload of fim-mwen.mp4 was not finished.')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (asked) => {
    if (asked.method() === 'PATCH' && asked.url().includes('/resumable/'))
      sent.push(asked.headers()['upload-offset'] ?? '');
  });
  await choose(page, file);
  await expect(page.getByText('Video uploaded. It is being prepared now.')).toBeVisible({ timeout: 30_000 });
  expect(Number(sent[0])).toBeGreaterThanOrEqual(6 * 1024 * 1024);

  // To another page and back, without a reload.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Films' }).click();
  await expect(page).toHaveURL('/films', { timeout: 30_000 });
  await page.goBack();
  await expect(page.getByText('Ready to watch')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Replace the video' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoHorizontalScroll(page);
});

test('an admin sees why a file is not a film, and can retry a failed encoding', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  test.setTimeout(90_000);
  allowConsoleErrors(/status of 415/);
  const id = await newMovie(request, 'Move fichye');
  await signIn('admin');
  await page.goto(`/admin/movies/${id}`);
  // Its name is not ASCII, and not a path: without a locale the browser could not open that.
  const text = {
    name: 'lèt.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('These are only words, however the file is called. '.repeat(200)),
  };
  await choose(page, text);
  await expect(page.locator('[data-toaster]')).toContainText(
    'This file is not a film. Please choose a video file.',
  );
  const broken = join(folder, 'kase.mp4');
  writeFileSync(broken, readFileSync(small()).subarray(0, 2000));
  await choose(page, broken);
  const alert = page.getByRole('alert').filter({ hasText: 'This did not work' });
  await expect(alert).toContainText('This file is damaged', { timeout: 30_000 });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeVisible({ timeout: 30_000 });
});

test('a trailer upload goes on while the admin is on another page, and waits in its form to be saved', {
  tag: '@long',
}, async ({ page, request, signIn, allowConsoleErrors }) => {
  allowConsoleErrors(/status of 415/);
  const id = await newMovie(request, 'Anons la');
  const stored = async () => {
    const read = await page.request.get(`/rest/v1/movies?id=eq.${id}&select=thumbnail_url,trailer_url`, {
      headers: { authorization: `Bearer ${await adminToken(request)}` },
    });
    return (await read.json()) as [{ thumbnail_url: string | null; trailer_url: string | null }];
  };
  await signIn('admin');
  await page.goto(`/admin/movies/${id}`);
  const held = Promise.withResolvers<void>();
  await page.route('**/upload/resumable/*', (route) => held.promise.then(() => route.continue()));
  await page.getByLabel('Upload: Trailer').setInputFiles(small());
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByText('Trailer · Anons la')).toBeVisible();
  const studio = page.getByRole('navigation', { name: 'Admin studio' });
  await studio.getByRole('link', { name: 'Background jobs' }).click();
  await expect(page).toHaveURL('/admin/jobs');
  held.resolve();
  await expect(uploads.getByText('Uploaded. It is in its form')).toBeVisible();
  await uploads.getByRole('link', { name: 'Open the form' }).click();
  await expect(page.getByLabel('Trailer', { exact: true })).toHaveValue(/^\/storage\/.*\/trailers\/.*\.mp4$/);
  await expect(uploads).toBeHidden();
  await expect(page.getByText('Not saved yet')).toBeVisible();

  await page.route('**/upload/resumable', (route) => route.fulfill({ status: 415 }), { times: 1 });
  const picture = { name: 'afich.png', mimeType: 'image/png', buffer: onePixel };
  await page.getByLabel('Upload: Poster').setInputFiles(picture);
  await expect(uploads.getByRole('alert')).toContainText('This file is not a picture we can read.');
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Poster', { exact: true })).toHaveValue(/\/posters\/.*\.png$/);
  expect(await stored()).toEqual([{ thumbnail_url: null, trailer_url: null }]);
  await page.getByRole('button', { name: 'Update Movie' }).click();
  await expect(page.getByText('Movie updated')).toBeVisible();
  expect(await stored()).toMatchObject([{ trailer_url: expect.stringContaining('/trailers/') }]);

  // A title that does not exist yet has no form to come back to.
  await studio.getByRole('link', { name: 'Movies' }).click();
  await page.getByRole('link', { name: 'Add Movie' }).click();
  await page.route('**/upload/resumable', () => {}, { times: 1 });
  await page.getByLabel('Upload: Banner').setInputFiles(picture);
  await expect(uploads.getByText('Banner')).toBeVisible();
  await studio.getByRole('link', { name: 'Series' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/series');
  await expect(uploads).toBeHidden();
});

test('an admin adds subtitles to an episode; a member cannot', async ({ page, signIn }) => {
  const series = '5e000000-0000-4000-8000-000000000001';
  await signIn('admin');
  await page.goto(`/admin/series/${series}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Series' })).toBeVisible();
  const episode = page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: 'Video' }) })
    .first();
  await episode.locator('summary').click();
  await expect(episode.getByText('No subtitles yet')).toBeVisible();
  await episode.getByLabel('Language of the subtitles').selectOption('fr');
  await episode.getByLabel('Add subtitles').setInputFiles({
    name: 'epizod.srt',
    mimeType: '',
    buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nBonjour\n'),
  });
  await expect(page.getByText('Subtitles added')).toBeVisible();
  await episode.getByRole('button', { name: 'Remove the subtitles Français' }).click();
  await expect(episode.getByText('No subtitles yet')).toBeVisible();

  await signIn('member');
  await page.goto(`/admin/series/${series}`);
  await expect(page.getByText('You do not have permission to access this page')).toBeVisible();
  await expect(page).toHaveURL('/');
});
