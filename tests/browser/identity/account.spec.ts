import { readFileSync } from 'node:fs';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  newEmailAddress,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { earlyInStep, totpCode } from '../../support/totp-code.ts';
import { linkIn, toasts } from './people.ts';

const section = (page: import('@playwright/test').Page, name: string) => page.getByRole('region', { name });

test('a member turns on two-factor sign-in, uses it, and signs in with a recovery code', async ({
  page,
  signIn,
  request,
  browser,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(/422/);
  const member = await newMember(request);
  await signIn(member);
  await page.goto('/account');
  // Asked for before there is a second factor, it would be refused after.
  await expect(section(page, 'Signed-in devices').getByRole('listitem').first()).toBeVisible();
  const factor = section(page, 'Two-factor sign-in');
  await factor.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('alert').or(dialog.locator('[id$=-error]')).first()).not.toBeEmpty();
  await earlyInStep();
  await dialog.getByLabel('Code from the app').fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessibleInBothThemes(page);
  const paper = (await codes.getByRole('listitem').first().textContent()) ?? '';
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Save as a file' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(paper);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(factor.getByText('10 recovery codes left')).toBeVisible();

  const elsewhere = await (await browser.newContext({ baseURL: servers.demo() })).newPage();
  await elsewhere.goto('/login');
  await waitForHydration(elsewhere);
  await elsewhere.getByLabel('Email').fill(member.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(member.password);
  await elsewhere.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click();
  await elsewhere.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd');
  await elsewhere.getByRole('button', { name: 'Confirm' }).click();
  await expect(elsewhere.getByText('This code is not right')).toBeVisible();
  await elsewhere.getByLabel('Recovery code').fill(paper.toUpperCase());
  await elsewhere.getByRole('button', { name: 'Confirm' }).click();
  await expect(elsewhere).toHaveURL(/\/$/);
  await elsewhere.goto('/account');
  await expect(
    section(elsewhere, 'Two-factor sign-in').getByRole('button', { name: 'Set up' }),
  ).toBeVisible();
  await elsewhere.context().close();
});

test('a member sees the signed-in devices and signs one of them out at once', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  const member = await newMember(request);
  const lost = await (await browser.newContext({ baseURL: servers.demo() })).newPage();
  await lost.goto('/login');
  await waitForHydration(lost);
  await lost.getByLabel('Email').fill(member.email);
  await lost.getByLabel('Password', { exact: true }).fill(member.password);
  await lost.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(lost).toHaveURL(/\/$/);
  const stolen = await lost.evaluate(
    () =>
      JSON.parse(localStorage.getItem('lakou-session') ?? '{}') as {
        access_token: string;
        refresh_token: string;
      },
  );

  await signIn(member);
  await page.goto('/account');
  const devices = section(page, 'Signed-in devices');
  await expect(devices.getByText('This device')).toBeVisible();
  await devices.getByRole('button', { name: /^Sign out all other/ }).click();
  await expect(page.getByText('All other devices are signed out', { exact: true })).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);

  const asked = await request.get('/auth/v1/user', {
    headers: { authorization: `Bearer ${stolen.access_token}` },
  });
  expect([401, 403]).toContain(asked.status());
  const rows = await request.get('/rest/v1/profiles?limit=1', {
    headers: { authorization: `Bearer ${stolen.access_token}` },
  });
  expect(rows.status()).toBe(401);
  const again = await request.post('/auth/v1/token?grant_type=refresh_token', {
    data: { refresh_token: stolen.refresh_token },
  });
  expect(again.ok()).toBe(false);
  await lost.context().close();
});

test('a member changes the password, and the address by the links in both emails', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  const member = await newMember(request);
  await signIn(member);
  await page.goto('/account');
  const password = section(page, 'Password');
  await password.getByLabel('New Password', { exact: true }).fill('yon-lot-modpas');
  await password.getByLabel('Confirm New Password').fill('diferan-anpil');
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(
    password.getByText('Passwords don’t match').or(password.getByText("Passwords don't match")),
  ).toBeVisible();
  await password.getByLabel('Confirm New Password').fill('yon-lot-modpas');
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password successfully updated!')).toBeVisible();

  const address = newEmailAddress('nouvo');
  await section(page, 'E-mail address').getByLabel('New e-mail address').fill(address);
  await section(page, 'E-mail address').getByRole('button', { name: 'Change e-mail' }).click();
  await expect(
    page.getByText('We sent a link to the old and the new address.', { exact: false }),
  ).toBeVisible();
  const opener = await (await browser.newContext()).newPage();
  for (const [to, sentence] of [
    [member.email, 'One address is confirmed.'],
    [address, 'Your new email address is confirmed.'],
  ] as const) {
    await opener.goto(await linkIn(to));
    await opener.getByRole('button', { name: 'Confirm the address' }).click();
    await expect(toasts(opener)).toContainText(sentence);
    // Confirming an address signs nobody in.
    await expect(opener.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  }
  await opener.context().close();
  const signedIn = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: address, password: 'yon-lot-modpas' },
  });
  expect(signedIn.ok()).toBe(true);
});

test('a member downloads their data and deletes the account', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/40\d|Failed to load resource/);
  const member = await newMember(request, 'Gerda Pierre');
  await signIn(member);
  await page.goto('/account');
  const download = page.waitForEvent('download');
  await section(page, 'Your data').getByRole('button', { name: 'Download my data' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain(member.email);
  expect(file).toContain('Gerda');

  await section(page, 'Delete my account').getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await dialog.getByLabel(`Type ${member.email} to confirm`).fill('something else');
  await dialog.getByLabel('Your password', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('This is not your e-mail address')).toBeVisible();
  await dialog.getByLabel(`Type ${member.email} to confirm`).fill(member.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('This password is not right').first()).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const again = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: member.email, password: member.password },
  });
  expect(again.ok()).toBe(false);
});

test('the account page works on a phone, in both themes, in French', { tag: '@long' }, async ({
  page,
  signIn,
  context,
}) => {
  await context.addCookies([{ name: 'lakou-language', value: 'fr', url: servers.demo() }]);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('subscriber');
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Votre compte' })).toBeVisible();
  await expect(page.getByText('Cet appareil', { exact: true })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
});

test('a member chooses which notifications to get, and the choice is kept', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request));
  await page.goto('/account#notifications');
  const settings = section(page, 'Notifications');
  const replies = settings.getByLabel('Replies in topics you follow');
  await expect(replies).toHaveValue('app');
  await replies.selectOption({ label: 'Here and by e-mail' });
  await expect(toasts(page)).toContainText('Saved');
  const mentions = settings.getByLabel('When somebody mentions you');
  // A reload would end the request.
  const saved = page.waitForResponse(/rpc\/set_notification_settings/);
  await mentions.selectOption({ label: 'Not at all' });
  await saved;
  await page.reload();
  await expect(replies).toHaveValue('email');
  await expect(mentions).toHaveValue('off');
});
