import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

const series = (number: number) => `/series/5e000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const nobody = '/series/5e000000-0000-4000-8000-00000000dead';

test('a visitor finds the series, and the number of episodes of a locked one', async ({ page }) => {
  await page.goto('/series');
  await expect(page).toHaveTitle('Series · Lakou');
  const cards = page.getByRole('list', { name: 'Series' }).getByRole('article');
  await expect(cards).toHaveCount(4);
  await expect(cards.filter({ hasText: 'Lakou Gran Moun' })).toContainText('2022 · 2 seasons');
  await expect(cards.filter({ hasText: 'Lakou Gran Moun' })).toContainText('Premium $19.99');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Port Nights' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Port Nights' })).toBeVisible();
  await expect(page.getByText('Ketsia Aurelus')).toBeVisible();
  await expect(page.getByText('November 7, 2025')).toBeVisible();
  const episodes = page.getByRole('region', { name: 'Episodes' });
  await expect(episodes.getByText('1 season · 6 episodes')).toBeVisible();
  await expect(episodes.getByRole('article')).toHaveCount(1);
  await expect(episodes.getByRole('article')).toContainText('Container 4471');
  await expect(episodes.getByRole('link', { name: 'Watch Now Container 4471' })).toHaveAttribute(
    'href',
    /^\/watch\/episode\//,
  );
  await expect(episodes.getByRole('heading', { name: '5 more episodes are waiting for you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(page.getByText('Please sign in to manage your watchlist')).toBeVisible();
  await expect(page.getByText('Please sign in to write a review')).toBeVisible();
  await expect(page.getByText('Please log in to add a reply')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'More like this' }).getByRole('article').first(),
  ).toBeVisible();
});

test('a member reviews a series, and its page shows the rating to everybody', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Islande'));
  await page.goto(series(4));
  const reviews = page.getByRole('region', { name: /^Reviews/ });
  const form = reviews.getByRole('form', { name: 'Write a review' });
  await form.getByRole('radio', { name: '4 stars' }).check();
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Review submitted successfully')).toBeVisible();
  await expect(reviews.getByRole('button', { name: /^4 stars: [1-9]/ })).toBeVisible();
  await expect(page.getByText(/^4 out of 5, [1-9]/).first()).toBeAttached();
  await expect
    .poll(async () => (await request.get(series(4), { headers: { 'accept-language': 'en' } })).text())
    .toMatch(/4 stars: [1-9]/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a visitor filters and sorts the series, and clears the filters', async ({ page }) => {
    await page.goto('/series');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Access', exact: true }).selectOption('Free');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title, A to Z');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/access=free/);
    const cards = page.getByRole('list', { name: 'Series' }).getByRole('article');
    await expect(cards).toHaveCount(1);
    await expect(page.getByText('1 series')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Access', exact: true })).toHaveValue('free');
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('title');
    await page.getByRole('link', { name: 'Remove filter: Free' }).click();
    await expect(cards).toHaveCount(4);
    await page.goto('/series?access=free&decade=1970');
    await expect(page.getByRole('heading', { name: 'No series available' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click();
    await expect(cards).toHaveCount(4);
  });
});

test('a series is sold and rented at its own price, or at the default price', async ({ page }) => {
  await page.goto(series(3));
  for (const name of ['Buy for $24.99', 'Rent for $11.99'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  await page.goto(series(1));
  for (const name of ['Buy for $19.99', 'Rent for $9.99'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  await expect(page.getByRole('heading', { name: /episodes are waiting for you/ })).toBeVisible();
});

test('a visitor can watch a free series', async ({ page }) => {
  await page.goto(series(2));
  await expect(page.getByRole('region', { name: 'Episodes' }).getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('button', { name: /^(Buy|Rent)/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Watch Now/ }).first()).toBeVisible();
});

test('a subscriber moves through the seasons with the keyboard', async ({ page, signIn }) => {
  await signIn('subscriber');
  await page.goto(series(1));
  await expect(page.getByRole('link', { name: /^Watch Now/ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /waiting for you/ })).toHaveCount(0);
  const tab = page.getByRole('tab', { name: 'Season 1' });
  await expect(page.getByRole('heading', { name: 'Kle ki pèdi a' })).toBeVisible();
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('tabpanel', { name: 'Season 2' }).getByRole('heading', { name: 'Yon bag an ajan' }),
  ).toBeVisible();
});

test('a search engine reads the seasons and episodes that a visitor can see', async ({ request }) => {
  const html = await (await request.get(series(4))).text();
  expect(html).toContain('<meta property="og:type" content="video.tv_show"/>');
  const [, data = ''] = html.match(/<script type="application\/ld\+json">(.+?)<\/script>/) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'TVSeries',
    name: 'Port Nights',
    numberOfSeasons: 1,
    numberOfEpisodes: 6,
    containsSeason: [{ seasonNumber: 1, episode: [{ name: 'Container 4471', episodeNumber: 1 }] }],
  });
  expect(html).not.toContain('The Night Radio');
});

test('a series that does not exist is a 404', async ({ page, request, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  for (const missing of [nobody, '/series/not-an-id'])
    expect((await request.get(missing)).status()).toBe(404);
  await page.goto(nobody);
  await expect(page).toHaveTitle('Series not found · Lakou');
  await expect(page.getByRole('heading', { level: 1, name: 'Series not found' })).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Browse series' }).click();
  await expect(page.getByRole('list', { name: 'Series' })).toBeVisible();
});

test('ten placeholders are shown while series load; a failure can be retried', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await page.goto('/faq');
  await waitForHydration(page);
  let answer: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/rpc/browse_titles*', async (route) => {
    await waiting;
    await route.abort();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Series' }).click();
  const shapes = page
    .getByRole('status')
    .filter({ hasText: 'Loading titles' })
    .locator('.aspect-\\[2\\/3\\]');
  await expect(shapes).toHaveCount(10);
  answer?.();
  await expect(page.getByRole('heading', { name: 'Failed to load data' })).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/rest/v1/rpc/browse_titles*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Series' }).getByRole('article')).toHaveCount(4);
});

for (const path of ['/series', series(4)]) {
  test(`${path} fits every screen and is accessible in both themes`, { tag: '@long' }, async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    for (const width of [1920, 1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
    }
    await expectAccessibleInBothThemes(page);
  });
}

test('a visitor of a server without series sees so', async ({ page }) => {
  await page.goto(`${servers.empty()}/series`);
  await expect(page.getByRole('heading', { name: 'No series available' })).toBeVisible();
});
