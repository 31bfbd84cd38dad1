import type { Page } from '@playwright/test';
import { expect, test, waitForHydration } from '../../support/browser.ts';
import { fillIn, newcomer, signInButton, toasts, withAuthenticator } from './people.ts';

/** Scripts stay on their way until they are released, as on a slow connection. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held.promise;
    // The page that asked may be gone.
    await route.continue().catch(() => {});
  });
  return held.resolve;
}

const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'domcontentloaded' });
const signOutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' });

interface Stored {
  user: { email: string };
}

async function storedEmail(page: Page): Promise<string | undefined> {
  const stored = await page.evaluate(() => localStorage.getItem('lakou-session'));
  return stored === null ? undefined : (JSON.parse(stored) as Stored).user.email;
}

async function cookieNames(page: Page): Promise<string[]> {
  return (await page.context().cookies()).map(({ name }) => name);
}

test('a member signs in before the app has loaded, and the app takes the session over', async ({
  page,
  request,
}) => {
  const member = await newcomer(request);
  const release = await holdScripts(page);
  await open(page, '/login?next=/forum');
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page).toHaveURL('/forum');
  expect(await cookieNames(page)).toContain('lakou-plain-session');
  expect(await storedEmail(page)).toBeUndefined();

  // On a slow phone the session is there before the page is hydrated.
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  release();
  await waitForHydration(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect.poll(() => storedEmail(page)).toBe(member.email);
  await expect(signOutButton(page)).toBeVisible();
  expect(await cookieNames(page)).not.toContain('lakou-plain-session');
  // "Remember me" was not asked for.
  expect(await cookieNames(page)).toContain('lakou-open');
  await page.goto('/profile');
  await waitForHydration(page);
  const [name = ''] = member.email.split('@');
  await expect(page.getByLabel('Username')).toHaveValue(name);
  await signOutButton(page).click();
  await expect(toasts(page)).toContainText('Successfully signed out');
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
});

test('what was wrong stays readable when the app arrives, and the app goes on from there', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 400/);
  const member = await newcomer(request);
  const release = await holdScripts(page);
  await open(page, '/login?next=/forum');
  await fillIn(page, { ...member, password: 'not the password' });
  await signInButton(page).click();
  const password = page.getByLabel(/^Password/);
  await expect(password).toHaveAccessibleDescription('Invalid login credentials');
  await password.fill(member.password);
  release();
  await waitForHydration(page);
  await expect(password).toHaveAccessibleDescription('Invalid login credentials');
  // What was typed before the app was there is not lost.
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expect(password).toHaveValue(member.password);
  const posts: string[] = [];
  page.on('request', (sent) => void (sent.isNavigationRequest() && posts.push(sent.url())));
  await signInButton(page).click();
  await expect(toasts(page)).toContainText('Successfully logged in!');
  await expect(page).toHaveURL('/forum');
  expect(posts, 'the app has sent it').toEqual([]);
});

test('the app asks for the second step of a sign-in that began without it', async ({ page, request }) => {
  const member = await newcomer(request);
  const { code } = await withAuthenticator(request, member);
  const release = await holdScripts(page);
  await open(page, '/login?next=/forum');
  await fillIn(page, member);
  await signInButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step sign-in');
  await expect(page).toHaveURL('/login?next=%2Fforum');
  release();
  await waitForHydration(page);
  await expect.poll(() => storedEmail(page)).toBe(member.email);
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await page.getByLabel('Code').fill(code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/forum');
  await expect(signOutButton(page)).toBeVisible();
});

test('somebody who is signed in stays so, whatever session a form has left', async ({
  page,
  request,
  signIn,
}) => {
  const [member, other] = [await newcomer(request), await newcomer(request)];
  await signIn(member);
  const form = { email: other.email, password: other.password };
  const headers = { 'sec-fetch-site': 'same-origin' };
  const posted = await page.request.post('/login', { form, headers, maxRedirects: 0 });
  expect(posted.status()).toBe(303);
  const ended = page.waitForResponse((answer) => answer.url().endsWith('/sign-out'));
  await page.goto('/forum');
  await waitForHydration(page);
  await ended;
  await expect(signOutButton(page)).toBeVisible();
  expect(await storedEmail(page)).toBe(member.email);
  expect(await cookieNames(page)).not.toContain('lakou-plain-session');
});
