import type { Page } from '@playwright/test';
import { expect, expectNoHorizontalScroll, test, waitForEmail } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { allRoutes } from '../../support/routes.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

/** Whose content is in the browser's storage or needs a session; without scripts they say so. */
const NEEDS_SCRIPT = [
  ...['/payment', '/payment-success', '/confirm', '/reset-password', '/redeem', '/admin/setup'],
  ...['/register', '/tv/sign-in', '/downloads', '/downloads/watch', '/data-use'],
];
/** The design system's samples, and a member who is not there. */
const NOT_MEANT = ['/_ui', '/profile/00000000-0000-4000-8000-000000000000'];

const isPlayer = (path: string) => path.startsWith('/watch/');

/** What somebody could press, choose or fill in, and that would do nothing. */
function deadControls(): string[] {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const canBeSent = ({ form }: { form: HTMLFormElement | null }) =>
    form !== null && !form.closest('[inert]') && form.querySelector('[type=submit]') !== null;
  const all = document.querySelectorAll<HTMLInputElement>('button, select, input, textarea, [role=button]');
  return [...all]
    .filter((element) => isShown(element) && !canBeSent(element) && !element.closest('summary'))
    .map((element) => element.outerHTML.slice(0, 200));
}

// Scripts of tests run although those of the page do not.
const findDeadControls = (page: Page) => page.evaluate(deadControls);

test('every public page has its content without JavaScript, or says what works without', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  test.setTimeout(180_000);
  const routes = allRoutes().filter(({ path }) => !NOT_MEANT.includes(path));
  for (const { path, guard } of routes) {
    if (guard === 'admins') continue;
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBeLessThan(500);
    const main = page.getByRole('main');
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
    const text = (await main.innerText()).trim();
    const needsScript = NEEDS_SCRIPT.includes(path) || guard === 'members' || isPlayer(path);
    expect(text.includes('This part needs JavaScript'), `${path} says that it needs JavaScript`).toBe(
      needsScript,
    );
    expect(text.length, `${path} has content`).toBeGreaterThan(40);
    expect(text, path).not.toMatch(/\bLoading\b|Checking/);
    await expect(page.locator('.animate-spin:visible, [aria-busy=true]:visible'), path).toHaveCount(0);
    expect(await findDeadControls(page), path).toEqual([]);
    await expectNoHorizontalScroll(page);
    if (path !== '/offline' && !isPlayer(path) && path !== '/downloads/watch') {
      const links = page.getByRole('contentinfo').getByRole('link');
      expect(await links.count(), `${path} has links in its footer`).toBeGreaterThan(10);
    }
  }
});

test('a visitor searches, filters, turns pages and reads the forum by plain links and forms', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('  wout mon ');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(page.getByRole('searchbox')).toHaveValue('wout mon');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Wout Mòn Nwa 2025/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/titles\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wout Mòn Nwa');
  await page.goto('/search?q=zzzzqqqq');
  await expect(page.getByRole('main')).toContainText('Nothing found for “zzzzqqqq”');

  await page.goto('/series');
  await page.getByRole('combobox', { name: 'Genre' }).selectOption('Crime');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/genre=Crime/);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/\d+ series/);

  await page.goto('/forum?sort=active');
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/forum\/topic\//);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Categories' })).toBeInViewport();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('a visitor writes to us by a plain form, and loses nothing where something is wrong', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/422/);
  const subject = `Plain ${Math.random().toString(36).slice(2)}`;
  await page.goto('/contact?sent=no');
  await expect(page.getByText('Message sent successfully')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Name' }).fill('Anaïse <b>');
  await page.getByRole('textbox', { name: 'Email' }).fill('anaise@example.test');
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  // Long enough for the browser, not for us: blanks do not count.
  await page.getByRole('textbox', { name: 'Message' }).fill('short           ');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription(
    'Message must be at least 10 characters',
  );
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Anaïse <b>');
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('textbox', { name: 'Message' }).fill('First line.\nSecond line.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(/\/contact\?sent=yes$/);
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible();
  await expect.poll(async () => (await waitForEmail('support@lakou.test')).subject).toContain(subject);
  expect((await waitForEmail('support@lakou.test')).text).toContain('First line.\nSecond line.');

  // What one visitor wrote is on no other visitor's page, and cannot be put there by a link.
  const forged = `/contact?posted=${encodeURIComponent(JSON.stringify({ values: { name: 'Forged' }, errors: {} }))}`;
  for (const path of ['/contact', forged])
    expect(await (await request.get(path)).text()).not.toMatch(/Anaïse|Forged/);
});

test('the plain form refuses other sites, and too much', async ({ request }) => {
  const form = {
    name: 'Anaïse',
    email: 'anaise@example.test',
    subject: 'A question',
    message: 'Where is my film?',
  };
  const send = (headers: Record<string, string>, fields: Record<string, string> = form) =>
    request.post('/contact', { form: fields, headers, maxRedirects: 0 });
  expect((await send({ 'sec-fetch-site': 'cross-site' })).status()).toBe(403);
  expect((await send({ 'sec-fetch-site': 'same-site' })).status()).toBe(403);
  expect((await send({ origin: 'https://elsewhere.example' })).status()).toBe(403);
  const same = { 'sec-fetch-site': 'same-origin' };
  expect((await send(same, { ...form, message: 'x'.repeat(100_000) })).status()).toBe(413);
  expect((await send(same, { ...form, message: 'x'.repeat(5001) })).status()).toBe(422);
  expect((await request.post('/contact', { data: form, headers: same })).status()).toBe(422);
  expect((await request.post('/register', { form, headers: same })).status()).toBe(404);
});

test('a member signs in by a plain form, is told what is wrong, lands on the way, and signs out', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 4(00|22)/);
  const member = await newMember(request);
  const [email, password] = [
    page.getByRole('textbox', { name: 'Email' }),
    page.getByLabel('Password', { exact: true }),
  ];
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign In' });
  await page.goto('/films');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login?next=%2Ffilms');

  await email.fill('not an address');
  await signIn.click();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(email).toHaveValue('not an address');
  await email.fill(member.email);
  await password.fill('not the password');
  await page.getByLabel('Remember me').check();
  await signIn.click();
  await expect(password).toHaveAccessibleDescription('Invalid login credentials');
  await expect(password).toHaveValue('');
  await expect(email).toHaveValue(member.email);
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await password.fill(member.password);
  await signIn.click();

  await expect(page).toHaveURL('/films');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(await findDeadControls(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Signed in as ${member.email}`);
  expect(await findDeadControls(page)).toEqual([]);
  await expectNoHorizontalScroll(page);

  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(email).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  await page.goBack();
  await page.goto('/login');
  await expect(page.getByText(member.email)).toHaveCount(0);
});

test('pages of a member say what needs JavaScript', async ({ page, request, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  test.setTimeout(120_000);
  const member = await newMember(request);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  for (const { path, guard } of allRoutes()) {
    if (guard !== 'members') continue;
    await page.goto(path);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
    const text = (await page.getByRole('main').innerText()).trim();
    expect(text.includes('This part needs JavaScript'), path).toBe(!path.startsWith('/films'));
    await expect(page.locator('.animate-spin:visible, [aria-busy=true]:visible'), path).toHaveCount(0);
    expect(await findDeadControls(page), path).toEqual([]);
    await expectNoHorizontalScroll(page);
  }
});
