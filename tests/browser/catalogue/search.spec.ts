import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from '../../support/browser.ts';

test('a visitor finds a film without its accents, by keyboard alone', async ({ page }) => {
  await page.goto('/faq');
  await waitForHydration(page);
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const box = dialog.getByRole('combobox', { name: 'Search for films and series' });
  await expect(box).toBeFocused();
  await expect(dialog.getByText('Accents do not matter.')).toBeVisible();
  await page.keyboard.type('leta');
  const options = dialog.getByRole('option');
  await expect(options.first()).toContainText('Létà');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleInBothThemes(page);

  await box.fill('la');
  const series = dialog.getByRole('group', { name: 'Series' }).getByRole('option');
  await expect(series.first()).toContainText('Lakou Gran Moun');
  await expect(dialog.getByRole('group', { name: 'Films' })).toContainText('Lalin nan Basen');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.last().getAttribute('id')) ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');

  await box.fill('lakou gran');
  await expect(options.first()).toContainText('Lakou Gran Moun');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Lakou Gran Moun' })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');
});

test('a visitor who finds nothing sees so, and returns to where they were', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/faq');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('zzzzqx');
  await expect(dialog.getByText('Nothing found for “zzzzqx”')).toBeVisible();
  await dialog.getByRole('combobox').fill('');
  await expect(dialog.getByText('Accents do not matter.')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
});

test('the results are those of the latest input, even when an earlier response arrives later', async ({
  page,
}) => {
  await page.goto('/faq');
  await waitForHydration(page);
  let late: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    late = resolve;
  });
  await page.route(/rpc\/search\?query=radyo(&|$)/, async (route) => {
    await waiting;
    await route.continue().catch(() => {});
  });
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const asked = page.waitForRequest(/query=radyo/);
  await dialog.getByRole('combobox').fill('radyo');
  await asked;
  await dialog.getByRole('combobox').fill('kafe');
  await expect(dialog.getByRole('option').first()).toContainText('Kafe Cho');
  late?.();
  await page.waitForLoadState('networkidle');
  await expect(dialog.getByRole('option').first()).toContainText('Kafe Cho');
});

test('a search without a network shows the reason, and works again afterwards', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto('/faq');
  await waitForHydration(page);
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const box = dialog.getByRole('combobox');
  await page.route('**/rpc/search*', (route) => route.abort());
  await box.fill('kafe');
  await expect(dialog.getByText('The search did not answer')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/rpc/search*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('option').first()).toContainText('Kafe Cho');

  await context.setOffline(true);
  await box.fill('radyo');
  await expect(dialog.getByText('You are offline. The search needs the network.')).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByRole('option').first()).toContainText('Radyo Katye');
});

test('the search page leads on before anything is typed', async ({ page }) => {
  await page.goto('/search');
  await waitForHydration(page);
  const categories = page.getByRole('list', { name: 'Categories' });
  await expect(categories.getByRole('link', { name: 'Drama' })).toBeVisible();
  await page.getByRole('main').getByRole('searchbox').fill('leta');
  await expect(page.getByRole('main').getByRole('link', { name: /^Létà/ })).toBeVisible();
  await expect(categories).toHaveCount(0);
  await page.getByRole('main').getByRole('searchbox').fill('');
  await categories.getByRole('link', { name: 'Drama' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drama' })).toBeVisible();
});
