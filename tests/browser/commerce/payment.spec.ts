import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, callsOf, endRentals, film, payInSandbox, series } from './sandbox-payment.ts';

const watchNow = /^Watch Now/;

test('a member buys a film with one order, one checkout and one purchase, and every open tab shows it', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Nadia'));
  const other = await page.context().newPage();
  await other.goto(`/films/${film(2)}`);
  await expect(other.getByRole('link', { name: 'Subscribe to Watch' })).toBeVisible();

  await page.goto(`/films/${film(2)}`);
  await page.getByRole('button', { name: 'Buy for $12.99' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toBeVisible();
  const order = page.url();
  expect(order).toMatch(/\/payment\?order=[\da-f-]{36}$/);
  for (const text of ['Movie Purchase', 'Wout Mòn Nwa', 'Own forever'])
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Poster of Wout Mòn Nwa' })).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['$12.99', '$12.99']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/films/${film(2)}`);
  await page.getByRole('button', { name: 'Buy for $12.99' }).click();
  await expect(page).toHaveURL(order);
  await page.reload();
  await expectAccessibleInBothThemes(page);

  const checkouts = callsOf(page, 'create-checkout');
  await page.getByRole('button', { name: 'Pay $12.99' }).dblclick();
  await payInSandbox(page, { notify: 'twice' });
  expect(checkouts.count).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  // An item with only a title is a movie purchase.
  await page.goto(`/payment-success?id=${film(2)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();

  await expect(
    other.getByRole('button', { name: watchNow }).or(other.getByRole('link', { name: watchNow })),
  ).toBeVisible();
  await expect(other.getByText('Yours', { exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: /^(Buy|Rent)/ })).toHaveCount(0);
  expect(await asMember(page, 'my_payments')).toMatchObject([{ kind: 'payment', amount_minor: 1299 }]);

  await page.getByRole('link', { name: 'Watch Now' }).click();
  await expect(page).toHaveURL(`/films/${film(2)}`);
  await page.goto(order);
  await expect(page.getByRole('heading', { name: 'This is already paid' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watch Now' })).toHaveAttribute('href', `/films/${film(2)}`);
});

test('a member rents a series on a phone without a webhook from the provider, until the rental ends', async ({
  page,
  signIn,
  request,
}) => {
  const member = await newMember(request, 'Edwidge');
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(member);
  await page.context().addCookies([{ name: 'lakou-language', value: 'ht', url: servers.demo() }]);
  await page.goto(`/series/${series}`);
  // Until the member is known, the page is a visitor's.
  await expect(page.getByRole('button', { name: 'Notifikasyon' })).toBeVisible();
  await page.getByRole('button', { name: /^Lwe pou/ }).click();
  await expect(page.getByRole('heading', { name: 'Fini peman ou' })).toBeVisible();
  for (const text of ['Lwe seri', 'Gade l pandan 48 èdtan'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: /^Peye 9,99/ }).click();
  await payInSandbox(page, { notify: 'never' });
  await expect(page.getByRole('heading', { name: 'Peman an pase!' })).toBeVisible();
  await expectNoHorizontalScroll(page);

  await page.goto('/purchases');
  await expect(page.getByText('48 èdtan depi premye fwa ou gade l')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
  const watching = await page.context().newPage();
  await watching.goto(`/series/${series}`);
  await expect(watching.getByText('48 èdtan depi premye fwa ou gade l')).toBeVisible();
  await endRentals(request, member.id);
  await expect(page.getByText('Lokasyon an fini')).toBeVisible();
  await expect(watching.getByRole('button', { name: /^Lwe pou/ })).toBeVisible();
  expect(await asMember(page, 'can_watch', { media_type: 'series', media_id: series })).toBe(false);
});

test('a member can retry a cancelled or failed payment and print its receipt; a refund ends the purchase', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  await page.goto(`/films/${film(24)}`);
  await page.getByRole('button', { name: 'Buy for $10.99' }).click();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await payInSandbox(page, { button: /^Cancel/ });
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await payInSandbox(page, { button: /^Fail/ });
  await expect(page.getByText('Failed to process payment. Please try again.')).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toHaveCount(0);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(
    page.getByRole('alert').getByText('Failed to process payment. Please try again.'),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  const paymentUrl = await payInSandbox(page, { notify: 'after' });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  // The receipt's print layout.
  const watching = await page.context().newPage();
  await watching.goto(`/films/${film(24)}`);
  await expect(watching.getByText('Yours', { exact: true })).toBeVisible();
  await page.goto('/purchases');
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByRole('link', { name: /^Receipt of .+: Movie Purchase: / }).click();
  const receipt = page.getByRole('article');
  for (const text of ['$10.99', 'Paid']) await expect(receipt.getByText(text, { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  // The refund revokes access on pages that are open.
  await page.goto(paymentUrl);
  await payInSandbox(page, { button: /^Refund/ });
  await expect(watching.getByRole('link', { name: 'Subscribe to Watch' })).toBeVisible();
  await expect(watching.getByRole('button', { name: 'Buy for $10.99' })).toBeVisible();
  await page.goto('/purchases');
  await expect(payments.getByText('-$10.99')).toBeVisible();
});

test('a member who opens the success page without paying, or with another member’s order, gets nothing', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/502/);
  const buyer = await newMember(request);
  await signIn(buyer);
  await page.goto(`/films/${film(2)}`);
  await page.getByRole('button', { name: /^Rent for/ }).click();
  await expect(page).toHaveURL(/order=/);
  const order = new URL(page.url()).searchParams.get('order');
  await page.route('**/functions/v1/create-checkout', async (route) => {
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await route.fulfill({ status: 502, json: {} });
  });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Failed to process payment. Please try again.')).toBeVisible();

  // Admins can read every order; this page shows only one's own, also to them.
  for (const thief of [await newMember(request), 'admin'] as const) {
    await signIn(thief);
    await page.goto(`/payment?order=${order}`);
    await expect(page.getByText('Payment information not found')).toBeVisible();
    await expect(page).toHaveURL('/');
    for (const typed of [
      `?id=${film(2)}`,
      `?id=${film(2)}&mediaType=movie&type=rental&order=${order}`,
      '?id=nonsense&order=nonsense',
    ]) {
      await page.goto(`/payment-success${typed}`);
      await expect(
        page.getByRole('heading', { name: 'Failed to process your payment. Please contact support.' }),
      ).toBeVisible();
      await expect(page.getByText('Payment Successful!')).toHaveCount(0);
    }
    expect(await asMember(page, 'my_payments')).toEqual([]);
  }
  await page.goto('/payment');
  await expect(page.getByText('Payment information not found')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/payment?order=${order}`);
  await expect(page.getByRole('heading', { name: 'User not authenticated' })).toBeVisible();
  await page.goto(`/series/${series}`);
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await expect(page).toHaveURL(/\/register\?next=/, { timeout: 30_000 });
});
