import type { Page } from '@playwright/test';
import { expect, newEmailAddress, servers, test, waitForHydration } from '../../support/browser.ts';
import { address, fillIn, linkIn, newcomer, signInButton, toasts, withAuthenticator } from './people.ts';

const NEW = 'yon-lòt-modpas-ki-long';
const newPassword = (page: Page) => page.getByLabel(/^New Password/);
const repeated = (page: Page) => page.getByLabel(/^Confirm New Password/);
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: /Update Password/ });

/** Says yes to the link. */
const choosePassword = (page: Page) => page.getByRole('button', { name: 'Choose a new password' }).click();

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await repeated(page).fill(again);
  await save(page).click();
}

test('a member who forgot the password gets an email, chooses a new one in another browser, and signs in', async ({
  page,
  browser,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const member = await newcomer(request);
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' });
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText('Please enter your email address')).toBeVisible();
  await dialog.getByLabel('Email').fill(member.email);
  await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 500, json: { msg: 'x' } }));
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(toasts(page)).toContainText('Failed to send password reset email');
  await page.unroute('**/auth/v1/recover**');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(toasts(page)).toContainText('Password reset email sent! Check your inbox.');
  await expect(dialog).toBeHidden();

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const mail = await phone.newPage();
  const link = await linkIn(member.email);
  await mail.goto(link);
  await expect(mail.getByText(`This link was sent to ${member.email}.`)).toBeVisible();
  await choosePassword(mail);
  await expect(mail.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await expect(newPassword(mail)).toBeVisible();
  expect(await address(mail)).toBe(`${servers.demo()}/reset-password`);
  await mail.reload();
  await choose(mail, 'kout', 'pa menm');
  await expect(mail.getByText('Password must be at least 8 characters long')).toBeVisible();
  await expect(mail.getByText("Passwords don't match")).toBeVisible();
  await mail.getByRole('button', { name: 'Show password' }).first().click();
  await expect(newPassword(mail)).toHaveAttribute('type', 'text');
  await choose(mail, member.password);
  await expect(mail.getByText('New password should be different from the old password.')).toBeVisible();

  await mail.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { msg: 'x' } })
      : route.continue(),
  );
  await choose(mail, NEW);
  await expect(toasts(mail)).toContainText('An error occurred while resetting your password');
  await mail.unroute('**/auth/v1/user');

  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await mail.route('**/auth/v1/user', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await save(mail).click();
  await expect(mail.getByRole('button', { name: 'Updating Password...' })).toBeVisible();
  answer();
  await expect(toasts(mail)).toContainText('Password successfully updated!');
  await expect(mail).toHaveURL(`${servers.demo()}/login`);
  await expect(mail.getByLabel('Email')).toHaveValue(member.email);
  await mail.getByLabel(/^Password/).fill(NEW);
  await signInButton(mail).click();
  await expect(mail).toHaveURL(`${servers.demo()}/`);
  await phone.close();

  // The link works once.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  expect(await address(page)).toBe(`${servers.demo()}/reset-password`);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL('/login');
});

test('nobody can reset a password without a link, not even a signed-in member', async ({ page, signIn }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('dialog', { name: 'Forgot your password?' })).toBeVisible();
  await signIn('member');
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
});

test('a member with an authenticator app needs its code for a new password too', async ({
  page,
  request,
}) => {
  const member = await newcomer(request);
  const { code } = await withAuthenticator(request, member);
  const redirect = encodeURIComponent(`${servers.demo()}/reset-password`);
  await request.post(`/auth/v1/recover?redirect_to=${redirect}`, { data: { email: member.email } });
  await page.goto(await linkIn(member.email));
  await choosePassword(page);
  await page.getByLabel('Code').fill(code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await choose(page, NEW);
  await expect(toasts(page)).toContainText('Password successfully updated!');
});

test('a member can retry after a network failure, and sees when the session has ended', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const member = await newcomer(request);
  const redirect = encodeURIComponent(`${servers.demo()}/reset-password`);
  await request.post(`/auth/v1/recover?redirect_to=${redirect}`, { data: { email: member.email } });
  await page.route('**/auth/v1/verify', (route) => route.abort());
  await page.goto(await linkIn(member.email));
  await choosePassword(page);
  await expect(toasts(page)).toContainText('Network error.');
  await page.unroute('**/auth/v1/verify');
  await choosePassword(page);
  await expect(newPassword(page)).toBeVisible();
  expect(await address(page)).toBe(`${servers.demo()}/reset-password`);

  const { access_token } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('lakou-session') ?? '{}'),
  );
  const headers = { authorization: `Bearer ${access_token}` };
  await request.post('/auth/v1/logout?scope=global', { headers });
  await choose(page, NEW);
  await expect(toasts(page)).toContainText('Auth session missing!');
});

test('an invited member chooses a password first', async ({ page, request }) => {
  const email = newEmailAddress('envite');
  const headers = { authorization: `Bearer ${process.env.LAKOU_SERVICE_KEY}` };
  expect((await request.post('/auth/v1/invite', { headers, data: { email } })).ok()).toBe(true);
  await page.goto(await linkIn(email));
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await choose(page, NEW);
  await expect(page).toHaveURL('/login');
  await fillIn(page, { email, password: NEW });
  await signInButton(page).click();
  await expect(page).toHaveURL('/');
});
