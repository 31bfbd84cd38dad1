import {
  expect,
  expectAccessibleInBothThemes,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { fillIn, newcomer, signInButton, toasts, withAuthenticator } from './people.ts';

test('a member signs in, returns to the page they wanted, and signs out', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  // What is being read at the moment of signing out is refused.
  allowConsoleErrors(/status of 401/);
  const member = await newcomer(request);
  await page.goto('/watchlist?sort=new');
  await expect(page).toHaveURL('/login');
  await expect(toasts(page)).toContainText('Please login to access this page');

  await fillIn(page, member);
  await signInButton(page).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
  await expect(page).toHaveURL('/watchlist?sort=new');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toasts(page)).toContainText('Successfully signed out');
  await expect(page).toHaveURL('/login');
  await expect(toasts(page)).not.toContainText('Please login');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();

  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page).toHaveURL('/');
});

test('a signed-in member is redirected from the sign-in pages', async ({ page, signIn }) => {
  await signIn('member');
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
});

test('a visitor sees what is wrong with each field', async ({ page, request, allowConsoleErrors }) => {
  allowConsoleErrors(/status of 400/);
  const member = await newcomer(request);
  await page.goto('/login');
  await waitForHydration(page);
  await signInButton(page).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  const newHere = page.getByRole('main').getByRole('link', { name: 'Sign Up' });
  await expect(newHere).toHaveAttribute('href', '/register');
  await expect(page.getByLabel('Email')).toBeFocused();

  await fillIn(page, { email: 'neg@lakou', password: 'x' });
  await signInButton(page).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();

  await fillIn(page, { ...member, password: 'pa-modpas-la' });
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel(/^Password/)).toHaveAttribute('type', 'text');
  await signInButton(page).click();
  await expect(toasts(page)).toContainText('Invalid login credentials');
  await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/Invalid login credentials/);
  await expect(page.getByLabel(/^Password/)).toBeFocused();
  await expect(page).toHaveURL('/login');
});

test('a visitor sees why signing in failed', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.goto('/login');
  await waitForHydration(page);
  await fillIn(page, { email: 'manm@example.test', password: 'nenpòt-bagay' });
  let requests = 0;
  const whenAnswered = async (status: number, body: object, sentence: string) => {
    await page.route('**/auth/v1/token?**', async (route) => {
      requests += 1;
      if (status === 0) return route.abort();
      await route.fulfill({ status, json: body, headers: { 'x-supabase-api-version': '2024-01-01' } });
    });
    await signInButton(page).dblclick();
    await expect(toasts(page).getByText(sentence)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(toasts(page).getByText(sentence)).toBeHidden();
    await page.unroute('**/auth/v1/token?**');
  };
  await whenAnswered(0, {}, 'Network error. Please check your internet connection and try again.');
  await whenAnswered(500, { code: 'unexpected_failure', message: 'x' }, 'An error occurred during login');
  await whenAnswered(503, { code: 'request_timeout', message: 'x' }, 'The service is busy, please try again');
  await whenAnswered(429, { code: 'over_request_rate_limit', message: 'x' }, 'Too many tries.');
  await whenAnswered(422, { code: 'hook_says_no', message: 'Only in Jacmel' }, 'Only in Jacmel');
  const policy = 'new row violates row-level security policy for table "profiles"';
  await whenAnswered(403, { code: '42501', message: policy }, 'Security policy error. Please try again');
  expect(requests, 'a double click sends one request').toBe(6);
});

test('a session without "remember me" ends with the browser, not with the tab', async ({
  browser,
  context,
  page,
  request,
}) => {
  const member = await newcomer(request);
  const reopened = async () => {
    const { cookies, origins } = await context.storageState();
    const kept = cookies.filter(({ expires }) => expires !== -1);
    const again = await browser.newContext({
      baseURL: servers.demo(),
      storageState: { cookies: kept, origins },
    });
    const first = await again.newPage();
    await first.goto('/watchlist');
    await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
    return { again, path: () => new URL(first.url()).pathname };
  };
  for (const [remembered, path] of [
    [false, '/login'],
    [true, '/watchlist'],
  ] as const) {
    await page.goto('/login');
    await waitForHydration(page);
    await fillIn(page, member);
    await page.getByLabel('Remember me').setChecked(remembered);
    await signInButton(page).click();
    await expect(page).toHaveURL('/');
    const tab = await context.newPage();
    await tab.goto('/watchlist');
    await expect(tab.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await tab.close();

    const later = await reopened();
    await expect.poll(later.path).toBe(path);
    await later.again.close();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
  }
});

test('a member with an authenticator app is signed in only after its code', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 422/);
  const member = await newcomer(request);
  const { code } = await withAuthenticator(request, member);
  await page.goto('/watchlist');
  await expect(page).toHaveURL('/login');
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessibleInBothThemes(page);

  // A session at aal1 is not signed in, also after a reload.
  await page.goto('/watchlist');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Please enter the six digits that your app shows')).toBeVisible();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is not right. Please try the next one.')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  const shown = code();
  await page.getByLabel('Code').fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
  await expect(page).toHaveURL('/watchlist');
});

test('a member who has to enter a code can go back and use another account', async ({ page, request }) => {
  const member = await newcomer(request);
  await withAuthenticator(request, member);
  await page.goto('/login');
  await waitForHydration(page);
  await fillIn(page, member);
  await signInButton(page).click();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});
