import type { Page } from '@playwright/test';
import {
  expect,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForEmail,
  waitForHydration,
} from '../../support/browser.ts';

// The server accepts five messages an hour from one address: two tests here send one each, the others never arrive.
const SENT = "Message sent successfully! We'll get back to you soon.";
const TOO_SHORT = {
  Name: 'Name must be at least 2 characters',
  Email: 'Please enter a valid email address',
  Subject: 'Subject must be at least 5 characters',
  Message: 'Message must be at least 10 characters',
};
const fields = (page: Page) =>
  Object.keys(TOO_SHORT).map((name) => page.getByRole('textbox', { name, exact: true }));
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });
const exampleMessage = [
  'Anaïse',
  'anaise@example.test',
  'Where is my film?',
  'I would like to see it again.',
];

async function write(page: Page, values: readonly string[] = exampleMessage): Promise<void> {
  for (const [at, field] of fields(page).entries()) await field.fill(values[at]!);
}
async function expectWritten(page: Page, values: readonly string[]): Promise<void> {
  for (const [at, field] of fields(page).entries()) await expect(field).toHaveValue(values[at]!);
}
function recordSubmissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('contact_messages')) sent.push(request.url());
  });
  return sent;
}

test('a visitor sends a message with the keyboard alone, and support gets it by email', async ({ page }) => {
  const subject = `Kesyon ${Math.random().toString(36).slice(2)}`;
  const values = ['Anaïse', 'anaise@example.test', subject, 'Mwen renmen fim nan anpil.'];
  await page.goto('/contact');
  await expect(page).toHaveTitle('Contact Us · Lakou');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(/Brooklyn, New York/)).toBeVisible();
  await expect(main.getByRole('link', { name: 'support@lakou.test' })).toHaveAttribute(
    'href',
    'mailto:support@lakou.test',
  );
  await waitForHydration(page);
  const sent = recordSubmissions(page);
  const [name] = fields(page);
  await name!.focus();
  for (const value of values) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(send(page)).toBeFocused();
  await page.reload();
  await expectWritten(page, values);
  await waitForHydration(page);
  await send(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(SENT)).toBeVisible();
  await expectWritten(page, ['', '', '', '']);
  await page.reload();
  await waitForHydration(page);
  await expectWritten(page, ['', '', '', '']);
  expect(sent).toHaveLength(1);

  await expect.poll(async () => (await emailsAbout(subject))[0]?.to).toBe('support@lakou.test');
  expect((await emailsAbout(subject))[0]?.text).toContain('Mwen renmen fim nan anpil.');
});

test('a member’s name and address are filled in, and a double click sends one message', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('member');
  const sent = recordSubmissions(page);
  await page.goto('/contact');
  const [name, email, subject, message] = fields(page);
  await expect(name!).toHaveValue('Stanley Philogène');
  await expect(email!).toHaveValue('member@lakou.test');
  const about = `A question ${Math.random().toString(36).slice(2)}`;
  await subject!.fill(about);
  await message!.fill('Where can I see what I have rented?');
  await send(page).dblclick();
  await expect(page.getByText(SENT)).toBeVisible();
  await expect.poll(async () => (await emailsAbout(about)).length).toBe(1);
  expect((await emailsAbout(about))[0]?.text).toContain('/profile/');
  expect(sent).toHaveLength(1);
  await expectNoHorizontalScroll(page);
});

test('each field shows its error until it is valid', async ({ page }) => {
  await page.goto('/contact');
  const sent = recordSubmissions(page);
  await waitForHydration(page);
  await send(page).click();
  for (const text of Object.values(TOO_SHORT)) await expect(page.getByText(text)).toBeVisible();
  const [first] = fields(page);
  await expect(first!).toBeFocused();
  await expect(first!).toHaveAccessibleDescription(TOO_SHORT.Name);

  await write(page, ['A', 'anaise@', '  four  ', 'Too short']);
  for (const text of Object.values(TOO_SHORT)) await expect(page.getByText(text)).toBeVisible();
  await write(page);
  for (const text of Object.values(TOO_SHORT)) await expect(page.getByText(text)).toHaveCount(0);
  const [, , subject] = fields(page);
  await subject!.fill('x'.repeat(201));
  await send(page).click();
  await expect(page.getByText('This text is too long')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a visitor whose message fails sees the reason and loses no text', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|net::ERR/);
  await page.goto('/contact');
  await waitForHydration(page);
  await write(page);
  const failure = page.getByRole('main').getByRole('alert');
  const answerWith = (status: number, hint: string | null) =>
    page.route('**/rest/v1/contact_messages*', (route) =>
      route.fulfill({ status, json: { code: 'PT429', message: 'no', details: null, hint } }),
    );
  for (const [arrange, sentence] of [
    [() => answerWith(429, 'too_many_tries'), 'Too many tries. Please wait a little.'],
    [() => answerWith(503, null), 'Your message could not be sent. Please try again.'],
    [
      () => page.route('**/rest/v1/contact_messages*', (route) => route.abort()),
      'Network error. Please check your internet connection and try again.',
    ],
  ] as const) {
    await arrange();
    await send(page).click();
    await expect(failure).toContainText(sentence);
    await expect(failure).toContainText('What you wrote is still here.');
    await expectWritten(page, exampleMessage);
    await expect(send(page)).not.toHaveAttribute('aria-busy');
  }
});

test('the form is in Kreyòl for a visitor who chose it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contact?lang=ht');
  await expect(page.getByRole('heading', { level: 1, name: 'Kontakte nou' })).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Voye mesaj la' }).click();
  await expect(page.getByText('Mete yon adrès imèl ki bon')).toBeVisible();
  await expectNoHorizontalScroll(page);
});

async function emailsAbout(subject: string) {
  await waitForEmail('support@lakou.test');
  const all = (await (await fetch(`${servers.demo()}/_mail.json`)).json()) as {
    to: string;
    subject: string;
    text: string;
  }[];
  return all.filter((one) => one.subject === `[Lakou] ${subject}`);
}
