import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { expectPlaying, timeOf } from '../../support/playing.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
test.describe.configure({ timeout: 240_000 });

/** Presses arrows until this has the focus, as somebody who looks at the screen does. */
async function steerTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    const key = await target.evaluate((goal) => {
      const focused = document.activeElement ?? document.body;
      if (focused === goal) return null;
      const [from, to] = [focused.getBoundingClientRect(), goal.getBoundingClientRect()];
      if (to.top >= from.bottom - 4) return 'ArrowDown';
      if (to.bottom <= from.top + 4) return 'ArrowUp';
      return to.left > from.left ? 'ArrowRight' : 'ArrowLeft';
    });
    if (key === null) return expectFocusVisible(page);
    await page.keyboard.press(key);
    await expectFocusVisible(page);
  }
  throw new Error(`${target} cannot be reached with arrows`);
}

/** A key that keyboards do not have. */
async function pressRemote(page: Page, key: string): Promise<void> {
  await page.evaluate((name) => {
    const target = document.activeElement ?? document.body;
    for (const type of ['keydown', 'keyup'])
      target.dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true }));
  }, key);
}

/** Something has the focus, is on the screen, and has a ring around it or its card. */
async function expectFocusVisible(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return 'nothing has the focus';
        const ringed = [focused, focused.closest('.title-card'), focused.closest('label')];
        const hasRing = ringed.some(
          (element) =>
            element &&
            ['', '::after'].some((part) => getComputedStyle(element, part).outlineStyle !== 'none'),
        );
        const { top, bottom, left, right } = focused.getBoundingClientRect();
        const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        return hasRing && isInSight ? 'visible' : `${focused.outerHTML.slice(0, 200)} ${top} ${left}`;
      }),
    )
    .toBe('visible');
}

test('a member spends an evening with four arrows, OK and Back', async ({ page, signIn }) => {
  await signIn('subscriber');
  await page.goto('/tv');
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'tv');
  await expectFocusVisible(page);
  await expectNoHorizontalScroll(page);

  // Browse: down into the newest films, along them, and into one.
  const films = page.getByRole('list', { name: 'Latest Movies' }).getByRole('link');
  await steerTo(page, films.nth(2));
  const name = (await films.nth(2).textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const filmPage = page.url();

  // Watch: in place. A held arrow looks for a scene with previews, and seeks when it is released.
  const watch = page.getByRole('link', { name: 'Watch Now' }).first();
  await steerTo(page, watch);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/watch\/movie\//);
  await expectPlaying(page);
  await pressRemote(page, 'MediaPause');
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
  await pressRemote(page, 'MediaTrackPrevious');
  await expect.poll(() => timeOf(page)).toBe(0);
  // A press and two repetitions.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('ArrowRight');
  await expect(page.locator('[data-seek-preview]')).toBeVisible();
  expect(await timeOf(page)).toBe(5);
  await page.keyboard.up('ArrowRight');
  await expect(page.locator('[data-seek-preview]')).toHaveCount(0);
  expect(await timeOf(page)).toBe(9);
  await pressRemote(page, 'MediaTrackPrevious');
  await pressRemote(page, 'MediaPlay');
  await expectPlaying(page);

  // Back to the film, with the focus where it was; back to the start.
  await pressRemote(page, 'GoBack');
  await page.waitForURL(filmPage);
  await expect(watch).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.waitForURL('**/tv');
  await expect(films.nth(2)).toBeFocused();

  // A series: one episode, and the next.
  await steerTo(
    page,
    page.getByRole('navigation', { name: 'Lakou on television' }).getByRole('link', { name: 'Series' }),
  );
  await page.keyboard.press('Enter');
  await page.waitForURL('**/series');
  const series = page.locator('main a[href*="5e000000-0000-4000-8000-000000000002"]').first();
  await steerTo(page, series);
  await page.keyboard.press('Enter');
  await steerTo(page, page.getByRole('link', { name: 'Watch Now' }).first());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/watch\/episode\//);
  await expectPlaying(page);
  const episode = page.url();
  // The key knows where to go once the list of episodes is there.
  await expect(page.locator('button[aria-label="Next episode"]')).toHaveCount(1);
  await pressRemote(page, 'MediaTrackNext');
  await expect(page).not.toHaveURL(episode);
  await expectPlaying(page);
  await pressRemote(page, 'MediaPause');

  // Up into the controls, to the settings and out of them with Back.
  await page.keyboard.press('ArrowDown');
  const settings = page.getByRole('button', { name: 'Settings' });
  for (
    let presses = 0;
    presses < 20 && !(await settings.evaluate((one) => one === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Settings' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectFocusVisible(page);
  await pressRemote(page, 'GoBack');
  await expect(panel).toHaveCount(0);
  await pressRemote(page, 'GoBack');
  await page.waitForURL(/\/series\//);

  // The forum: into a topic and back.
  await steerTo(
    page,
    page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Forum' }),
  );
  await page.keyboard.press('Enter');
  await page.waitForURL('**/forum');
  const topic = page.locator('main a[href^="/forum/topic/"]').first();
  await steerTo(page, topic);
  const topicPath = (await topic.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${topicPath}`);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/forum');
  await expect(page.locator(`main a[href="${topicPath}"]`).first()).toBeFocused();
});

test('the focus stays on the screen while a later row is still loading, and then reaches it', async ({
  page,
}) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/home-later-rows/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/tv');
  await waitForHydration(page);
  await expectFocusVisible(page);
  const films = page.getByRole('list', { name: 'Latest Movies' }).getByRole('link');
  await steerTo(page, films.first());
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('ArrowDown');
    await expectFocusVisible(page);
  }
  release();
  await steerTo(page, page.locator('main a[href^="/forum/topic/"]').first());
});

test('a long text is read with arrows: the focus goes to what is read, and never leaves the screen', async ({
  page,
}) => {
  await page.goto('/tv');
  await waitForHydration(page);
  await page.goto('/terms');
  await waitForHydration(page);
  const stops = new Set<string>();
  for (let presses = 0; presses < 60 && !stops.has('P'); presses += 1) {
    await page.keyboard.press('ArrowDown');
    await expectFocusVisible(page);
    stops.add(await page.evaluate(() => document.activeElement?.tagName ?? ''));
  }
  expect([...stops]).toContain('P');
});

test('the layout is remembered, left again, and chosen by a television itself', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await page.goto('/tv');
  await waitForHydration(page);
  await expectAccessibleInBothThemes(page);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'tv');
  await page.goto('/tv');
  await waitForHydration(page);
  await steerTo(page, page.getByRole('button', { name: 'Leave the television layout' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/');
  await expect(page.locator('html')).not.toHaveAttribute('data-layout', 'tv');
  await page.reload();
  await expect(page.locator('html')).not.toHaveAttribute('data-layout', 'tv');

  const television = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    userAgent:
      'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0 Safari/537.36',
    serviceWorkers: 'block',
  });
  const screen = await television.newPage();
  await screen.goto('/');
  await expect(screen.locator('html')).toHaveAttribute('data-layout', 'tv');
  await television.close();
});
