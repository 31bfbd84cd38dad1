import { readFileSync } from 'node:fs';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { codesOnSheet } from '../../support/codes-on-sheet.ts';
import { newMember } from '../../support/new-member.ts';

const phone = { width: 360, height: 740 };

test('a voucher sheet is printed, sold, redeemed and reconciled', async ({
  page,
  signIn,
  request,
  browser,
  allowConsoleErrors,
}) => {
  // The agent types a number that is not on the sheet.
  allowConsoleErrors(/404 .*sell_vouchers/);
  // Four people, one after the other.
  test.setTimeout(300_000);
  const [seller, buyer] = [await newMember(request, 'Mari Okap'), await newMember(request, 'Wozlò Okap')];
  const shop = `Boutik ${seller.id.slice(0, 8)}`;

  await signIn('admin');
  await page.goto('/admin/vouchers');
  await page.getByRole('button', { name: 'Add an agent' }).click();
  await page.getByLabel(/^Email address or username/).fill(seller.email);
  await page.getByLabel(/^Name of the shop/).fill(shop);
  await page.getByLabel('Sells in').selectOption('USD');
  await page.getByLabel(/^Limit/).fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  const agentRow = page.getByRole('row', { name: new RegExp(shop) });
  await expect(agentRow).toBeVisible();

  await page.getByRole('button', { name: 'New vouchers' }).click();
  await page.getByRole('dialog').getByLabel('Agent').selectOption(shop);
  await page.getByLabel('What a voucher opens').selectOption('week');
  await page.getByLabel(/^How many/).fill('10');
  await page.getByRole('button', { name: 'Make vouchers' }).click();
  const batch = page.getByRole('listitem').filter({ hasText: shop });
  await expect(batch.getByText('Not printed')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await batch.getByRole('button', { name: /^Print/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the PDF' }).click();
  const [code = '', second = ''] = codesOnSheet(readFileSync(await (await downloading).path()));
  expect(code).toMatch(/^[A-Z\d]{4}(-[A-Z\d]{4}){2}$/);

  const okap = await browser.newContext({ viewport: phone, baseURL: new URL(page.url()).origin });
  const customer = await okap.newPage();
  await customer.goto('/redeem');
  await customer.getByLabel('Your code').fill(code);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer.getByText('This code is not active yet')).toBeVisible();

  await batch.getByRole('button', { name: /^Activate/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click();
  await expect(batch.getByText('Active', { exact: true })).toBeVisible();
  await expect(batch.getByRole('button', { name: /^Print/ })).toHaveCount(0);

  await signIn(seller);
  await page.setViewportSize(phone);
  await page.goto('/agent');
  await expect(page.getByText('For sale')).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  await page.getByRole('button', { name: /^Mark as sold/ }).click();
  await page.getByRole('dialog').getByLabel('To number').fill('12');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText('Please check the numbers')).toBeVisible();
  await page.getByRole('dialog').getByLabel('To number').fill('2');
  await expect(page.getByText('2 vouchers for $2.98')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText(/^Sold: 2, sheet/)).toBeVisible();
  await page.getByRole('button', { name: /^All numbers/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /^2 sold$/ })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);

  const session = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: buyer.email, password: buyer.password },
  });
  await customer.evaluate((text) => localStorage.setItem('lakou-session', text), await session.text());
  await customer.goto(`/redeem?redeem_code=${code}&lang=en`);
  await expect(customer.getByRole('heading', { level: 1, name: 'Your voucher' })).toBeVisible();
  await expect(customer.getByText('A week of Lakou')).toBeVisible();
  await customer.getByRole('button', { name: 'Redeem now' }).click();
  await expect(customer.getByText('It is yours')).toBeVisible();
  await expectNoHorizontalScroll(customer);
  await customer.goto('/purchases');
  await expect(customer.getByText(/Your pass|Ends on/).first()).toBeVisible();
  await okap.close();

  // Somebody else has the same code, and the one that was not sold.
  await page.goto(`/redeem?redeem_code=${code}`);
  await expect(page.getByText('This code has already been used')).toBeVisible();
  expect(second).not.toBe(code);

  await signIn('admin');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/vouchers');
  await expect(batch.getByText('The books agree')).toBeVisible();
  await expect(batch.getByText('Ledger: $1.49')).toBeVisible();
  await agentRow.getByRole('button', { name: /^Book a payment/ }).click();
  await page.getByLabel(/^Amount/).fill('2,98');
  await page.getByLabel(/^Number of the receipt/).fill('Resi 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Book a payment' }).click();
  await expect(agentRow.getByRole('cell', { name: '$0.00' })).toBeVisible();
  await batch.getByRole('button', { name: /^Revoke unsold/ }).click();
  await page.getByLabel('Reason').fill('The shop closes');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke unsold' }).click();
  await expect(page.getByText('Vouchers revoked: 8')).toBeVisible();
});
