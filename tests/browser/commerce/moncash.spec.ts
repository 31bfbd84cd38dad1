import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, film, series } from './sandbox-payment.ts';

const kreyol = () => ({ name: 'lakou-language', value: 'ht', url: servers.demo() });

test('a member rents a film with MonCash on a phone, in Kreyòl', async ({ page, signIn, request }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(await newMember(request, 'Mirlande'));
  await page.context().addCookies([kreyol()]);
  await page.goto(`/films/${film(2)}`);
  // Until the member is known, the page is a visitor's.
  await expect(page.getByRole('button', { name: 'Notifikasyon' })).toBeVisible();
  await expect(page.getByText('Lwe pou 590 G')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: /^Lwe pou/ }).click();
  await expect(page.getByRole('heading', { name: 'Fini peman ou' })).toBeVisible();
  await page.getByRole('radio', { name: /MonCash/ }).check();
  await expect(page.getByRole('definition').last()).toHaveText('590 G');
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: /590 G/ }).click();

  await expect(page).toHaveURL(/\/moncash-sandbox\/Moncash-middleware\/Payment\/Redirect\?token=/);
  await page.getByLabel(/Nimewo MonCash/).fill('12');
  await page.getByLabel('PIN').fill('1234');
  await page.getByRole('button', { name: /Kontinye/ }).click();
  await expect(page.getByRole('alert')).toContainText('Nimewo a pa bon');
  await page.getByLabel(/Nimewo MonCash/).fill('3700 1234');
  await page.getByLabel('PIN').fill('1234');
  await page.getByRole('button', { name: /Kontinye/ }).click();
  const code = await page.locator('strong').textContent();
  await page.getByLabel(/Kòd/).fill(code ?? '');
  await page.getByRole('button', { name: /Konfime/ }).click();

  await expect(page).toHaveURL(/\/payment-success\?/);
  await expect(page.getByRole('heading', { level: 1, name: 'Peman an pase!' })).toBeVisible();
  expect(await asMember(page, 'my_payments')).toMatchObject([
    { kind: 'payment', amount_minor: 59000, currency: 'HTG', provider: 'moncash' },
  ]);

  // The method last used is offered first.
  await page.goto(`/series/${series}`);
  await expect(page.getByRole('button', { name: 'Notifikasyon' })).toBeVisible();
  await page.getByRole('button', { name: /^Lwe pou/ }).click();
  await expect(page.getByRole('radio').first()).toHaveAttribute('value', 'moncash');
  await expect(page.getByRole('radio', { name: /MonCash/ })).toBeChecked();
});

test('a member buys a pass for a week with MonCash and extends it', async ({ page, signIn, request }) => {
  test.slow();
  await signIn(await newMember(request, 'Wilfrid'));
  await page.goto('/subscribe');
  await page.getByRole('radio', { name: /One week/ }).check();
  await page.getByRole('radio', { name: /MonCash/ }).check();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'One week for 196 G' }).click();
  await page.getByLabel(/MonCash number/).fill('50937001234');
  await page.getByLabel('PIN').fill('1234');
  await page.getByRole('button', { name: /Continue/ }).click();
  await page.getByLabel(/Code/).fill((await page.locator('strong').textContent()) ?? '');
  await page.getByRole('button', { name: /Confirm/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await page.goto('/subscribe');
  await expect(page.getByText(/Your pass is valid until/)).toBeVisible();
  await page.goto('/purchases');
  await expect(page.getByRole('link', { name: 'Extend the pass' })).toBeVisible();
});

test('an admin sets the exchange rate and sees its history', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/payments');
  await waitForHydration(page);
  await page.getByLabel('Gourdes for one dollar').fill('131,25');
  await page.getByLabel('Source').fill('BRH');
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await expect(page.getByRole('row', { name: /131.25 .* BRH/ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payments to check' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
