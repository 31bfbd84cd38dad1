import type { Page } from '@playwright/test';
import {
  expect,
  newEmailAddress,
  servers,
  test,
  waitForEmail,
  waitForHydration,
} from '../../support/browser.ts';
import { fillIn, linkIn, newcomer, signInButton, toasts } from './people.ts';

const PASSWORD = 'yon-modpas-ki-long';
const signUpButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true });
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`));

async function fillInAll(page: Page, given: { email: string; password?: string }): Promise<void> {
  const { email, password = PASSWORD } = given;
  await field(page, 'Full Name').fill('Ti Jan Batis');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await page.getByRole('checkbox', { name: 'I agree' }).check();
}

test('a newcomer is signed in at once where addresses are not confirmed', async ({ page }) => {
  const email = newEmailAddress('nouvo');
  await page.goto('/register');
  await waitForHydration(page);
  await fillInAll(page, { email });
  await signUpButton(page).click();
  await expect(toasts(page)).toContainText('Your account is ready.');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();

  const accepted = await page.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem('lakou-session') ?? '{}');
    const headers = { authorization: `Bearer ${access_token}` };
    const terms = await fetch('/rest/v1/terms_acceptances?select=version', { headers });
    const user = await fetch('/auth/v1/user', { headers });
    return { terms: await terms.json(), name: (await user.json()).user_metadata.full_name };
  });
  expect(accepted).toEqual({ terms: [{ version: '2026-11' }], name: 'Ti Jan Batis' });

  // Welcomed once, in three taps, each of which can be skipped.
  const welcome = page.getByRole('region', { name: /Which language|What do you want|How much data/ });
  await welcome.getByRole('button', { name: 'English' }).click();
  await expect(welcome.getByRole('heading', { name: 'What do you want to see first?' })).toBeFocused();
  await page.goto('/faq');
  await waitForHydration(page);
  await expect(welcome, 'only where nobody is on the way to something').toHaveCount(0);
  await page.goto('/');
  await welcome.getByRole('button', { name: 'Skip' }).click();
  await welcome.getByRole('button', { name: 'Drama' }).click();
  await welcome.getByRole('button', { name: /^Save data/ }).click();
  await expect(page).toHaveURL('/categories/drama');
  await expect(welcome).toHaveCount(0);
  const player = await page.evaluate(() => JSON.parse(localStorage.getItem('lakou-player') ?? '{}'));
  expect(player).toMatchObject({ dataSaver: true });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lakou-welcome'))).toBeNull();
  await waitForHydration(page);
  await expect(page.getByRole('link', { name: 'Profile', exact: true }).first()).toBeVisible();
  await expect(welcome).toHaveCount(0);
});

test('a newcomer sees what is missing, and loses no input while reading the terms', async ({
  page,
  context,
}) => {
  await page.goto('/register');
  await waitForHydration(page);
  await signUpButton(page).click();
  for (const sentence of [
    'Please enter your full name',
    'Please enter your email address',
    'Please enter your password',
    'Please type your password once more',
    'Please agree to the Terms of Service and the Privacy Policy',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(field(page, 'Full Name')).toBeFocused();
  const knownHere = page.getByRole('main').getByRole('link', { name: 'Sign In' });
  await expect(knownHere).toHaveAttribute('href', '/login');
  await field(page, 'Full Name').fill('Ti Jan');
  await field(page, 'Password').fill('kout');
  await field(page, 'Confirm Password').fill('pa menm');
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  for (const [name, path] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('main').getByRole('link', { name }).click(),
    ]);
    await expect(opened).toHaveURL(path);
    await opened.close();
  }
  await expect(field(page, 'Full Name')).toHaveValue('Ti Jan');
  await expect(page.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked();
});

test('a newcomer sees why a registration failed', async ({ page, request, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/);
  const { email } = await newcomer(request);
  await page.goto('/register');
  await waitForHydration(page);
  await fillInAll(page, { email });
  await signUpButton(page).click();
  await expect(
    page.getByText('This email is already registered. Please use a different email or login instead.'),
  ).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();

  await fillInAll(page, { email: newEmailAddress(), password: 'password' });
  await signUpButton(page).click();
  await expect(page.getByText('Password is known to be weak and easy to guess')).toBeVisible();

  await fillInAll(page, { email: newEmailAddress() });
  const whenAnswered = async (answer: { status: number; json: object } | 'nothing', sentence: string) => {
    await page.route('**/auth/v1/signup**', (route) =>
      answer === 'nothing' ? route.abort() : route.fulfill(answer),
    );
    await signUpButton(page).click();
    await expect(toasts(page).getByText(sentence)).toBeVisible();
    await page.unroute('**/auth/v1/signup**');
  };
  await whenAnswered('nothing', 'Network error. Please check your internet connection and try again.');
  await whenAnswered(
    { status: 500, json: { msg: 'Database error saving new user' } },
    'An error occurred during registration',
  );
  const policy = 'new row violates row-level security policy for table "profiles"';
  await whenAnswered(
    { status: 403, json: { msg: policy } },
    'Security policy error. Please try again or contact support.',
  );
});

test.describe('where addresses are confirmed', () => {
  test.use({ baseURL: servers.strict() });

  test('a newcomer confirms the address by the link in the email', async ({
    page,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of 4(00|03|29)/);
    const email = newEmailAddress('nouvo');
    const wanted = '/titles/f1000000-0000-4000-8000-000000000002/wout-mon-nwa';
    await page.goto(`/register?next=${encodeURIComponent(wanted)}`);
    await waitForHydration(page);
    await expect(page.getByRole('region', { name: 'On your way to' })).toContainText('Wout Mòn Nwa');
    await fillInAll(page, { email });
    await signUpButton(page).click();
    await expect(toasts(page)).toContainText(
      'Registration successful! Please check your email to confirm your account.',
    );
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(`Follow the link in the mail that we sent to ${email}`)).toBeVisible();

    await fillIn(page, { email, password: PASSWORD });
    await signInButton(page).click();
    await expect(toasts(page)).toContainText('Email not confirmed');
    await page.getByRole('button', { name: 'Send the mail again' }).click();
    await expect(toasts(page)).toContainText('We have just sent you a mail. Please wait a little');

    const link = await linkIn(email, baseURL ?? '');
    // The toast can be gone before a slow machine has loaded every image of the page: only the response is awaited.
    await page.goto(link, { waitUntil: 'commit' });
    await expect(toasts(page)).toContainText('Your email address is confirmed. Welcome to Lakou.');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(page).toHaveURL(/\/films\/f1000000-0000-4000-8000-000000000002$/);

    // The same link again, while they are signed in.
    await page.goto(link, { waitUntil: 'commit' });
    await expect(toasts(page)).toContainText('This link has expired or was already used');
    await expect(page).toHaveURL(`${baseURL}/`);
  });

  test('a visitor with a used link can request a new one or sign in', async ({
    page,
    request,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of 403/);
    const email = newEmailAddress('nouvo');
    const registered = await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } });
    expect(registered.ok()).toBe(true);
    const link = await linkIn(email, baseURL ?? '');
    const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash');
    const used = await request.post('/auth/v1/verify', { data: { token_hash, type: 'signup' } });
    expect(used.ok()).toBe(true);

    await page.goto(link, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    const dialog = page.getByRole('dialog', { name: 'This link no longer works' });
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
    // The response is the same for every address, so that it does not reveal who has an account.
    const someone = newEmailAddress('nenpot');
    await dialog.getByLabel('Email').fill(someone);
    await dialog.getByRole('button', { name: 'Send a new link' }).click();
    await expect(toasts(page)).toContainText(`The mail is on its way to ${someone}.`);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${baseURL}/`);
    await page.goto(link, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${baseURL}/login`);
  });

  test('registering an address that is taken reveals nothing; its owner gets an email', async ({
    page,
    baseURL,
  }, { retry, repeatEachIndex }) => {
    // An address gets one email a minute: a second run needs another one.
    const names = ['member', 'subscriber', 'admin'];
    const email = `${names[(retry + repeatEachIndex) % names.length]}@lakou.test`;
    await page.goto('/register');
    await waitForHydration(page);
    await fillInAll(page, { email });
    await signUpButton(page).click();
    await expect(toasts(page)).toContainText('Registration successful!');
    await expect(page).toHaveURL('/login');
    const { subject, text } = await waitForEmail(email, baseURL);
    expect(subject + text).toContain('account');
    expect(text).not.toContain('token_hash');
  });
});
