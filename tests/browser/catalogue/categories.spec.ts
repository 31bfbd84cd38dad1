import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';

test('a visitor goes from the tiles to a category and finds its films and series', async ({ page }) => {
  await page.goto('/categories');
  await waitForHydration(page);
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Crime' }).click();
  await expect(page).toHaveURL(/\/categories\/crime$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Crime' })).toBeFocused();
  await expect(page).toHaveTitle('Crime · Lakou');
  const titles = page.getByRole('list', { name: 'Films' });
  await expect(titles.getByRole('link', { name: 'Kat Kontre' })).toHaveAttribute('href', /^\/titles\//);
  await expect(titles.getByRole('link', { name: 'Port Nights' })).toHaveAttribute('href', /^\/titles\//);
  const count = await titles.getByRole('listitem').count();
  await expect(page.getByRole('status').getByText(`${count} titles`)).toBeVisible();
});

test('a category’s address ignores case, and the server renders its titles', async ({ request }) => {
  const answer = await request.get('/categories/DRAMA');
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  expect(html).toMatch(/<h1[^>]*>Drama</);
  for (const title of ['La mer se souvient', 'Lakou Gran Moun']) expect(html).toContain(title);
});

test('a category that does not exist is a 404 with a link to the others', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  const answer = await page.goto('/categories/opera');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('No such category · Lakou');
  await expect(page.getByRole('heading', { level: 1, name: 'No films found' })).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Browse Categories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
});

test('a visitor sees ten placeholders while categories load, the reason when they fail, and can retry', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.goto('/faq');
  await waitForHydration(page);
  await page.route('**/rest/v1/movie_categories*', async (route) => {
    await asked;
    await route.fulfill({ status: 400, json: { message: 'no', code: 'X' } });
  });
  await page.getByRole('link', { name: 'Categories' }).first().click();
  const waiting = page.getByRole('status').filter({ hasText: 'Loading categories' });
  await expect(waiting.locator('div > div')).toHaveCount(10);
  answer();
  await expect(page.getByRole('alert')).toContainText('Error loading categories');
  await page.unroute('**/rest/v1/movie_categories*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveCount(10);
});

test('a category that cannot be read shows the reason and samples, and can be retried', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.goto('/categories');
  await waitForHydration(page);
  await page.route('**/rest/v1/rpc/**', (route) =>
    route.fulfill({ status: 400, json: { message: 'no', code: 'X' } }),
  );
  await page.getByRole('link', { name: 'Drama' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to load data');
  await expect(page.getByRole('list', { name: 'Featured Films' })).toContainText('Premye Limyè');
  await expect(page.getByRole('list', { name: 'Featured Films' })).toContainText('Sample');
  await page.unroute('**/rest/v1/rpc/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Films', exact: true })).toContainText('La mer se souvient');
});

test('a server without films has no categories, and shows samples in the sample categories', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  await page.goto(`${servers.empty()}/categories`);
  await expect(page.getByRole('heading', { name: 'No categories yet' })).toBeVisible();
  const answer = await page.goto(`${servers.empty()}/categories/music`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('list', { name: 'Featured Films' }).getByRole('listitem')).toHaveCount(2);
  expect((await page.goto(`${servers.empty()}/categories/opera`))?.status()).toBe(404);
});

test('a large category is paginated, and an empty one says so', async ({ page, playwright }) => {
  // On the strict server: twenty-five new films would push the demo's off the pages of other tests.
  const server = servers.strict();
  const genre = `Genre ${Math.random().toString(36).slice(2, 8)}`;
  const api = await playwright.request.newContext({ baseURL: server });
  const account = { email: 'admin@lakou.test', password: 'lakou-demo' };
  const { access_token } = await (
    await api.post('/auth/v1/token?grant_type=password', { data: account })
  ).json();
  const films = Array.from({ length: 25 }, (_, n) => ({
    title: `Fim ${n + 1}`,
    genre: [genre],
    published: true,
  }));
  for (const [table, data] of [
    ['movie_categories', [{ name: genre }, { name: `${genre} empty` }]] as const,
    // A few at a time: on a busy machine, all in one statement could take longer than a statement may.
    ...Array.from({ length: 5 }, (_, n) => ['movies', films.slice(5 * n, 5 * n + 5)] as const),
  ]) {
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await api.post(`/rest/v1/${table}`, { data, headers })).status()).toBe(201);
  }
  await page.goto(`${server}/categories/${encodeURIComponent(genre.toLowerCase())}`);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name: genre })).toBeVisible();
  const titles = page.getByRole('list', { name: 'Films' });
  await expect(titles.getByRole('listitem')).toHaveCount(24);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(titles.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/page=2$/);
  await page.reload();
  await expect(titles.getByRole('listitem')).toHaveCount(1);
  await page.goto(`${server}/categories/${encodeURIComponent(`${genre} empty`)}`);
  await expect(page.getByRole('heading', { name: 'No films found' })).toBeVisible();
  await api.dispose();
});

test('categories fit every screen and are accessible in both themes', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/categories', '/categories/drama']) {
    await page.goto(path);
    await waitForHydration(page);
    for (const width of [1920, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
    }
    await expectAccessibleInBothThemes(page);
  }
});
