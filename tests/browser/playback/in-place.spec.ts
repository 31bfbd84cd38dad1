import { expect, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService } from '../../support/playing.ts';

const free = film(3);

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

test('on a phone a film opens in place, from its page and from the started ones, and Back leads there', async ({
  page,
  request,
  signIn,
}) => {
  const member = await newMember(request);
  await signIn(member);
  await page.goto(`/films/${free}`);
  await page.getByRole('link', { name: 'Watch Now' }).tap();
  await expectPlaying(page);
  await expect(page).toHaveURL(`/watch/movie/${free}`);
  await page.goBack();
  await expect(page).toHaveURL(`/films/${free}`);

  await insertAsService(request, 'watch_progress', {
    user_id: member.id,
    movie_id: film(7),
    position: 3,
    duration: 60,
  });
  await page.goto('/');
  const card = page.getByRole('link', { name: 'Continue Radyo Katye' });
  await card.scrollIntoViewIfNeeded();
  await card.tap();
  await expect(page).toHaveURL(/\/watch\/movie\//);
  await page.goBack();
  await expect(page).toHaveURL('/');
  expect(page.context().pages()).toHaveLength(1);
});

test('before the app is there, React does not see a tap on a link to the player', async ({ page }) => {
  const files = '**/assets/**.js';
  await page.route(files, () => {});
  await page.goto(`/titles/${free}`, { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Watch Now' }).first();
  await link.waitFor();
  await page.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' });
  const seen = await link.evaluate((element) => {
    const targets: unknown[] = [];
    document.addEventListener('pointerdown', ({ target }) => targets.push(target), true);
    for (const one of [element, document.body])
      one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return targets.map((target) => (target === element ? 'link' : 'elsewhere'));
  });
  expect(seen).toEqual(['elsewhere']);
  await page.unroute(files);
  await link.tap();
  await expectPlaying(page);
});

test('a file that fails while another page comes does not lead back to this one', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/preload/);
  await page.goto('/faq');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
  const failed = Promise.withResolvers<void>();
  await page.exposeFunction('reportFailed', failed.resolve);
  await page.route('**/watch/**', async (route) => {
    await failed.promise;
    await route.continue();
  });
  await page.evaluate((path) => {
    // As Vite says it of a file, and Firefox ends what a page loads when it is left.
    const fail = (): void => {
      dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
      (globalThis as unknown as { reportFailed(): void }).reportFailed();
    };
    addEventListener('beforeunload', () => setTimeout(fail));
    location.assign(path);
  }, `/watch/movie/${free}`);
  await expectPlaying(page);
});
