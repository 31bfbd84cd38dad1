import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, film, payInSandbox, series } from './sandbox-payment.ts';

test('an admin makes promotion codes; a member pays less with one on a phone, and nothing with another', async ({
  page,
  signIn,
  request,
  browser,
  allowConsoleErrors,
}) => {
  // The admin wants more than everything off.
  allowConsoleErrors(/400 .*create_promotion/);
  // An admin and a member, one after the other.
  test.setTimeout(240_000);
  const member = await newMember(request, 'Gerda Jakmèl');
  const name = `Fèt ${member.id.slice(0, 8)}`;

  await signIn('admin');
  await page.goto('/admin/vouchers');
  const dialog = page.getByRole('dialog');
  const makeCode = async (named: string, percent: string) => {
    await page.getByRole('button', { name: 'New promotion code' }).click();
    await dialog.getByLabel(/^Name, for you/).fill(named);
    await dialog.getByLabel(/^How much/).fill(percent);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: new RegExp(named) });
    await expect(row.getByText('Running')).toBeVisible();
    return { row, code: (await row.getByRole('cell').first().textContent()) ?? '' };
  };
  await page.getByRole('button', { name: 'New promotion code' }).click();
  await dialog.getByLabel(/^Name, for you/).fill(name);
  await dialog.getByLabel(/^How much/).fill('101');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Please enter a valid amount')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  const quarter = await makeCode(`${name} 25`, '25');
  const free = await makeCode(`${name} 100`, '100');
  expect(quarter.code).toMatch(/^[A-Z\d]{4}(-[A-Z\d]{4}){2}$/);
  await expectNoHorizontalScroll(page);

  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: new URL(page.url()).origin,
  });
  const phone = await context.newPage();
  const session = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: member.email, password: member.password },
  });
  await phone.goto('/faq?lang=en');
  await phone.evaluate((text) => localStorage.setItem('lakou-session', text), await session.text());

  await phone.goto(`/films/${film(2)}`);
  await phone.getByRole('button', { name: 'Buy for $12.99' }).click();
  await phone.getByRole('button', { name: 'Do you have a promotion code?' }).click();
  await phone.getByLabel('Promotion code').fill('CCCC-CCCC-CCCD');
  await phone.getByRole('button', { name: 'Apply' }).click();
  await expect(phone.getByText('Please check the code: a character is wrong or missing')).toBeVisible();
  // Case and separators do not matter.
  await phone.getByLabel('Promotion code').fill(quarter.code.toLowerCase().replaceAll('-', ' '));
  await phone.getByRole('button', { name: 'Apply' }).click();
  await expect(phone.getByRole('definition')).toHaveText(['$12.99', '−$3.24', '$9.75']);
  await phone.reload();
  await expect(phone.getByRole('definition')).toHaveText(['$12.99', '−$3.24', '$9.75']);
  await expectNoHorizontalScroll(phone);
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Pay $9.75' }).click();
  await payInSandbox(phone);
  await expect(phone.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  const [paid] = (await asMember(phone, 'my_payments')) as { id: number; amount_minor: number }[];
  expect(paid?.amount_minor).toBe(975);
  await phone.goto(`/purchases/${paid?.id}`);
  await expect(phone.getByText('Price before discount')).toBeVisible();
  await expect(phone.getByText('−$3.24')).toBeVisible();

  // The same code again, for a series; then one that leaves nothing to pay.
  await phone.goto(`/series/${series}`);
  await phone.getByRole('button', { name: /^Rent for/ }).click();
  await phone.getByRole('button', { name: 'Do you have a promotion code?' }).click();
  await phone.getByLabel('Promotion code').fill(quarter.code);
  await phone.getByRole('button', { name: 'Apply' }).click();
  await expect(phone.getByText('You have already used this code')).toBeVisible();
  await phone.getByLabel('Promotion code').fill(free.code);
  await phone.getByRole('button', { name: 'Apply' }).click();
  await phone.getByRole('button', { name: 'Get it for free' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await context.close();

  await page.reload();
  await expect(quarter.row.getByText('1 / 100')).toBeVisible();
  await free.row.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(free.row.getByText('Ended')).toBeVisible();
  await page.goto(`/redeem?redeem_code=${quarter.code}`);
  await expect(page.getByText('This code lowers a price')).toBeVisible();
});
