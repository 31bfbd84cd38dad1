import { alive, expect, test } from '../../support/browser.ts';
import { fillIn, newcomer, signInButton, toasts } from './people.ts';

const change = (change: Record<string, unknown>) => {
  const kept = JSON.parse(localStorage.getItem('lakou-session') ?? '{}');
  localStorage.setItem('lakou-session', JSON.stringify({ ...kept, ...change }));
};
const aMinuteAgo = () => Math.floor(Date.now() / 1000) - 60;

test('two tabs agree on who is here', async ({ context, page, request, forgive }) => {
  // What one tab asked for before the other signed out, and is answered after.
  forgive(/status of 401/);
  const member = await newcomer(request);
  const other = await context.newPage();
  await Promise.all([page.goto('/login'), other.goto('/categories')]);
  await alive(other);
  await alive(page);
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/watchlist');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toasts(page)).toContainText('Please login to access this page');
  // And back: the open sign-in screen lets itself in.
  await expect(other).toHaveURL('/login');
  await fillIn(other, member);
  await signInButton(other).click();
  await expect(page).toHaveURL('/watchlist');
});

test('a session that has expired leads to the sign-in and back', async ({
  page,
  request,
  signIn,
  forgive,
}) => {
  forgive(/status of 400|Refresh Token/i);
  const member = await newcomer(request);
  await signIn(member);
  await page.evaluate(change, { expires_at: aMinuteAgo(), refresh_token: 'used-up' });
  await page.goto('/watchlist');
  await expect(page).toHaveURL('/login');
  await expect(toasts(page)).toContainText('Please login to access this page');
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page).toHaveURL('/watchlist');
});

test('a session that can be renewed is renewed without a word', async ({ page, request, signIn }) => {
  await signIn(await newcomer(request));
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('lakou-session') ?? '{}'));
  const before = await kept();
  await page.evaluate(change, { expires_at: aMinuteAgo() });
  await page.goto('/watchlist');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/watchlist');
  expect((await kept()).refresh_token).not.toBe(before.refresh_token);
});

test('nobody is sent away because the network is gone', async ({ page, request, signIn, forgive }) => {
  forgive(/Failed to load resource|Failed to fetch/);
  await signIn(await newcomer(request));
  await page.evaluate(change, { expires_at: aMinuteAgo() });
  await page.route('**/auth/v1/token?**', (route) => route.abort());
  // The auth client tries again for half a minute before it gives up.
  await page.clock.install();
  await page.goto('/watchlist');
  const failed = page.getByText('We could not check your access');
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return failed.isVisible();
    })
    .toBe(true);
  await page.unroute('**/auth/v1/token?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/watchlist');
});

test('signing out without a network says so', async ({ page, request, signIn, forgive }) => {
  forgive(/Failed to load resource/);
  await signIn(await newcomer(request));
  await page.goto('/categories');
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  await page.route('**/auth/v1/logout**', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toasts(page)).toContainText('Error signing out');
});
