import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { address, newcomer, signInButton, toasts } from './people.ts';

test('the sign-in screens are accessible', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/login', '/register', '/reset-password']) {
    await page.goto(path);
    await waitForHydration(page);
    if (path !== '/reset-password') {
      await page.getByRole('main').locator('button[type=submit]').click();
      await expect(page.getByText('Please enter your email address')).toBeVisible();
    }
    await expectAccessibleInBothThemes(page);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoHorizontalScroll(page);
    }
  }
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('a member signs in with the keyboard alone', async ({ page, request }) => {
  const member = await newcomer(request);
  await page.goto('/login');
  await waitForHydration(page);
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`the keyboard does not reach ${target}`);
  };
  const password = page.getByLabel(/^Password/);
  const remember = page.getByLabel('Remember me');
  const forgot = page.getByRole('button', { name: 'Forgot password?' });
  await tabTo(page.getByLabel('Email'));
  await page.keyboard.type(member.email);
  await tabTo(password);
  await page.keyboard.type(member.password);
  await tabTo(page.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('type', 'text');
  await tabTo(remember);
  await page.keyboard.press('Space');
  await expect(remember).toBeChecked();
  await tabTo(forgot);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(member.email);
  await page.keyboard.press('Escape');
  await expect(forgot).toBeFocused();
  await tabTo(signInButton(page));
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Successfully logged in!');
  await expect(page).toHaveURL('/');
});

test('a password that is submitted before hydration never appears in the URL', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto('/register', { waitUntil: 'domcontentloaded' });
  const [form, password] = [page.getByRole('main').locator('form'), 'yon-sekrè'];
  await expect(form).toHaveAttribute('inert');
  const typed = form.locator('input[type=password]').first();
  await typed.evaluate((input, secret) => {
    (input as HTMLInputElement).value = secret;
  }, password);
  await typed.press('Enter');
  expect(await address(page)).toMatch(/\/register$/);
  // A browser without support for `inert` sends it in the body.
  const sent = page.waitForRequest((request) => request.isNavigationRequest());
  await form.evaluate((element) => (element as HTMLFormElement).requestSubmit());
  expect((await sent).method()).toBe('POST');
  expect(decodeURIComponent((await sent).url())).not.toContain('sekr');
});

async function sendEmpty(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('main').locator('button[type=submit]').click();
}

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' });
  test('a member sees the sign-in and its errors in French', async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/status of 400/);
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
    await sendEmpty(page);
    await expect(page.getByText('Entrez votre adresse e-mail')).toBeVisible();
    await page.getByLabel('E-mail').fill('member@lakou.test');
    await page.getByLabel(/^Mot de passe/).fill('pas-le-bon');
    await page.getByRole('main').locator('button[type=submit]').click();
    await expect(toasts(page)).toContainText('E-mail ou mot de passe incorrect');
  });
});

test.describe('in Kreyòl', () => {
  test.use({ locale: 'ht-HT' });
  test('a newcomer sees the registration and its errors in Kreyòl', async ({ page }) => {
    await page.goto('/register');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ht');
    await expect(page.getByRole('heading', { level: 1, name: 'Fè kont ou' })).toBeVisible();
    await sendEmpty(page);
    await expect(page.getByText('Mete non konplè ou')).toBeVisible();
    await expect(
      page.getByText('Aksepte kondisyon itilizasyon yo ak règ sou enfòmasyon prive yo'),
    ).toBeVisible();
  });
});
