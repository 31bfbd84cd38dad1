import { expect, expectAccessibleInBothThemes, test, waitForHydration } from '../../support/browser.ts';
import { expectPlaying } from '../../support/playing.ts';

const first = '/watch/episode/5e020000-0000-4000-8000-000000000101';
const second = '/watch/episode/5e020000-0000-4000-8000-000000000102';

test('a viewer can stay on an episode that would be followed by the next one', async ({ page }) => {
  await page.goto('/series/5e000000-0000-4000-8000-000000000002');
  await waitForHydration(page);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Watch Now', exact: false }).first().click(),
  ]);
  await expectPlaying(tab);
  await expect(tab).toHaveURL(first);
  await tab.keyboard.press('k');
  await tab.getByRole('button', { name: 'Episodes' }).click();
  await expect(tab.getByRole('link', { name: /Now playing/ })).toHaveAttribute('aria-current', 'true');
  await tab.keyboard.press('Escape');

  await tab.keyboard.press('End');
  await tab.keyboard.press('k');
  await expect(tab.getByRole('heading', { name: 'Next episode' })).toBeVisible();
  await expectAccessibleInBothThemes(tab);
  await tab.getByRole('button', { name: 'Not now' }).click();
  await expect(tab.getByText('The next one waits for you.')).toBeVisible();
  await expect(tab).toHaveURL(first);
  // Watched to the end again, it is followed by itself.
  await tab.keyboard.press('9');
  await tab.keyboard.press('k');
  await expect(tab).toHaveURL(second, { timeout: 20_000 });
  await expectPlaying(tab);
});

test('at the end of a film a viewer gets suggestions, and nothing starts by itself', async ({ page }) => {
  await page.goto('/watch/movie/f1000000-0000-4000-8000-000000000007');
  await expectPlaying(page);
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Watch again' }).first()).toBeFocused();
  const titles = page.getByRole('region', { name: 'More like this' }).getByRole('link');
  await expect(titles.first()).toBeVisible();
  await expect(page.getByText(/Next episode in/)).toHaveCount(0);
  await titles.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(titles.nth(1)).toBeFocused();
  await expectAccessibleInBothThemes(page);
});
