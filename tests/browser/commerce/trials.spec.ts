import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, film, payInSandbox } from './sandbox-payment.ts';

test('a member begins a trial on a phone, sees when it ends and what follows, and is charged afterwards', async ({
  page,
  signIn,
  request,
}) => {
  // Six pages, two of them examined in both themes.
  test.setTimeout(180_000);
  const member = await newMember(request, 'Nadège');
  await signIn(member);
  await page.setViewportSize({ width: 360, height: 740 });
  // Days are set for everybody, and other tests subscribe meanwhile: this member alone has them.
  await page.route('**/rest/v1/rpc/my_trials', (route) =>
    route.fulfill({ json: [{ plan: 'monthly', days: 2 }] }),
  );
  const key = process.env.LAKOU_SERVICE_KEY ?? '';
  const made = await request.post('/rest/v1/orders', {
    headers: { apikey: key, authorization: `Bearer ${key}`, prefer: 'return=representation' },
    data: {
      ...{ user_id: member.id, transaction_type: 'subscription', plan: 'monthly', title: 'Lakou, monthly' },
      ...{ amount_minor: 399, currency: 'USD', trial_days: 2 },
    },
  });
  const [order] = (await made.json()) as { id: string }[];
  await page.route('**/functions/v1/create-checkout', (route) =>
    route.continue({ postData: JSON.stringify({ orderId: order?.id }) }),
  );

  await page.goto('/subscribe');
  const monthly = page.getByRole('article').filter({ hasText: 'Monthly Plan' });
  await expect(monthly.getByText('2 days free')).toBeVisible();
  await expect(monthly.getByText('Then $3.99 per month. Cancel before and you pay nothing.')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
  await monthly.getByRole('button', { name: 'Start the free trial' }).click();
  const paymentUrl = await payInSandbox(page, { button: /^Pay nothing for 2 days, then \$3\.99/ });
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  expect(await asMember(page, 'can_watch', { media_type: 'movie', media_id: film(2) })).toBe(true);
  expect(await asMember(page, 'my_trials')).toEqual([]);

  await page.goto('/purchases');
  const subscription = page.getByRole('region', { name: 'Subscription' });
  await expect(subscription.getByText(/^Free trial until .+, then \$3\.99$/)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await subscription.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(subscription.getByText(/^Free trial until .+\. Nothing is charged\.$/)).toBeVisible();
  await subscription.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(subscription.getByText(/^Free trial until .+, then \$3\.99$/)).toBeVisible();

  await page.goto('/account');
  await expect(page.getByText(/^Your free trial ends on/)).toBeVisible();
  await expect(page.getByText('After that your card is charged $3.99.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const provider = await page.context().newPage();
  await provider.goto(paymentUrl);
  await payInSandbox(provider, { button: /^Renew now/ });
  const amounts = async () =>
    ((await asMember(page, 'my_payments')) as { amount_minor: number }[]).map((paid) => paid.amount_minor);
  await expect.poll(amounts).toEqual([399, 0]);
});

test('an admin cannot offer a trial of more than 90 days', async ({ page, signIn, allowConsoleErrors }) => {
  allowConsoleErrors(/400 .*set_trial_days/);
  await signIn('admin');
  await page.goto('/admin/vouchers');
  const trials = page.getByRole('region', { name: 'Free trial' });
  await trials.getByLabel(/monthly/i).fill('91');
  await trials.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a number of days from 0 to 90')).toBeVisible();
});
