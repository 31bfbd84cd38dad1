import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  newEmailAddress,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { address, fillIn, linkIn, newcomer, signInButton, toasts } from './people.ts';

/** An address that somebody else wrote cannot sign a person in without asking. */

const PASSWORD = 'yon-modpas-ki-long';
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' });
const signedInAs = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('lakou-session') ?? '{}').user?.email as string | undefined,
  );

/** An address with the tokens of the attacker's account, as GoTrue's links end. */
async function fragmentOf(request: APIRequestContext, { email }: { email: string }): Promise<string> {
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  const { access_token, refresh_token } = (await answer.json()) as Record<string, string>;
  const params = { access_token: access_token!, refresh_token: refresh_token!, expires_in: '3600' };
  return new URLSearchParams({ ...params, token_type: 'bearer', type: 'magiclink' }).toString();
}

async function magicLink(request: APIRequestContext, email: string): Promise<string> {
  expect((await request.post('/auth/v1/otp', { data: { email } })).ok()).toBe(true);
  return linkIn(email);
}

for (const path of ['/', '/films', '/login', '/reset-password', '/confirm', '/watch/movie/1']) {
  test(`tokens in the fragment of ${path} do not replace a member's session without asking`, {
    tag: ['/', '/login'].includes(path) ? [] : ['@long'],
  }, async ({ page, request, signIn, allowConsoleErrors }) => {
    allowConsoleErrors(/Failed to load resource/);
    const [victim, attacker] = [await newcomer(request), await newcomer(request)];
    await signIn(victim);
    await page.goto(`${path}#${await fragmentOf(request, attacker)}`);
    const question = page.getByRole('dialog', { name: 'Continue with another account?' });
    await expect(question).toContainText(
      `You are signed in as ${victim.email}. Continue as ${attacker.email}?`,
    );
    expect(await signedInAs(page)).toBe(victim.email);
    expect(await address(page)).not.toContain('access_token');
    await question.getByRole('button', { name: `Stay signed in as ${victim.email}` }).click();
    await expect(question).toBeHidden();
    await page.reload();
    await waitForHydration(page);
    expect(await signedInAs(page)).toBe(victim.email);
  });
}

test('tokens in the fragment do not sign a visitor in without asking', async ({ page, request }) => {
  const attacker = await newcomer(request);
  await page.goto(`/#${await fragmentOf(request, attacker)}`);
  const question = page.getByRole('dialog', { name: 'Continue with another account?' });
  await expect(question).toContainText(`This link signs you in as ${attacker.email}.`);
  expect(await signedInAs(page)).toBeUndefined();
  await expectAccessibleInBothThemes(page);
  await question.getByRole('button', { name: `Continue as ${attacker.email}` }).click();
  await expect(signOut(page)).toBeVisible();
  expect(await signedInAs(page)).toBe(attacker.email);
});

test("an attacker's code in the address does nothing", async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const [victim, attacker] = [await newcomer(request), await newcomer(request)];
  await request.post('/auth/v1/otp', {
    data: { email: attacker.email, code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
  });
  const params = new URLSearchParams(new URL(await linkIn(attacker.email)).hash.slice(1));
  const followed = await request.get(
    `/auth/v1/verify?type=magiclink&token=${params.get('token_hash')}&redirect_to=${servers.demo()}/`,
    { maxRedirects: 0 },
  );
  const landing = followed.headers().location ?? '';
  expect(landing).toContain('code=');
  await page.goto(landing);
  await waitForHydration(page);
  await expect.poll(() => address(page)).toBe(`${servers.demo()}/`);
  expect(await signedInAs(page)).toBeUndefined();
  await signIn(victim);
  await page.goto(landing);
  await expect(signOut(page)).toBeVisible();
  await expect.poll(() => address(page)).toBe(`${servers.demo()}/`);
  expect(await signedInAs(page)).toBe(victim.email);
});

test("an attacker's link names its account and asks before it replaces a session", async ({
  page,
  request,
  signIn,
}) => {
  const [victim, attacker] = [await newcomer(request), await newcomer(request)];
  const link = await magicLink(request, attacker.email);
  await signIn(victim);
  await page.goto(link);
  await expect(
    page.getByText(`You are signed in as ${victim.email}. Continue as ${attacker.email}?`),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: `Stay signed in as ${victim.email}` }).click();
  await expect(page).toHaveURL('/');
  expect(await signedInAs(page)).toBe(victim.email);
  // Nothing was used up: it still works for its owner.
  await page.goto(link);
  await page.getByRole('button', { name: `Continue as ${attacker.email}` }).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
  expect(await signedInAs(page)).toBe(attacker.email);
});

test('a link that lies about its account signs nobody in, not even in a browser that asked for one', async ({
  page,
  request,
}) => {
  for (const isRequestedHere of [false, true]) {
    const [victim, attacker] = [await newcomer(request), await newcomer(request)];
    const link = new URL(await magicLink(request, attacker.email));
    const params = new URLSearchParams(link.hash.slice(1));
    params.set('email', victim.email);
    link.hash = params.toString();
    await page.goto('/favicon.svg');
    await page.evaluate(
      ([email, asked]) => {
        if (asked) localStorage.setItem('lakou-link-request', JSON.stringify({ type: 'magiclink', email }));
      },
      [victim.email, isRequestedHere] as const,
    );
    await page.goto(link.href);
    if (!isRequestedHere) {
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    }
    const question = page.getByRole('dialog', { name: 'Continue with another account?' });
    await expect(question).toContainText(`This link signs you in as ${attacker.email}.`);
    expect(await signedInAs(page)).toBeUndefined();
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(page).toHaveURL('/');
    expect(await signedInAs(page)).toBeUndefined();
  }
});

test('a page that only opens a link leaves it usable', async ({ page, request, browser }) => {
  const member = await newcomer(request);
  const link = await magicLink(request, member.email);
  const scanner = await (await browser.newContext()).newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole('heading', { name: 'Sign in with this link' })).toBeVisible();
  await scanner.context().close();
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(signOut(page)).toBeVisible();
});

test.describe('where addresses are confirmed', () => {
  test.use({ baseURL: servers.strict() });

  test('a person who confirms on another device chooses the password there; the typed one does not count', {
    tag: '@long',
  }, async ({ page, request, baseURL, browser, allowConsoleErrors }) => {
    allowConsoleErrors(/status of 400/);
    const email = newEmailAddress('telefon');
    const typed = { email, password: 'modpas-yon-lot-moun' };
    expect((await request.post('/auth/v1/signup', { data: typed })).ok()).toBe(true);
    const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await phone.goto(await linkIn(email, baseURL));
    await phone.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(phone.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await phone.getByLabel(/^New Password/).fill(PASSWORD);
    await phone.getByLabel(/^Confirm New Password/).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Update Password' }).click();
    await expect(phone).toHaveURL(`${baseURL}/login`);
    await phone.context().close();
    await page.goto('/login');
    await waitForHydration(page);
    await fillIn(page, typed);
    await signInButton(page).click();
    await expect(toasts(page)).toContainText('Invalid login credentials');
    await fillIn(page, { email, password: PASSWORD });
    await signInButton(page).click();
    await expect(page).toHaveURL(`${baseURL}/`);
  });
});
