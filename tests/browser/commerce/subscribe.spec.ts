import { expect, expectNoObstaclesInAnyLight, expectNoSidewaysScroll, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, callsOf, confirmPayment, film, payInSandbox } from './sandbox-payment.ts';

test('a member subscribes by the month: one checkout, every film, no ads from the first picture on', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Mirlande'));
  await page.goto('/subscribe');
  const monthly = page.getByRole('article').filter({ hasText: 'Monthly Plan' });
  await expect(monthly.getByText('$3.99 per month')).toBeVisible();
  const yearly = page.getByRole('article').filter({ hasText: 'Yearly Plan' });
  for (const text of ['$3.66 per month', '$43.89 per year', 'Save $4.00!', 'Save 1 Month Free'])
    await expect(yearly.getByText(text)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Advertisement' })).toBeVisible();
  await expectNoObstaclesInAnyLight(page);

  const checkouts = callsOf(page, 'create-checkout');
  await page.getByRole('button', { name: 'Subscribe monthly' }).dblclick();
  await payInSandbox(page);
  expect(checkouts.count).toBe(1);

  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible();
  for (const benefit of [
    'All premium films',
    'Early access to new releases',
    'HD streaming',
    'Forum participation',
    'Multi-device access',
  ])
    await expect(page.getByText(benefit)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue to Forum' })).toHaveAttribute('href', '/forum');
  await expect(page.getByRole('complementary', { name: 'Advertisement' })).toHaveCount(0);

  // What the server draws for this browser, before any script has run.
  await expect
    .poll(async () => (await page.context().cookies()).map(({ value }) => value))
    .toContain('in.subscribed');
  const first = await (await page.request.get('/')).text();
  expect(first).toContain('Latest Movies');
  expect(first).not.toContain('Featured Promotions');
  expect(first).not.toContain('aria-label="Advertisement"');
  expect(await (await request.get('/')).text()).toContain('aria-label="Advertisement"');

  await page.goto(`/films/${film(2)}`);
  await expect(
    page.getByRole('button', { name: 'Watch Now' }).or(page.getByRole('link', { name: /Watch Now/ })),
  ).toBeVisible();
  await page.goto('/subscribe');
  await expect(page.getByText('You already have an active subscription!')).toBeVisible();
  await expect(page).toHaveURL('/forum');
});

test('a year is paid, its notice comes late, and the member cancels, resumes, and falls behind', async ({
  page,
  signIn,
  request,
  forgive,
}) => {
  forgive(/ERR_FAILED/);
  await page.route('**/functions/v1/check-order', (route) => route.abort());
  await signIn(await newMember(request, 'Wilfrid'));
  await page.goto('/subscribe');
  await page.getByRole('button', { name: 'Subscribe yearly' }).click();
  const till = await payInSandbox(page, { told: 'never' });
  await expect(page.getByRole('heading', { name: 'Your payment is still processing' })).toBeVisible();
  await confirmPayment(page, till);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  await page.goto('/purchases');
  const subscription = page.getByRole('region', { name: 'Subscription' });
  await expect(subscription.getByText('Yearly Plan')).toBeVisible();
  await expect(subscription.getByText('Active', { exact: true })).toBeVisible();
  await expect(subscription.getByText(/^Renews on .+ for \$43\.89$/)).toBeVisible();
  await subscription.getByRole('button', { name: 'Cancel subscription' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel your subscription?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toHaveCount(0);
  await subscription.getByRole('button', { name: 'Cancel subscription' }).click();
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/^Canceled\. You keep watching until/)).toBeVisible();
  await expect(subscription.getByText(/^Ends on/)).toBeVisible();
  expect(await asMember(page, 'can_watch', { media_type: 'movie', media_id: film(2) })).toBe(true);
  await subscription.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(subscription.getByText(/^Renews on/)).toBeVisible();

  // At the provider's the card is refused; the open page hears of it.
  const provider = await page.context().newPage();
  await provider.goto('/purchases');
  await provider.getByRole('button', { name: 'Manage billing' }).click();
  await payInSandbox(provider, { deed: /^Fail the renewal/ });
  await expect(page.getByText('Your last payment did not go through')).toBeVisible();
  await expect(subscription.getByText('Past due')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Advertisement' })).toBeVisible();
  expect(await asMember(page, 'can_watch', { media_type: 'movie', media_id: film(2) })).toBe(false);
  await expectNoObstaclesInAnyLight(page);
  await payInSandbox(provider, { deed: /^Renew now/ });
  await expect(subscription.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('row')).toHaveCount(3);
});

test('a visitor is asked to log in first, and a checkout that fails says so', async ({
  page,
  signIn,
  request,
  forgive,
}) => {
  forgive(/502|ERR_FAILED/);
  await page.goto('/subscribe');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please log in to subscribe')).toBeVisible();

  await signIn(await newMember(request));
  await page.goto('/subscribe');
  const checkout = '**/functions/v1/create-checkout';
  const subscribe = page.getByRole('button', { name: 'Subscribe monthly' });
  const answers = [
    { with: { status: 502, json: { code: 'checkout_failed' } }, says: 'Failed to create checkout session' },
    { with: { status: 200, json: {} }, says: 'No checkout URL returned' },
  ];
  for (const { with: answer, says } of answers) {
    await page.route(checkout, (route) => route.fulfill(answer));
    await subscribe.click();
    await expect(page.getByText(says)).toBeVisible();
    await page.unroute(checkout);
  }
  await page.route(checkout, (route) => route.abort());
  await subscribe.click();
  await expect(page.getByText(/^Network error/)).toBeVisible();
  await page.unroute(checkout);

  // Left at the provider's door, and back again: the plans are as they were.
  await subscribe.click();
  await payInSandbox(page, { deed: /^Cancel/ });
  await expect(page).toHaveURL('/subscribe');
  await subscribe.click();
  await expect(page).toHaveURL(/sandbox-pay/);
  await page.goBack();
  await expect(subscribe).toBeEnabled();
  await expect(subscribe).not.toHaveAttribute('aria-busy');

  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  for (const [language, words] of [
    ['fr', ['Formule annuelle', '1 mois offert', 'S’abonner à l’année']],
    ['ht', ['Plan pa ane', '1 mwa gratis', 'Abòne pa ane']],
  ] as const) {
    await page.goto(`/subscribe?lang=${language}`);
    for (const word of words) await expect(page.getByText(word)).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});

test('a subscription is only called active when it is', async ({ page, signIn, request, forgive }) => {
  forgive(/ERR_FAILED/);
  await signIn(await newMember(request));
  await page.goto('/payment-success');
  await expect(
    page.getByRole('heading', { name: 'Subscription verification failed. Please contact support.' }),
  ).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toHaveCount(0);

  // The function is ill: the table knows; and when nobody answers, that is said.
  await signIn('subscriber');
  await page.route('**/functions/v1/check-subscription', (route) => route.abort());
  await page.goto('/payment-success');
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible();
  await page.route('**/rest/v1/subscriptions?*', (route) => route.abort());
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Failed to verify subscription' })).toBeVisible();
});
