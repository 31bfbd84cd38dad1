import type { Page } from '@playwright/test';
import {
  test as base,
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  waitForHydration,
} from '../../support/browser.ts';
import { VirtualAuthenticator } from '../../support/virtual-authenticator.ts';
import { fillIn, newcomer, signInButton, toasts, withAuthenticator } from './people.ts';

/** Passkeys need a host name, so these tests open the demo under the name of its address. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed.
  baseURL: async ({}, use) => use(servers.demo().replace('127.0.0.1', 'localhost')),
});

const section = (page: Page, name: string) => page.getByRole('region', { name });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Continue with a passkey' });

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/account');
  await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toasts(page)).toContainText('The passkey is added');
}

/** The sign-in page of a browser that offers passkeys only by the button: the virtual device would choose at once. */
async function openLoginWithoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto('/login');
  await waitForHydration(page);
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

test('a member adds a passkey, signs in with it, renames it and removes it', async ({
  page,
  signIn,
  request,
}) => {
  await VirtualAuthenticator.add(page);
  const member = await newcomer(request);
  await signIn(member);
  await page.goto('/account');
  const passkeys = section(page, 'Passkeys');
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toasts(page)).toContainText('The passkey is added');
  await expect(passkeys.getByRole('listitem')).toContainText('Not used yet');
  await expectAccessibleInBothThemes(page);

  await signOut(page);
  await openLoginWithoutAutofill(page);
  await passkeyButton(page).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/account');
  await expect(passkeys.getByRole('listitem')).toContainText('Last used');
  await passkeys.getByRole('button', { name: /^Rename/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabel('Name').fill('Telefòn mwen');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(passkeys.getByRole('listitem')).toContainText('Telefòn mwen');

  await passkeys.getByRole('button', { name: 'Remove Telefòn mwen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey “Telefòn mwen”?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(toasts(page)).toContainText('The passkey is removed');
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
});

test('the e-mail field offers passkeys, and choosing one signs in', async ({ page, signIn, request }) => {
  await VirtualAuthenticator.add(page);
  await signIn(await newcomer(request));
  await addPasskey(page);
  await signOut(page);
  // The virtual device chooses from the list by itself.
  await page.goto('/login');
  await expect(page).toHaveURL(/\/$/);
  await expect(toasts(page)).toContainText('Successfully logged in!');
});

test('a cancelled prompt and an unknown passkey are answered in plain words', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/400/);
  const authenticator = await VirtualAuthenticator.add(page);
  await signIn(await newcomer(request));
  await page.goto('/account');
  const add = section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' });
  await authenticator.setRecognised(false);
  await add.click();
  await expect(toasts(page)).toContainText('Nothing was changed: the prompt was closed or took too long');
  await authenticator.setRecognised(true);
  await add.click();
  await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1);
  await add.click();
  await expect(toasts(page)).toContainText('This device or key is already connected to your account');

  // Removed here, but still on the device.
  await section(page, 'Passkeys')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section(page, 'Passkeys').getByText('You have no passkey yet.')).toBeVisible();
  await signOut(page);
  await openLoginWithoutAutofill(page);
  await passkeyButton(page).click();
  await expect(toasts(page)).toContainText('This passkey is not known here. Please sign in another way.');
});

test('a security key is the second step of a sign-in, alone or beside an authenticator app', {
  tag: '@long',
}, async ({ page, signIn, request }) => {
  const authenticator = await VirtualAuthenticator.add(page);
  const member = await newcomer(request);
  await signIn(member);
  await page.goto('/account');
  // Asked for before there is a second factor, it would be refused after.
  await expect(section(page, 'Signed-in devices').getByRole('listitem').first()).toBeVisible();
  const factor = section(page, 'Two-factor sign-in');
  await factor.getByRole('button', { name: 'Use a security key or passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(factor.getByText('Security key', { exact: true })).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  await signOut(page);
  await openLoginWithoutAutofill(page);
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page.getByText('Confirm with your security key or passkey.')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Use “Security key”' }).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');

  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('lakou-session') ?? '{}').access_token,
  );
  const app = await withAuthenticator(request, { token });
  await signOut(page);
  await page.goto('/login');
  await waitForHydration(page);
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page.getByRole('button', { name: 'Use “Security key”' })).toBeVisible();
  await page.getByLabel('Code').fill(app.code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
});

test('a passkey of an account with a second factor leads to the second step', { tag: '@long' }, async ({
  page,
  signIn,
  request,
}) => {
  await VirtualAuthenticator.add(page);
  const member = await newcomer(request);
  await signIn(member);
  await addPasskey(page);
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('lakou-session') ?? '{}').access_token,
  );
  const app = await withAuthenticator(request, { token });
  await signOut(page);
  await openLoginWithoutAutofill(page);
  await passkeyButton(page).click();
  await page.getByLabel('Code').fill(app.code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
});

test('passkeys are not offered at an IP address, and the account page says where they are', async ({
  page,
  request,
}) => {
  const member = await newcomer(request);
  const here = servers.demo();
  await page.goto(`${here}/login`);
  await waitForHydration(page);
  await expect(signInButton(page)).toBeVisible();
  await expect(passkeyButton(page)).toBeHidden();
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
  await page.goto(`${here}/account`);
  const passkeys = section(page, 'Passkeys');
  await expect(passkeys.getByText(/Open http:\/\/localhost:\d+ to add one/)).toBeVisible();
  await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});

test('a browser without WebAuthn shows no passkey button', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/login');
  await waitForHydration(page);
  await expect(signInButton(page)).toBeVisible();
  await expect(passkeyButton(page)).toBeHidden();
});

for (const width of [360, 1280]) {
  test(`the screens with passkeys fit ${width} pixels`, { tag: '@long' }, async ({
    page,
    signIn,
    request,
  }) => {
    await VirtualAuthenticator.add(page);
    await page.setViewportSize({ width, height: 900 });
    await signIn(await newcomer(request));
    await addPasskey(page);
    await expectNoHorizontalScroll(page);
    await section(page, 'Passkeys')
      .getByRole('button', { name: /^Rename/ })
      .click();
    await expectNoHorizontalScroll(page);
    await expectAccessibleInBothThemes(page);
  });
}
