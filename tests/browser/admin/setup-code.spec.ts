import { expect, expectAccessibleInBothThemes, test } from '../../support/browser.ts';

test('the first admin enters the code of the server; a typing error is noticed without a guess', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/admin/setup');
  const sent: unknown[] = [];
  await page.route('**/rest/v1/rpc/setup_admin*', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: false });
  });
  const field = page.getByLabel('One-time code');
  const wrong = page.getByText('This is not the code of the last start. Please check it.');
  await field.fill('cdfg-hjkm-npqr-tvwx');
  await page.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(wrong).toBeVisible();
  expect(sent).toEqual([]);
  await field.fill('CCCC CCCC CCCC CCCC');
  await expect(wrong).toBeHidden();
  await page.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(wrong).toBeVisible();
  expect(sent).toEqual([{ code: 'CCCC CCCC CCCC CCCC' }]);
  await expectAccessibleInBothThemes(page);
});
