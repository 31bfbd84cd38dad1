import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForEmail,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, callsOf, confirmPayment, film, payInSandbox } from './sandbox-payment.ts';

test('a member subscribes by the month with one checkout, can watch every film and sees no ads', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Mirlande'));
  await page.goto(`/films/${film(4)}`);
  await page.getByRole('link', { name: 'Subscribe to Watch' }).click();
  await expect(page).toHaveURL('/subscribe');
  const monthly = page.getByRole('article').filter({ hasText: 'Monthly Plan' });
  await expect(monthly.getByText('$3.99 per month')).toBeVisible();
  const yearly = page.getByRole('article').filter({ hasText: 'Yearly Plan' });
  for (const text of ['$3.66 per month', '$43.89 per year', 'Save $4.00!', 'Save 1 Month Free'])
    await expect(yearly.getByText(text)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Advertisement' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

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
  const next = page.getByRole('region', { name: 'What will you watch first?' });
  await expect(next.getByRole('article').first()).toContainText('Kòk Kalite');
  await expect(next.getByRole('link', { name: 'Watch Now Kòk Kalite' })).toBeVisible();

  // The HTML that the server renders for this browser.
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

test('a member with a yearly plan whose webhook is late can cancel and resume, and sees a failed renewal', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await page.route('**/functions/v1/check-order', (route) => route.abort());
  await signIn(await newMember(request, 'Wilfrid'));
  await page.goto('/subscribe');
  await page.getByRole('button', { name: 'Subscribe yearly' }).click();
  const paymentUrl = await payInSandbox(page, { notify: 'never' });
  await expect(page.getByRole('heading', { name: 'Your payment is still processing' })).toBeVisible();
  await confirmPayment(page, paymentUrl);
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

  // The provider's renewal fails; the open page shows it.
  const provider = await page.context().newPage();
  await provider.goto('/purchases');
  await provider.getByRole('button', { name: 'Manage billing' }).click();
  await payInSandbox(provider, { button: /^Fail the renewal/ });
  await expect(page.getByText('Your last payment did not go through')).toBeVisible();
  await expect(subscription.getByText('Past due')).toBeVisible();
  expect(await asMember(page, 'can_watch', { media_type: 'movie', media_id: film(2) })).toBe(false);
  await expectAccessibleInBothThemes(page);
  await payInSandbox(provider, { button: /^Renew now/ });
  await expect(subscription.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('row')).toHaveCount(3);
});

test('a failed renewal is rescued from its e-mail', async ({ page, signIn, request }) => {
  const member = await newMember(request, 'Ketli');
  await signIn(member);
  await page.goto('/subscribe');
  await page.getByRole('button', { name: 'Subscribe monthly' }).click();
  await payInSandbox(page);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.goto('/purchases');
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await payInSandbox(page, { button: /^Fail the renewal/ });

  const { subject, text } = await waitForEmail(member.email);
  expect(subject).toBe('Your payment did not go through');
  const link = text.match(/https?:\/\/\S+\/subscribe\b\S*/)?.[0] ?? '';
  await page.goto('/account');
  await expect(page.getByText('Your last payment did not go through')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('Your last payment did not go through')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await payInSandbox(page, { button: /^Renew now/ });

  await page.goto('/purchases');
  const subscription = page.getByRole('region', { name: 'Subscription' });
  await expect(subscription.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Your last payment did not go through')).toHaveCount(0);
  expect(await asMember(page, 'can_watch', { media_type: 'movie', media_id: film(2) })).toBe(true);
  // Paid twice, and each has its receipt.
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('row')).toHaveCount(3);
});

test('the last day of a pass is announced, with the way to the next one', { tag: '@long' }, async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Anayiz'));
  await page.goto('/subscribe');
  await page.getByRole('radio', { name: /One day/ }).check();
  await page.getByRole('button', { name: 'One day for $0.49' }).click();
  await payInSandbox(page);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.goto('/purchases');
  await expect(page.getByRole('region', { name: 'Payments' }).getByText('A day of Lakou')).toBeVisible();

  await page.goto('/films');
  const toaster = page.locator('[data-toaster]');
  await expect(toaster.getByText('Your pass ends in less than a day.')).toBeVisible();
  await toaster.getByRole('button', { name: 'Extend the pass' }).click();
  await expect(page).toHaveURL('/subscribe');
  await expect(page.getByText(/Your pass is valid until/)).toBeVisible();
});

test('a visitor has to log in first, and sees why a checkout failed', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/502|ERR_FAILED/);
  await page.goto('/subscribe');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please log in to subscribe')).toBeVisible();

  await signIn(await newMember(request));
  await page.goto('/subscribe');
  const checkout = '**/functions/v1/create-checkout';
  const subscribe = page.getByRole('button', { name: 'Subscribe monthly' });
  const answers = [
    { with: { status: 502, json: { error: 'checkout_failed' } }, says: 'Failed to create checkout session' },
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

  // Cancelled on the provider's page: the plans are unchanged.
  await subscribe.click();
  await payInSandbox(page, { button: /^Cancel/ });
  await expect(page).toHaveURL('/subscribe');
  await subscribe.click();
  await expect(page).toHaveURL(/sandbox-pay/);
  await page.goBack();
  await expect(subscribe).toBeEnabled();
  await expect(subscribe).not.toHaveAttribute('aria-busy');

  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoHorizontalScroll(page);
  for (const [language, words] of [
    ['fr', ['Formule annuelle', '1 mois offert', 'S’abonner à l’année']],
    ['ht', ['Plan pa ane', '1 mwa gratis', 'Abòne pa ane']],
    ['es', ['Plan anual', '1 mes gratis', 'Suscribirse por año']],
  ] as const) {
    await page.goto(`/subscribe?lang=${language}`);
    for (const word of words) await expect(page.getByText(word)).toBeVisible();
    await expectNoHorizontalScroll(page);
  }
});

test('a subscription is shown as active only when it is', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await signIn(await newMember(request));
  await page.goto('/payment-success');
  await expect(
    page.getByRole('heading', { name: 'Subscription verification failed. Please contact support.' }),
  ).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toHaveCount(0);

  // When the function fails, the table is read; when that fails too, the page says so.
  await signIn('subscriber');
  await page.route('**/functions/v1/check-subscription', (route) => route.abort());
  await page.goto('/payment-success');
  await expect(page.getByText('Subscription activated successfully!')).toBeVisible();
  await page.route('**/rest/v1/subscriptions?*', (route) => route.abort());
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Failed to verify subscription' })).toBeVisible();
});

test('whether a member is subscribed already is what check-subscription answers', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  await page.route('**/functions/v1/check-subscription', (route) =>
    route.fulfill({
      json: { hasActiveSubscription: true, subscriptionType: 'monthly', expiresAt: '2099-01-01T00:00:00Z' },
    }),
  );
  await page.goto('/subscribe');
  await expect(page.getByText('You already have an active subscription!')).toBeVisible();
  await expect(page).toHaveURL(/\/forum$/);
});
