import { expect, expectAccessibleInBothThemes, test, waitForHydration } from '../../support/browser.ts';

// The check itself takes long on a busy machine.
test.describe.configure({ timeout: 90_000 });

for (const path of ['/terms', '/privacy?lang=fr', '/faq#refund'])
  test(`${path} is accessible in both themes`, { tag: '@long' }, async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    await expectAccessibleInBothThemes(page);
  });

test('the contact form with errors is accessible in both themes', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/429/);
  await page.route('**/rest/v1/contact_messages*', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'PT429', message: 'no', details: null, hint: 'too_many_tries' },
    }),
  );
  await page.goto('/contact');
  await waitForHydration(page);
  for (const name of ['Name', 'Subject', 'Message'])
    await page.getByRole('textbox', { name, exact: true }).fill('Where is my film?');
  await page.getByRole('textbox', { name: 'Email' }).fill('anaise@example.test');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Too many tries');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A');
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
