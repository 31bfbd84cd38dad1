import type { Browser, Page } from '@playwright/test';
import {
  collectConsoleErrors,
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

// Two browsers, and the checks of accessibility take long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const TELEVISION =
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 TV Safari/537.36';

/** A television beside the phone, which shows a code. */
async function openTelevision(browser: Browser, errors: string[]): Promise<{ tv: Page; code: string }> {
  const context = await browser.newContext({
    baseURL: servers.demo(),
    viewport: { width: 1920, height: 1080 },
    userAgent: TELEVISION,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  collectConsoleErrors(context, errors);
  const tv = await context.newPage();
  await tv.goto('/tv/sign-in');
  await waitForHydration(tv);
  const shown = tv.getByText(/^[CDFGHJKMNPQRTVWXY346789]{4}-[CDFGHJKMNPQRTVWXY346789]{4}$/);
  await expect(shown).toBeVisible();
  return { tv, code: (await shown.textContent()) ?? '' };
}

test('a member signs in a television with the phone, finds it among the devices, and ends it', async ({
  page: phone,
  signIn,
  request,
  browser,
}) => {
  const errors: string[] = [];
  await phone.setViewportSize({ width: 360, height: 740 });
  await signIn(await newMember(request, 'Roz Okap'));
  const { tv, code } = await openTelevision(browser, errors);
  await expectNoHorizontalScroll(tv);
  await expectAccessibleInBothThemes(tv);

  // As the camera of the phone would open it.
  await phone.goto(`/activate?user_code=${code}`);
  await expect(phone.getByRole('heading', { level: 1, name: 'Sign in this device?' })).toBeVisible();
  await expect(phone.getByText(code, { exact: true })).toBeVisible();
  await expect(phone.getByText('Chrome · TV')).toBeVisible();
  await expect(phone.getByText('The same as yours')).toBeVisible();
  await expectNoHorizontalScroll(phone);
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Yes, sign it in' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'The device is signed in' })).toBeVisible();

  await expect(tv.getByRole('button', { name: 'Sign Out' })).toBeVisible({ timeout: 30_000 });
  await tv.waitForURL(({ pathname }) => pathname === '/');

  await phone.getByRole('link', { name: 'See all your devices' }).click();
  const device = phone.getByRole('listitem').filter({ hasText: 'Chrome · TV' });
  await expect(device.getByText('By code')).toBeVisible();
  await device.getByRole('button', { name: 'Sign out Chrome · TV' }).click();
  await expect(device).toHaveCount(0);
  const token = await tv.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('lakou-session') ?? '{}') as { access_token: string }).access_token,
  );
  const authorization = `Bearer ${token}`;
  await expect
    .poll(async () =>
      (await request.get('/rest/v1/profiles?limit=1', { headers: { authorization } })).status(),
    )
    .toBe(401);
  await tv.context().close();
  // A read of the television that the sign-out has overtaken.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('a member types the code, notices a wrong one, and refuses a device that is not theirs', async ({
  page: phone,
  signIn,
  request,
  browser,
}) => {
  const errors: string[] = [];
  const { tv, code } = await openTelevision(browser, errors);
  // Signed out, the phone asks for the account first and comes back to the code.
  const member = await newMember(request, 'Jan Jakmèl');
  await phone.goto(`/activate?user_code=${code}`);
  await phone.waitForURL('**/login');
  await signIn(member);

  await phone.goto('/activate');
  const field = phone.getByLabel('Code on the television');
  await field.fill(code.replace(/.$/, code.endsWith('C') ? 'D' : 'C'));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByText('Please check the code: a character is wrong or missing')).toBeVisible();
  await field.fill(code.toLowerCase().replace('-', ' '));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('button', { name: 'No, this is not mine' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Refused' })).toBeVisible();

  await expect(tv.getByText('The request was refused on the phone.')).toBeVisible({ timeout: 30_000 });
  await tv.getByRole('button', { name: 'Show a new code' }).press('Enter');
  await expect(tv.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible();
  await expect(tv.getByText(code, { exact: true })).toHaveCount(0);

  await phone.goto(`/activate?user_code=${code}`);
  await expect(phone.getByText('This code has already been used')).toBeVisible();
  await tv.context().close();
  expect(errors).toEqual([]);
});
