import { expect, test, waitForHydration } from '../../support/browser.ts';
import { fillIn, newcomer, signInButton, toasts } from './people.ts';

const change = (change: Record<string, unknown>) => {
  const kept = JSON.parse(localStorage.getItem('lakou-session') ?? '{}');
  localStorage.setItem('lakou-session', JSON.stringify({ ...kept, ...change }));
};
const aMinuteAgo = () => Math.floor(Date.now() / 1000) - 60;

test('signing in or out in one tab changes the other', async ({
  context,
  page,
  request,
  allowConsoleErrors,
}) => {
  // A request of one tab that is answered after the other has signed out.
  allowConsoleErrors(/status of 401/);
  const member = await newcomer(request);
  const other = await context.newPage();
  await Promise.all([page.goto('/login'), other.goto('/categories')]);
  await waitForHydration(other);
  await waitForHydration(page);
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/watchlist');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toasts(page)).toContainText('Please login to access this page');
  // And back: the open sign-in screen follows the other tab's sign-in.
  await expect(other).toHaveURL('/login');
  await fillIn(other, member);
  await signInButton(other).click();
  await expect(page).toHaveURL('/watchlist');
});

test('a member whose session has expired has to sign in and comes back', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 400|Refresh Token/i);
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

test('an expired session that can be refreshed is refreshed without a message', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(await newcomer(request));
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('lakou-session') ?? '{}'));
  const before = await kept();
  await page.evaluate(change, { expires_at: aMinuteAgo() });
  await page.goto('/watchlist');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/watchlist');
  expect((await kept()).refresh_token).not.toBe(before.refresh_token);
});

test('a member stays on the page when the network is gone', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|Failed to fetch/);
  await signIn(await newcomer(request));
  await page.evaluate(change, { expires_at: aMinuteAgo() });
  await page.route('**/auth/v1/token?**', (route) => route.abort());
  // The auth client retries for half a minute before it gives up.
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

test('a member who signs out without a network sees a message', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await signIn(await newcomer(request));
  await page.goto('/categories');
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  await page.route('**/auth/v1/logout**', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toasts(page)).toContainText('Error signing out');
});
