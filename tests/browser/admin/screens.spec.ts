import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, waitForHydration } from '../../support/browser.ts';
import { follow } from '../../support/follow.ts';
import { onePixel } from '../../support/one-pixel.ts';

const film = 'f1000000-0000-4000-8000-000000000004';
const series = '5e000000-0000-4000-8000-000000000003';
const member = 'a0000000-0000-4000-8000-000000000003';
const order = '0d000000-0000-4000-8000-000000000002';

/** Every admin address, read from the routes, so that a new one cannot be forgotten. */
const addresses = readFileSync(join(import.meta.dirname, '../../../web/src/routes.ts'), 'utf8')
  .matchAll(/route\('(admin(?:\/[^']*)?)'/g)
  .map(([, path]) => `/${path}`)
  .filter((path) => path !== '/admin/setup')
  .map((path) =>
    path
      .replace(':id', path.includes('movies') ? film : path.includes('series') ? series : member)
      .replace(':order', order),
  )
  .toArray();

test('a visitor and a member cannot open any admin page', async ({ page, signIn }) => {
  expect(addresses.length).toBeGreaterThan(13);
  await page.goto('/admin');
  await expect(page.getByText('Please login to access this page')).toBeVisible();
  for (const address of addresses) {
    await follow(page, address);
    await expect(page, address).toHaveURL(/\/login/);
  }
  await signIn('member');
  await page.goto(`/admin/movies/${film}`);
  await expect(page.getByText('You do not have permission to access this page')).toBeVisible();
  for (const address of addresses) {
    await follow(page, address);
    await expect(page, address).toHaveURL('/');
  }
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
});

test('every admin screen says in the navigation where it is', { tag: '@long' }, async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn('admin');
  await page.goto('/admin');
  for (const address of addresses) {
    await follow(page, address);
    const place = page.getByRole('navigation', { name: 'Admin studio' }).locator('[aria-current=page]');
    await expect(place).toHaveAttribute('href', address.split('/').slice(0, 3).join('/'));
    await expect(page.getByRole('main').locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
  }
});

test('an admin sees why a list did not load, and can retry', async ({
  page,
  context,
  signIn,
  allowConsoleErrors,
}) => {
  test.setTimeout(90_000);
  allowConsoleErrors(/Failed to load resource|net::ERR/);
  await signIn('admin');
  const calls =
    /\/rest\/v1\/(movie_categories|featured_films|banners|movies|rpc\/(admin_\w+|statistics))(\?|$)/;
  const broken = { status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } };
  await context.route(calls, (route) => route.fulfill(broken));
  const screens: [address: string, ...sentences: string[]][] = [
    [
      '/admin',
      'Failed to load data',
      'Error fetching categories',
      'Failed to load featured films',
      'Error loading banners',
    ],
    ['/admin/movies', 'Failed to load movies'],
    [`/admin/movies/${film}`, 'Failed to load movie data'],
    ['/admin/series', 'Failed to load series'],
    ['/admin/users', 'Failed to fetch users'],
    ['/admin/subscriptions', 'Failed to load subscriptions'],
  ];
  // In parallel, because each list retries before it gives up.
  const tabs = await Promise.all(
    screens.map(async ([address, ...sentences]) => {
      const tab = await context.newPage();
      await tab.goto(address);
      for (const sentence of sentences)
        await expect(tab.getByRole('main').getByText(sentence)).toBeVisible({ timeout: 40_000 });
      return { tab, sentence: sentences[0] ?? '' };
    }),
  );
  await context.unroute(calls);
  await context.route(/rpc\/admin_members/, (route) => route.abort());
  await page.goto('/admin/users');
  for (const { tab, sentence } of tabs) {
    if (sentence.includes('users')) continue;
    await tab.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
    await expect(tab.getByRole('main').getByText(sentence)).toBeHidden();
    await tab.close();
  }
  await expect(page.getByText('An error occurred while fetching users')).toBeVisible({ timeout: 40_000 });
});

test('an admin sees why a change failed, in the specification’s words, and loses no input', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  test.setTimeout(120_000);
  allowConsoleErrors(/Failed to load resource|net::ERR/);
  await signIn('admin');
  const breakWrites = async (how: 'refuse' | 'cut') => {
    const pattern = /\/(rest|storage|functions)\/v1\//;
    await page.unroute(pattern);
    await page.route(pattern, (route) => {
      const request = route.request();
      if (request.method() === 'GET' || /rpc\/(?!setup)/.test(request.url())) return route.fallback();
      if (how === 'cut') return route.abort();
      return route.fulfill({ status: 500, json: { code: 'XX000', message: '', details: null, hint: null } });
    });
  };
  const says = (sentence: string) => expect(page.getByText(sentence, { exact: true }).first()).toBeVisible();
  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const picture = { name: 'x.png', mimeType: 'image/png', buffer: onePixel };
  const words = { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await breakWrites('refuse');

  await page.goto('/admin');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('Pa pral rete');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await says('Error creating category');
  await expect(dialog.getByLabel('Name')).toHaveValue('Pa pral rete');
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Edit Drama' }).first().click();
  await dialog.getByLabel('Description').fill('Lòt bagay');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await says('Error updating category');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Delete Drama' }).first().click();
  await confirm();
  await says('Error deleting category');

  const banners = page.getByRole('region', { name: 'Banners' });
  await banners.getByLabel('Upload Banner').setInputFiles(words);
  await says('Please select an image file');
  await banners.getByLabel('Upload Banner').setInputFiles(picture);
  await says('Error uploading banner');
  await banners
    .getByRole('button', { name: /^Active/ })
    .first()
    .click();
  await says('Error updating banner status');
  await banners.getByRole('button', { name: /^Edit/ }).first().click();
  await dialog.getByLabel('Link').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a valid URL')).toBeVisible();
  await dialog.getByLabel('Link').fill('https://example.org');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await says('Error updating banner');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await banners
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await confirm();
  await says('Error deleting banner');

  const featured = page.getByRole('region', { name: 'Featured Films' });
  await featured.getByRole('button', { name: 'Add Featured Film' }).click();
  await dialog.getByLabel('Rating').fill('7');
  await dialog.getByRole('button', { name: 'Upload Banner' }).click();
  await expect(dialog.getByLabel('Rating')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Rating').fill('4.5');
  await dialog.locator('input[type=file]').first().setInputFiles(words);
  await says('Please select an image file for banner');
  await dialog.locator('input[type=file]').last().setInputFiles(words);
  await says('Please select a video file for trailer');
  await dialog.locator('input[type=file]').first().setInputFiles(picture);
  await says('Failed to upload banner');
  await dialog
    .locator('input[type=file]')
    .last()
    .setInputFiles({ ...words, mimeType: 'video/mp4' });
  await says('Failed to upload trailer');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await featured
    .getByRole('button', { name: /^Deactivate/ })
    .first()
    .click();
  await says('Failed to update film status');
  await featured.getByRole('button', { name: /^Edit/ }).first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await says('Failed to update film');
  await page.keyboard.press('Escape');
  await featured
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await confirm();
  await says('Failed to delete film');

  await page.goto('/admin/movies?q=leta');
  await page
    .getByRole('button', { name: /^(Unp|P)ublish/ })
    .first()
    .click();
  await says('Failed to update movie status');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await confirm();
  await says('Failed to delete movie');
  const save = async (address: string, button: string, sentence: string) => {
    await page.goto(address);
    await waitForHydration(page);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Pa pral rete');
    await page.getByRole('button', { name: button }).click();
    await says(sentence);
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Pa pral rete');
    page.once('dialog', (question) => void question.accept());
  };
  await save('/admin/movies/new', 'Create Movie', 'Failed to create movie');
  await save(`/admin/movies/${film}`, 'Update Movie', 'Failed to update movie');
  await save('/admin/series/new', 'Add Series', 'Failed to add series');

  await page.goto(`/admin/users?q=member@lakou`);
  const remove = () =>
    page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
  await remove();
  await confirm();
  await says('Failed to delete user');
  await breakWrites('cut');
  await remove();
  await confirm();
  await says('An error occurred while deleting the user');
});
