import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { loseAuthClient } from '../../support/lose-auth-client.ts';

const header = 'header';

test('a visitor navigates by the header and the footer', async ({ page }) => {
  await page.goto('/');
  const top = page.locator(header).first();
  for (const name of ['Home', 'Categories', 'Browse Content', 'Sign In', 'Sign Up'])
    await expect(top.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(top.getByRole('button', { name: 'Search' })).toBeVisible();
  await expect(top.getByRole('link', { name: 'Profile' })).toHaveCount(0);

  const bottom = page.getByRole('contentinfo');
  for (const name of ['Navigation', 'Account', 'Support'])
    await expect(bottom.getByRole('heading', { name })).toBeVisible();
  await expect(bottom.getByText('Watch anytime, anywhere.')).toBeVisible();
  await bottom.getByText('Watch anytime, anywhere.').scrollIntoViewIfNeeded();
  await expect(top, 'the header stays').toBeInViewport({ ratio: 1 });
  await expect(bottom.getByText(`© ${new Date().getFullYear()} Lakou`)).toBeVisible();
});

test('every link in header and footer works', async ({ page, request, signIn }) => {
  const visited = new Set<string>();
  const follow = async () => {
    await page.goto('/');
    await waitForHydration(page);
    const links = await page
      .locator('header a[href^="/"], footer a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) visited.add(link);
  };
  await follow();
  await signIn('admin');
  await follow();
  expect(visited.size).toBeGreaterThan(10);
  for (const link of visited) expect((await request.get(link)).status(), link).toBe(200);
});

test('a member gets the member’s header from the server, and signs out there', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto('/');
  const top = page.locator(header).first();
  for (const name of ['Home', 'Films', 'Series', 'Categories', 'Profile'])
    await expect(top.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(top.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'lakou-hint')?.value)
    .toBe('in');
  // The HTML that the server renders now.
  const drawn = await (await page.request.get('/')).text();
  expect(drawn).toContain('href="/films"');
  expect(drawn).not.toContain('href="/register">Sign Up');

  await top.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Successfully signed out')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(top.getByRole('link', { name: 'Sign Up' })).toBeVisible();
});

test('on a phone the menu has every link, opens and closes by key, and restores the focus', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('member');
  await page.goto('/');
  await waitForHydration(page);
  const button = page.getByRole('button', { name: 'Menu' });
  await button.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Home', 'Films', 'Series', 'Categories', 'Watchlist', 'Profile'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await expectNoHorizontalScroll(page);
});

test('on a phone the pages of every day are one tap away at the lower edge', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/forum');
  await waitForHydration(page);
  const bar = page.getByRole('navigation', { name: 'Quick navigation' });
  const current = bar.locator('[aria-current=page]');
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Search', 'My list', 'Forum', 'Me']);
  await expect(current).toHaveText('Forum');
  await expect(bar.getByRole('link', { name: 'Me', exact: true })).toHaveAttribute('href', '/login');
  for (const link of await bar.getByRole('link').all()) {
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const last = page.getByRole('contentinfo').getByLabel('Theme');
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const edge = (await bar.boundingBox())?.y ?? 0;
  const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
  expect(y + height, 'the bar hides nothing').toBeLessThanOrEqual(edge);
  await expectAccessibleInBothThemes(page);

  await bar.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused();
  await expect(bar, 'not above the keyboard').toBeHidden();
  await page.keyboard.press('Escape');
  await expect(bar).toBeVisible();

  await signIn('member');
  await page.goto('/payment-success');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();
  await page.goto('/');
  await waitForHydration(page);
  await expect(current).toHaveText('Home');
  await bar.getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(current).toHaveText('Me');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  test('a visitor on a phone navigates by the links at the lower edge', async ({ page }) => {
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Quick navigation' });
    await expect(bar.locator('[aria-current=page]')).toHaveText('Home');
    await bar.getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search$/);
    await bar.getByRole('link', { name: 'Forum' }).click();
    await expect(page).toHaveURL(/\/forum$/);
    await expect(bar.locator('[aria-current=page]')).toHaveText('Forum');
  });
});

test('a member’s footer is short, offers no sign-in, and still leads to help and terms', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/faq');
  await waitForHydration(page);
  const bottom = page.getByRole('contentinfo');
  await expect(bottom.getByRole('link', { name: 'Terms of Service' })).toBeVisible();
  for (const name of ['Login', 'Register']) await expect(bottom.getByRole('link', { name })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['Subscribe', 'FAQ', 'Contact Us', 'Terms of Service', 'Privacy Policy'])
    await expect(bottom.getByRole('link', { name })).toBeVisible();
  const { height = 0 } = (await bottom.boundingBox()) ?? {};
  expect(height).toBeLessThan(300);
});

test('a visitor whose browser prefers Kreyòl gets Kreyòl, and a choice of French or Spanish is remembered', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: servers.demo(), locale: 'ht-HT' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ht');
  await expect(page.locator(header).getByRole('link', { name: 'Kategori' })).toBeVisible();
  const menu = page.getByRole('contentinfo').getByLabel('Lang');
  await expect(menu.locator('option')).toHaveText(['Kreyòl', 'Français', 'English', 'Español']);
  await menu.selectOption('fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator(header).getByRole('link', { name: 'Catégories' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByRole('contentinfo').getByLabel('Langue').selectOption('es');
  await expect(page.locator(header).getByRole('link', { name: 'Categorías' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect((await page.request.get('/?lang=en')).headers()['content-language']).toBe('en');
  await context.close();
});

test('the light theme is remembered and rendered by the server', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByLabel('Theme').selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await (await page.request.get('/')).text()).toContain('data-theme="light"');
});

test('a page that does not exist is a 404 with a link home', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  const answer = await page.goto('/nowhere/at/all');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a keyboard user skips to the content, and navigation moves the focus to the next page’s heading', async ({
  page,
}) => {
  await page.goto('/faq');
  await waitForHydration(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeFocused();
  await expect(page).toHaveTitle(/Contact Us/);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq(#main)?$/);
});

test('a signed-out visitor is sent to sign in with the reason, and comes back', async ({ page }) => {
  await page.goto('/films?q=lanmè');
  await expect(page.getByText('Please login to access this page')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('member@lakou.test');
  await page.getByLabel('Password', { exact: true }).fill('lakou-demo');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/films\?q=lanm/);
});

test('a member stays on a page when the session check fails, and can retry it', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|net::|Failed to fetch|dynamically imported/);
  await signIn('member');
  const giveBack = await loseAuthClient(page);
  await page.goto('/watchlist');
  await expect(page.getByRole('heading', { name: 'We could not check your access' })).toBeVisible();
  await expect(page).toHaveURL('/watchlist');
  await giveBack();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible();
});

test('a visitor sees when the connection is lost and when it is back', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  // What the page loads last can be on its way when the connection is lost.
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/faq');
  await waitForHydration(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are online again.')).toBeVisible();
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('banners rotate below the header, can be paused, and are not shown to subscribers', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/faq');
  await waitForHydration(page);
  const strip = page.getByRole('complementary', { name: 'Advertisement' });
  const first = await strip.getByRole('img').getAttribute('src');
  await page.clock.fastForward(5100);
  await expect(strip.getByRole('img')).not.toHaveAttribute('src', first ?? '');
  // There are three: the first follows the last.
  for (let turn = 2; turn <= 3; turn += 1) await page.clock.fastForward(5000);
  await expect(strip.getByRole('img')).toHaveAttribute('src', first ?? '');
  await strip.getByRole('button', { name: 'Pause the banners' }).click();
  const stays = await strip.getByRole('img').getAttribute('src');
  await page.clock.fastForward(11_000);
  await expect(strip.getByRole('img')).toHaveAttribute('src', stays ?? '');

  // Where people work, pay or read there are none.
  for (const path of ['/admin', '/payment', '/account', '/purchases'])
    expect(await (await page.request.get(path)).text()).not.toContain('strip-1');
  await page.goto('/forum');
  await expect(strip).toBeVisible();
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/forum\/topic\//);
  await expect(strip).toHaveCount(0);

  await signIn('subscriber');
  await page.goto('/faq');
  await expect(strip).toHaveCount(0);
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'lakou-hint')?.value)
    .toContain('subscribed');
  expect(await (await page.request.get('/faq')).text()).not.toContain('strip-1');
});

test('every page’s security policy forbids foreign content', async ({ request }) => {
  const one = await request.get('/');
  const policy = one.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
  const html = await one.text();
  expect(html).toContain(`nonce="${nonce}"`);
  expect(html.match(/<script(?![^>]*(nonce=|application\/(ld\+)?json))/g)).toBeNull();
  expect(html).not.toMatch(/<[^>]+ style=/);
  expect((await request.get('/')).headers()['content-security-policy']).not.toContain(nonce!);
});
