import type { Locator } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

const film = '/films/f1000000-0000-4000-8000-000000000012';
const series = '/series/5e000000-0000-4000-8000-000000000003';

/** Between the icon of a button and the words that are visible beside it. */
const gapAfterIcon = (button: Locator): Promise<number> =>
  button.evaluate((element) => {
    const icon = [...element.querySelectorAll('svg')].find(
      (one) => getComputedStyle(one).visibility === 'visible',
    );
    const words = document.createRange();
    words.selectNode(icon?.nextSibling as Node);
    return words.getBoundingClientRect().left - (icon as SVGElement).getBoundingClientRect().right;
  });

test('a visitor has no watchlist', async ({ page }) => {
  await page.goto('/watchlist');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please login to access this page')).toBeVisible();
});

test('a member keeps a list of films and series, and can undo a removal', async ({
  page,
  signIn,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(await newMember(request, 'Samuel'));
  await page.goto('/watchlist');
  await expect(page.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse films' }).click();
  await expect(page).toHaveURL('/films');

  for (const path of [film, series]) {
    await page.goto(path);
    const add = page.getByRole('button', { name: 'Add to Watchlist' });
    expect(await gapAfterIcon(add), 'pixels between the icon and its label').toBeLessThan(16);
    await add.click();
    await expect(page.getByText('Added to watchlist')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove from Watchlist' })).toBeVisible();
  }

  await page.goto('/watchlist');
  const titles = page.getByRole('list', { name: 'Watchlist' }).getByRole('heading');
  await expect(titles).toHaveText(['Les héritiers de Léogâne', 'Brooklyn Konpa']);
  await expectAccessibleInBothThemes(page);
  await expectNoHorizontalScroll(page);

  await page.getByRole('button', { name: 'Remove Les héritiers de Léogâne from watchlist' }).click();
  await expect(titles).toHaveText(['Brooklyn Konpa']);
  await expect(page.getByRole('link', { name: 'Brooklyn Konpa' })).toBeFocused();
  await expect(page.getByText('Removed from watchlist')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveCount(2);

  await page.goto(film);
  await page.getByRole('button', { name: 'Remove from Watchlist' }).click();
  await expect(page.getByText('Removed from watchlist')).toBeVisible();
  await page.goto('/watchlist');
  await expect(titles).toHaveText(['Les héritiers de Léogâne']);
});

test('a change that fails is rolled back with a message', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await signIn(await newMember(request, 'Nelson'));
  await page.goto(film);
  const add = page.getByRole('button', { name: 'Add to Watchlist' });
  await expect(add).toBeVisible();
  await page.route('**/rest/v1/watchlist*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await add.click();
  await expect(page.getByText(/Network error/)).toBeVisible();
  await expect(add).toBeVisible();
});
