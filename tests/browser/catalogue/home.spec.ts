import type { Locator } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

const HERO = 'Featured';
const PROMOTIONS = 'Featured Promotions';

test('a visitor gets the whole home page without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: servers.demo(), javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lakou: Haitian films and series');
  const hero = page.getByRole('region', { name: HERO, exact: true });
  await expect(hero.getByRole('heading', { name: 'Wout Mòn Nwa' })).toBeVisible();
  await expect(hero).toContainText('2025 · 1 h 48 min · Thriller, Drama');
  // The rating of the film itself, as on its card; its admin gave 4.8.
  await expect(hero).not.toContainText('4.8');
  await expect(hero).toContainText(/\d(\.\d)? out of 5/);
  await expect(hero).toContainText('1 / 7');
  await expect(hero.getByRole('link', { name: 'Watch Wout Mòn Nwa' })).toHaveAttribute('href', /^\/titles\//);
  await expect(hero.getByRole('link', { name: 'Details Wout Mòn Nwa' })).toHaveAttribute(
    'href',
    /^\/titles\//,
  );
  await expect(hero.locator('img[fetchpriority=high]')).toHaveAttribute('srcset', /width=480.*1920w$/);
  for (const name of [PROMOTIONS, 'Latest Movies', 'Browse Categories'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Latest Movies' }).getByRole('listitem')).toHaveCount(12);
  await expect(page.getByRole('link', { name: 'Documentary' })).toHaveAttribute(
    'href',
    '/categories/documentary',
  );
  await expect(page.getByRole('link', { name: 'Latest from the forum' })).toHaveAttribute('href', '/forum');
  const subscription = page.getByRole('region', { name: 'The whole yard, every evening' });
  for (const words of ['$3.99', 'per month', 'Full HD Streaming', 'Unlimited Access', 'No Ads'])
    await expect(subscription).toContainText(words);
  await expect(subscription.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
  await page.close();
});

test('a visitor moves through the hero with the keyboard, past the end, and pauses it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await waitForHydration(page);
  const hero = page.getByRole('region', { name: HERO, exact: true });
  await hero.getByRole('button', { name: 'Next slide' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(hero.getByRole('heading', { name: 'Salt Wind' })).toBeVisible();
  await expect(hero).toContainText('2 / 7');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(hero).toContainText('7 / 7');
  await expect(hero.getByRole('group', { name: '7 of 7' }).getByText('Advertisement')).toBeVisible();
  const advertisement = hero.getByRole('link', { name: /Radyo Zandolit/ });
  await expect(advertisement).toHaveAttribute('href', 'https://example.org/radyo-zandolit');
  await expect(advertisement).toHaveAttribute('target', '_blank');
  await page.keyboard.press('ArrowRight');
  await expect(hero).toContainText('1 / 7');
  await hero.getByRole('button', { name: 'Pause slides' }).click();
  await expect(hero.getByRole('button', { name: 'Play slides' })).toBeVisible();
  // One pause stops everything that moves.
  const promotions = page.getByRole('region', { name: PROMOTIONS });
  await expect(promotions.getByRole('button', { name: 'Play slides' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play the banners' })).toBeVisible();
});

test('the hero and the promotions advance every five seconds, but not while hovered', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  await waitForHydration(page);
  const hero = page.getByRole('region', { name: HERO, exact: true });
  const promotions = page.getByRole('region', { name: PROMOTIONS });
  await promotions.scrollIntoViewIfNeeded();
  await page.clock.runFor(5000);
  await expect(hero).toContainText('2 / 7');
  await expect(promotions).toContainText('2 / 4');
  await promotions.getByRole('link').hover();
  await page.clock.runFor(12_000);
  await expect(hero).toContainText('4 / 7');
  await expect(promotions).toContainText('2 / 4');
  const shape = await promotions.getByRole('link').boundingBox();
  expect(shape!.width / shape!.height).toBeCloseTo(16 / 9, 1);
});

test('nothing advances by itself for a visitor who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  await waitForHydration(page);
  await page.clock.runFor(20_000);
  const hero = page.getByRole('region', { name: HERO, exact: true });
  await expect(hero).toContainText('1 / 7');
  await hero.getByRole('button', { name: 'Play slides' }).click();
  await page.clock.runFor(5000);
  await expect(hero).toContainText('2 / 7');
});

test('a visitor scrolls to the rows that editors composed and walks along one with the keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  // Those that were answered: a read that a busy server refused is tried again.
  const titles: string[] = [];
  page.on('response', (response) => {
    if (response.ok() && response.url().includes('front_page_titles')) titles.push(response.url());
  });
  const free = page.getByRole('region', { name: 'Free tonight' });
  await expect(free).toHaveCount(0);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await free.scrollIntoViewIfNeeded();
  const cards = free.getByRole('list', { name: 'Free tonight' }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'Radyo Katye' })).toBeVisible();
  await cards.first().getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(1).getByRole('link').first()).toBeFocused();
  const music = page.getByRole('region', { name: 'When the drum speaks' });
  await music.scrollIntoViewIfNeeded();
  await expect(music.getByRole('article').first()).toBeVisible();
  await expect(music.getByRole('link', { name: 'See all: When the drum speaks' })).toHaveAttribute(
    'href',
    '/categories/music',
  );
  // Series have their own pages and no films page is offered to visitors.
  await expect(
    page.getByRole('region', { name: 'Series' }).getByRole('link', { name: 'Port Nights' }),
  ).toHaveAttribute('href', /^\/titles\//);
  await expect(free.getByRole('link', { name: /See all/ })).toHaveCount(0);
  expect(titles).toHaveLength(1);
  const forum = page.getByRole('region', { name: 'Latest from the forum' });
  await forum.scrollIntoViewIfNeeded();
  await expect(forum.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'My list' })).toHaveCount(0);
});

test('a member finds what is on the watchlist in a row of its own', async ({ page, signIn, request }) => {
  await signIn(await newMember(request, 'Islande'));
  await page.goto('/');
  const list = page.getByRole('region', { name: 'My list' });
  // Rows above it come later and move it out of sight again; it is read when it is seen.
  const expectInList = (part: Locator) =>
    expect(async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await list.scrollIntoViewIfNeeded();
      await expect(part).toBeVisible({ timeout: 2000 });
    }).toPass();
  await expectInList(list.getByText('Nothing here yet.'));
  await page.goto('/series/5e000000-0000-4000-8000-000000000004');
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(page.getByText('Added to watchlist')).toBeVisible();
  await page.goto('/');
  await expectInList(list.getByRole('article').filter({ hasText: 'Port Nights' }));
  await expect(list.getByRole('link', { name: 'See all: My list' })).toHaveAttribute('href', '/watchlist');
});

test('a member sees links to all films and to the plans', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'All films' })).toHaveAttribute('href', '/films');
  await expect(page.getByRole('region', { name: PROMOTIONS })).toBeVisible();
  const panel = page.getByRole('region', { name: 'The whole yard, every evening' });
  await panel.getByRole('link', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Yearly Plan' })).toBeVisible();
});

test('a subscriber sees no advertising; from the second visit on the server renders none', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('subscriber');
  await page.goto('/');
  const hero = page.getByRole('region', { name: HERO, exact: true });
  await expect(hero).toContainText('1 / 5');
  await expect(page.getByRole('region', { name: PROMOTIONS })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Advertisement' })).toHaveCount(0);
  await expect(page.getByText('$3.99')).toHaveCount(0);
  await expect
    .poll(async () => (await context.cookies()).map(({ value }) => value))
    .toContain('in.subscribed');
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('Wout Mòn Nwa');
  for (const trace of ['slide-1', 'promo-1', 'strip-1', PROMOTIONS]) expect(html).not.toContain(trace);
});

test('a server without films shows samples marked as such, and sells nothing', async ({ page }) => {
  await page.goto(servers.empty());
  await waitForHydration(page);
  const hero = page.getByRole('region', { name: HERO, exact: true });
  await expect(hero.getByRole('heading', { name: 'Premye Limyè' })).toBeVisible();
  await expect(hero.getByText('Sample', { exact: true })).toBeVisible();
  await expect(hero.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Featured Films' })).toBeVisible();
  const samples = page.getByRole('list', { name: 'Featured Films' }).getByRole('listitem');
  await expect(samples).toHaveCount(3);
  // Without a poster, a placeholder is drawn.
  await expect(samples.first().locator('svg').first()).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Browse Categories' })).toHaveCount(0);
  await hero.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog', { name: 'This is a sample' })).toBeVisible();
});

test('a visitor whose network fails on the way to the home page still gets one', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.goto('/faq');
  await waitForHydration(page);
  await page.route('**/rest/v1/**', (route) =>
    route.fulfill({ status: 400, json: { message: 'no', code: 'X' } }),
  );
  await page.getByRole('link', { name: 'Lakou', exact: true }).first().click();
  const hero = page.getByRole('region', { name: HERO, exact: true });
  await expect(hero.getByText('Sample', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Featured Films' })).toBeVisible();
});

test('a visitor can install the app where the browser offers it, and sees no dead store links', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Install app' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /App Store|Google Play/ })).toHaveCount(0);
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => document.documentElement.setAttribute('data-asked', 'yes'),
    });
    dispatchEvent(offer);
  });
  await page.getByRole('button', { name: 'Install app' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(page.getByRole('button', { name: 'Install app' })).toHaveCount(0);
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`the home page fits a screen of ${width} px and is accessible`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await waitForHydration(page);
    await expectNoHorizontalScroll(page);
    const hero = page.getByRole('region', { name: HERO, exact: true });
    // The film's name, its buttons and the arrow to the next one are above the fold.
    await expect(hero.getByRole('link', { name: /^Watch/ })).toBeInViewport();
    await expect(hero.getByRole('button', { name: 'Next slide' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Comedy' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('link', { name: 'Crime' })).toBeFocused();
    if (width !== 1280) await expectAccessibleInBothThemes(page);
  });
}
