import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test, waitForHydration } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, callsOf, film, payInSandbox } from './sandbox-payment.ts';

/** At 200 kbit/s two and a half seconds; ten seconds are 250,000 with nothing left for latency. */
const MOST_BYTES = 60_000;

async function createOrder(page: Page): Promise<string> {
  const item = { media_type: 'movie', media_id: film(2), transaction_type: 'rental' };
  const { id } = (await asMember(page, 'create_order', item)) as { id: string };
  return id;
}

/** The app's files arrive when `release` is called, as on a slow line. */
async function holdApp(page: Page): Promise<{ release: () => void }> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/**', async (route) => {
    await released;
    // The page may have been left meanwhile.
    await route.continue().catch(() => {});
  });
  return { release };
}

/** Changes the stored session, as time or another tab would. */
const changeSession = (page: Page, change: object) =>
  page.evaluate((changed) => {
    const stored = JSON.parse(localStorage.getItem('lakou-session') ?? '{}');
    localStorage.setItem('lakou-session', JSON.stringify({ ...stored, ...changed }));
  }, change);

const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset.hydrated === 'yes');
const pay = (page: Page) => page.getByRole('button', { name: 'Pay $4.49' });

test('a member pays an order with under 60 KB, before any file of the app has arrived', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  const order = await createOrder(page);
  await holdApp(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.responseReceived', ({ response }) => {
    bytes += response.encodedDataLength;
  });
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Poster of Wout Mòn Nwa' })).toBeVisible();
  for (const text of ['Movie Rental', 'Wout Mòn Nwa', 'Watch for 48 hours'])
    await expect(page.locator('#early-payment').getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['$4.49', '$4.49']);
  await page.getByRole('radio', { name: /MonCash/ }).check();
  await expect(page.getByRole('definition').last()).toHaveText('590 G');
  await expect(page.getByRole('button', { name: 'Pay 590 G' })).toBeVisible();
  await page.getByRole('radio', { name: /Card/ }).check();
  await expect(pay(page)).toBeVisible();
  expect(bytes, 'the document was counted').toBeGreaterThan(5000);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(await isHydrated(page)).toBe(false);
  const checkouts = callsOf(page, 'create-checkout');
  await pay(page).dblclick();
  await expect(page).toHaveURL(/\/sandbox-pay\//);
  expect(checkouts.count).toBe(1);

  // Back from there, the page works again, and the payment page of the order is the same.
  const provider = page.url();
  await page.goBack({ waitUntil: 'commit' });
  await expect(pay(page)).toBeVisible();
  await pay(page).click();
  await expect(page).toHaveURL(provider);
  await page.unroute('**/assets/**');
  await payInSandbox(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  expect(await asMember(page, 'my_payments')).toMatchObject([{ kind: 'payment', amount_minor: 449 }]);
  await page.goto(`/payment?order=${order}`);
  await expect(page.getByRole('heading', { name: 'This is already paid' })).toBeVisible();
});

test('the app goes on with the method that a member has chosen before it was there', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  const order = await createOrder(page);
  const { release } = await holdApp(page);
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /MonCash/ }).check();
  release();
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Do you have a promotion code?' })).toBeVisible();
  await expect(page.locator('#early-payment')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /MonCash/ })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Pay 590 G' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('a payment that was begun before the app is continued by it, not begun again', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  const order = await createOrder(page);
  const { release } = await holdApp(page);
  const checkouts = callsOf(page, 'create-checkout');
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/functions/v1/create-checkout', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  await pay(page).click();
  const busy = page.getByRole('button', { name: 'Processing...' });
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  release();
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Do you have a promotion code?' })).toBeVisible();
  await expect(page.locator('#early-payment')).toHaveCount(0);
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  answer();
  await expect(page).toHaveURL(/\/sandbox-pay\//);
  expect(checkouts.count).toBe(1);
});

test('what a member is refused before the app is there is shown by the app, and can be tried again', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/502/);
  await signIn(await newMember(request));
  const order = await createOrder(page);
  const { release } = await holdApp(page);
  await page.route(
    '**/functions/v1/create-checkout',
    (route) => route.fulfill({ status: 502, json: { error: 'payment_failed' } }),
    { times: 1 },
  );
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  await pay(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  release();
  await expect(page.locator('#early-payment')).toHaveCount(0);
  await expect(page.getByText('Failed to process payment. Please try again.')).toBeVisible();
  await pay(page).click();
  await expect(page).toHaveURL(/\/sandbox-pay\//);
});

test('a member whose session has to be renewed pays with the app, once', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  const order = await createOrder(page);
  const checkouts = callsOf(page, 'create-checkout');
  const { release } = await holdApp(page);
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  await expect(pay(page)).toBeVisible();
  await changeSession(page, { expires_at: Math.floor(Date.now() / 1000) - 1 });
  await pay(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  expect(checkouts.count).toBe(0);
  release();
  await expect(page).toHaveURL(/\/sandbox-pay\//);
  expect(checkouts.count).toBe(1);

  // Expired from the start: nothing is shown before the app.
  await page.goto('/favicon.svg');
  await changeSession(page, { expires_at: Math.floor(Date.now() / 1000) - 1 });
  await page.goto(`/payment?order=${order}`);
  await expect(pay(page)).toBeVisible();
  expect(await isHydrated(page)).toBe(true);
});

test('a member who has cancelled at the provider is told so before the app is there', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  const order = await createOrder(page);
  const key = process.env.LAKOU_SERVICE_KEY ?? '';
  const changed = await request.patch(`/rest/v1/orders?id=eq.${order}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
    data: { status: 'canceled' },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await holdApp(page);
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  const form = page.locator('#early-payment');
  await expect(form.getByText('You left without paying. Nothing was charged.')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', `/films/${film(2)}`);
  await expect(form.getByRole('button', { name: 'Pay $4.49' })).toBeVisible();
});

test('another member’s order is not shown before the app either', async ({ page, signIn, request }) => {
  await signIn(await newMember(request));
  const order = await createOrder(page);
  await signIn(await newMember(request));
  const { release } = await holdApp(page);
  const asked = page.waitForResponse(/\/rest\/v1\/orders\?.*id=eq/);
  await page.goto(`/payment?order=${order}`, { waitUntil: 'commit' });
  expect(await (await asked).json()).toEqual([]);
  await expect(page.locator('#early-payment')).toBeEmpty();
  release();
  await expect(page.getByText('Payment information not found')).toBeVisible();
  await expect(page).toHaveURL('/');
});
