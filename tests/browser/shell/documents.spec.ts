import { expect, expectNoHorizontalScroll, test, waitForHydration } from '../../support/browser.ts';

test('a visitor opens a question, searches the others, and finds the contact link', async ({ page }) => {
  await page.goto('/faq');
  await expect(page).toHaveTitle('Frequently Asked Questions · Lakou');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
  const main = page.getByRole('main');
  for (const name of [
    'Getting started',
    'Watching',
    'Plans and payment',
    'The community',
    'Your account and your data',
  ])
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  await waitForHydration(page);
  const price = main.getByText('$3.99 per month or $43.89 per year');
  await expect(price).toBeHidden();
  await main.locator('summary', { hasText: 'What does a subscription cost?' }).focus();
  await page.keyboard.press('Enter');
  await expect(price).toBeVisible();
  await expect(page).toHaveURL(/\/faq#plan-prices$/);

  const search = page.getByRole('searchbox', { name: 'Search the questions' });
  await search.fill('MonCash');
  await expect(main.getByRole('status')).toHaveText('1 answer found');
  await expect(main.locator('details')).toHaveCount(1);
  await expect(main.getByText('How can I pay?')).toBeVisible();
  await search.fill('zonbi');
  await expect(main.getByRole('heading', { name: 'No answer found for “zonbi”' })).toBeVisible();
  await main.getByRole('link', { name: 'Write to us', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a link to a question shows its answer, and all texts are there', async ({ page }) => {
    await page.goto('/faq#refund');
    await expect(page.getByText('within 14 days and before you start watching')).toBeInViewport();
    await expect(page.getByText('$3.99 per month or $43.89 per year')).toBeHidden();
    await page.goto('/terms?lang=fr');
    await expect(page.getByRole('heading', { level: 1, name: 'Conditions d’utilisation' })).toBeVisible();
    await expect(page.getByText('En vigueur depuis le 15 novembre 2026')).toBeVisible();
  });
});

test('a link to a question from elsewhere in the app shows its answer too', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await page.evaluate(() => history.pushState(null, '', '/faq#rental-time'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByText(/^When you first press play, or download it to a device/)).toBeInViewport();
});

test('a visitor navigates the terms by their contents, and sees the version and its date', async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  const main = page.getByRole('main');
  await expect(main.getByText('Version 2026-11')).toBeVisible();
  await expect(main.getByText('In force since November 15, 2026')).toBeVisible();
  await expect(main.getByRole('link', { name: 'support@lakou.test' }).first()).toBeVisible();
  await expect(main.getByText(/by post at .*Brooklyn, New York/)).toBeVisible();
  await waitForHydration(page);
  const contents = main.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Law and languages' }).press('Enter');
  await expect(page).toHaveURL(/\/terms#law$/);
  const heading = main.getByRole('heading', { level: 2, name: 'Law and languages' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await contents.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(contents.locator('[aria-current]')).toHaveText(/Subscriptions/);

  // Printed, only the text is visible.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(contents).toBeHidden();
  await expect(heading).toBeVisible();
});

test('on a phone the privacy policy’s contents are folded, and a visitor can read it in Kreyòl', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/privacy?lang=fr');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Politique de confidentialité');
  await expectNoHorizontalScroll(page);
  await waitForHydration(page);
  await page.getByText('Sur cette page').first().click();
  const contents = page.getByRole('navigation', { name: 'Sur cette page' });
  await contents.getByRole('link').last().click();
  await expect(page).toHaveURL(/#[a-z-]+$/);
  await page.getByRole('contentinfo').getByRole('combobox').first().selectOption('ht');
  await expect(title).toHaveText('Règ sou enfòmasyon prive');
  await expect(page.getByText('An vigè depi 15 novanm 2026')).toBeAttached();
  await expect(page).toHaveTitle('Règ sou enfòmasyon prive · Lakou');
  await expectNoHorizontalScroll(page);
});
