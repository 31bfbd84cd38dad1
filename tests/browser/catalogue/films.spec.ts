import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

test('a visitor has to sign in to explore the films', async ({ page }) => {
  await page.goto('/films');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please login to access this page')).toBeVisible();
});

test('a member searches films by word and genre, and the URL keeps both', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto('/films');
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Films' })).toBeVisible();
  const films = page.getByRole('list', { name: 'Films' }).getByRole('article');
  await expect(films).toHaveCount(24);
  await expect(page.getByText('24 films')).toBeVisible();
  const card = films.filter({ hasText: 'Wout Mòn Nwa' });
  await expect(card).toContainText('2025 · 1 h 48 min');
  await expect(card).toContainText('Thriller, Drama');
  await expect(card).toContainText('Premium $12.99');
  await expect(card).toContainText(/\d out of 5, \d+ reviews?/);
  await expect(films.filter({ hasText: 'Radyo Katye' }).getByText('Free', { exact: true })).toBeVisible();
  // Nobody has reviewed it, and it is not new any more.
  const unreviewed = films.filter({ hasText: 'Letters to Jérémie' });
  await expect(unreviewed).toBeVisible();
  await expect(unreviewed.getByText('New', { exact: true })).toBeHidden();
  await expect(unreviewed).not.toContainText('out of 5');
  await expect(films.filter({ hasText: 'Dlo Dous' })).toHaveCount(0);

  const genres = page.getByRole('combobox', { name: 'Genre' });
  await expect(genres.getByRole('option').first()).toHaveText('All Genres');
  await genres.selectOption('Comedy');
  await expect(page).toHaveURL('/films?genre=Comedy');
  await expect(films.filter({ hasText: 'Kòk Kalite' })).toBeVisible();
  await expect(films.filter({ hasText: 'Wout Mòn Nwa' })).toHaveCount(0);

  const search = page.getByRole('searchbox', { name: 'Search for films' });
  await expect(search).toHaveAttribute('placeholder', 'Search for films...');
  await search.pressSequentially('leta');
  await expect(page).toHaveURL('/films?genre=Comedy&q=leta');
  await expect(films.first()).toContainText('Létà');

  await search.fill('zzzzqx');
  await expect(page.getByRole('heading', { name: 'No films found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all films' }).click();
  await expect(films).toHaveCount(24);
  await expect(search).toHaveValue('');

  // Typing replaces its history entries: one step back is the previous search, the next one the genre alone.
  await page.goBack();
  await expect(search).toHaveValue('zzzzqx');
  await page.goBack();
  await expect(page).toHaveURL('/films');
  await expect(films).toHaveCount(24);
  await page.goto('/films?q=radyo&genre=Comedy');
  await expect(search).toHaveValue('radyo');
  await expect(genres).toHaveValue('Comedy');
  await expect(films.first()).toContainText('Radyo Katye');
});

test('a member filters and sorts films with the keyboard, and removes filters one by one', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  // Rendered for a member, so that filters change the address before their page has loaded.
  await page.context().addCookies([{ name: 'lakou-hint', value: 'in', url: servers.demo() }]);
  await page.goto('/films');
  await waitForHydration(page);
  const films = page.getByRole('list', { name: 'Films', exact: true }).getByRole('article');
  const count = page.getByRole('status').filter({ hasText: /films?$/ });
  await expect(count).toHaveText('24 films');
  await page.getByText('Filters', { exact: true }).focus();
  await page.keyboard.press('Enter');
  const access = page.getByRole('combobox', { name: 'Access', exact: true });
  await page.keyboard.press('Tab');
  await expect(access).toBeFocused();
  await page.keyboard.type('Free');
  await expect(page).toHaveURL('/films?access=free');
  await expect(films.filter({ hasNotText: 'Free' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Year' }).selectOption('2010s');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title, A to Z');
  await expect(page).toHaveURL('/films?access=free&decade=2010&sort=title');
  await expect(async () => {
    const shown = await films.getByRole('heading').allTextContents();
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(shown.toSorted(new Intl.Collator('fr').compare));
    await expect(count).toHaveText(`${shown.length} films`, { timeout: 1000 });
  }).toPass();

  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('link', { name: 'Remove filter: Free' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/films?decade=2010&sort=title');
  await expect(count).toBeFocused();
  await expect(access).toHaveValue('');
  await page.goBack();
  await expect(access).toHaveValue('free');
  await chips.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/films\??$/);
  await expect(count).toHaveText('24 films');

  await page.goto('/films?captions=es&length=short&sort=price&decade=1234');
  await expect(page.getByRole('heading', { name: 'No films found' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('newest');
  await page.getByRole('button', { name: 'Show all films' }).click();
  await expect(count).toHaveText('24 films');
});

test('the films fit every screen and are accessible in both themes', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/films?genre=Comedy');
  await expect(page.getByRole('list', { name: 'Films' }).getByRole('article').first()).toBeVisible();
  for (const width of [1920, 1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
  }
  await expectAccessibleInBothThemes(page);
});

test('a viewer on a television navigates the films with arrow keys alone', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn('member');
  await page.goto('/films');
  const cards = page.getByRole('list', { name: 'Films' }).getByRole('listitem');
  const links = cards.getByRole('link');
  await links.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const below = await page.evaluate(() => {
    const items = [...document.querySelectorAll('[aria-label=Films] > li')];
    return items.findIndex((item) => item.contains(document.activeElement));
  });
  expect(below).toBeGreaterThan(2);
  await page.keyboard.press('ArrowUp');
  await expect(links.nth(1)).toBeFocused();
  const title = await links.nth(1).textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(24);
});

test('a member sees placeholders while the films load, the reason when they fail, and can retry', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await signIn('member');
  await page.goto('/watchlist');
  await waitForHydration(page);
  let answer: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const list = '**/rest/v1/rpc/browse_titles*';
  await page.route(list, async (route) => {
    await waiting;
    await route.abort();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Films' }).click();
  await expect(page.getByText('Loading titles')).toBeAttached();
  answer?.();
  await expect(page.getByRole('heading', { name: 'Failed to load data' })).toBeVisible({ timeout: 15_000 });
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Films' }).getByRole('article')).toHaveCount(24);
});

test.describe('on a server without films', () => {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed.
  test.use({ baseURL: async ({}, use) => use(servers.empty()) });

  test('a member sees that nothing is published yet', async ({ page, signIn, request }) => {
    await signIn(await newMember(request, 'Premye', servers.empty()));
    await page.goto('/films');
    await expect(page.getByRole('heading', { name: 'No films found' })).toBeVisible();
    await expect(page.getByText('No published films available yet.')).toBeVisible();
  });
});

test('a member looks at a card with the mouse, the keyboard or a finger, and Escape puts the preview away', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/films');
  await waitForHydration(page);
  const card = page.getByRole('article').filter({ hasText: 'Wout Mòn Nwa' });
  const preview = card.getByRole('group', { name: 'About Wout Mòn Nwa' });
  await card.hover();
  const before = await card.boundingBox();
  await card.hover({ position: { x: 30, y: 40 } });
  await expect(preview).toContainText('Klodèl dwe desann');
  for (const text of ['2025 · 1 h 48 min', 'Rent $4.49', 'Buy $12.99', 'Subscription'])
    await expect(preview).toContainText(text);
  await expect(preview).toContainText(/from \d+ MB per hour/);
  expect(await card.boundingBox()).toEqual(before);
  expect(await page.locator('video').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);

  const link = card.getByRole('link', { name: 'Wout Mòn Nwa', exact: true });
  await page.mouse.move(0, 0);
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(preview).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await expect(link).toBeFocused();

  await link.dispatchEvent('touchstart');
  await link.dispatchEvent('touchmove');
  await link.dispatchEvent('touchstart');
  await expect(preview).toBeVisible();
  await link.dispatchEvent('touchend');
  await link.dispatchEvent('click');
  await expect(page).toHaveURL('/films');
  await preview.getByText('Details').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wout Mòn Nwa' })).toBeVisible();
});
