import { alive, expect, expectNoObstaclesInAnyLight, test } from '../../support/browser.ts';

// The examination itself is hard work for a busy machine.
test.describe.configure({ timeout: 90_000 });

for (const path of ['/terms', '/privacy?lang=fr', '/faq#refund'])
  test(`nothing on ${path} hinders a reader, in any light`, async ({ page }) => {
    await page.goto(path);
    await alive(page);
    await expectNoObstaclesInAnyLight(page);
  });

test('nothing on the contact page hinders a writer whose letter is refused, in any light', async ({
  page,
  forgive,
}) => {
  forgive(/429/);
  await page.route('**/rest/v1/contact_messages*', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'PT429', message: 'no', details: null, hint: 'too_many_tries' },
    }),
  );
  await page.goto('/contact');
  await alive(page);
  for (const name of ['Name', 'Subject', 'Message'])
    await page.getByRole('textbox', { name, exact: true }).fill('Where is my film?');
  await page.getByRole('textbox', { name: 'Email' }).fill('anaise@example.test');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Too many tries');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A');
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expectNoObstaclesInAnyLight(page);
});
