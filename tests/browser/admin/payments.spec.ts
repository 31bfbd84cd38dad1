import { readFileSync } from 'node:fs';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, film, payInSandbox } from '../commerce/sandbox-payment.ts';

test('staff find a payment, return it and export the ledger; the member has the receipt as a file', async ({
  page,
  signIn,
  request,
}) => {
  // Two people, one after the other.
  test.setTimeout(180_000);
  const member = await newMember(request, 'Dieulà');
  await signIn(member);
  await page.goto(`/films/${film(2)}`);
  await page.getByRole('button', { name: 'Buy for $12.99' }).click();
  await page.getByRole('button', { name: 'Pay $12.99' }).click();
  await payInSandbox(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();

  await page.goto('/purchases');
  await page.getByRole('link', { name: /^Receipt of/ }).click();
  const number = /Receipt no\. (\d{4}-\d+)/;
  const receipt = (await page.getByText(number).textContent())?.match(number)?.[1] ?? '';
  const savingReceipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as PDF' }).click();
  const pdf = await savingReceipt;
  expect(pdf.suggestedFilename()).toContain(receipt);
  expect(readFileSync(await pdf.path(), 'latin1')).toMatch(/^%PDF-/);

  await signIn('admin');
  await page.goto('/admin/payments');
  await page.getByRole('searchbox', { name: 'Find a payment' }).fill(member.email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page).toHaveURL(/\?q=/);
  const found = page.getByRole('region', { name: 'Payments', exact: true }).getByRole('row');
  await expect(found).toHaveCount(2);
  await expectAccessibleInBothThemes(page);

  const savingLedger = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const ledger = readFileSync(await (await savingLedger).path(), 'utf8');
  expect(ledger).toContain(member.email);

  await found.getByRole('link', { name: 'Wout Mòn Nwa' }).click();
  await expect(page.getByText(member.email)).toBeVisible();
  const entries = page.getByRole('list', { name: 'Ledger' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoHorizontalScroll(page);

  await page.getByRole('button', { name: 'Refund $12.99' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Refund $12.99' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought by mistake');
  await dialog.getByRole('button', { name: 'Refund $12.99' }).click();
  await expect(page.getByText('The refund has been requested')).toBeVisible();
  await expect(entries.filter({ hasText: /^Refund/ })).toHaveCount(1);
  await expect(page.getByText('Returned', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await page.goto('/admin/payments/days');
  await expect(page.getByRole('heading', { level: 1, name: 'Daily reconciliation' })).toBeVisible();
  await expectNoHorizontalScroll(page);

  await signIn(member);
  await page.goto('/purchases');
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('row')).toHaveCount(3);
  expect(await asMember(page, 'can_watch', { media_type: 'movie', media_id: film(2) })).toBe(false);
});
