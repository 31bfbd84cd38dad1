import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  newEmailAddress,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { payInSandbox } from './sandbox-payment.ts';

const phone = { width: 360, height: 740 };

test('a pass bought in Brooklyn is redeemed in Okap, on a phone, by somebody new', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  await signIn(await newMember(request, 'Jean Brooklyn'));
  await page.goto('/gift');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for family' })).toBeVisible();
  await expect(page.getByText('You have not given anything yet')).toBeVisible();
  await expect(page.getByLabel('What you give')).toHaveValue('month');
  await page.getByLabel('What you give').selectOption('week');
  await page.getByLabel('Their name').fill('Manmi Roz');
  await page.getByLabel(/^Their phone number/).fill('3456 7890');
  await page.getByLabel('Your name, as they know you').fill('Jean');
  await page.getByLabel('Your greeting').fill('Bòn fèt, Manmi!');
  await page.getByRole('button', { name: 'Pay $1.49' }).click();
  await expect(page.getByText('Please enter the phone number with its country code')).toBeVisible();
  await page.getByLabel(/^Their phone number/).fill('+509 3456 7890');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Pay $1.49' }).click();
  await payInSandbox(page);
  await expect(page.getByText('The gift is ready.')).toBeVisible();
  const card = page.getByRole('heading', { name: 'For Manmi Roz' }).locator('../../..');
  const code = (await card.getByText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/).textContent()) ?? '';
  const message = await card.getByRole('link', { name: 'Send with WhatsApp' }).getAttribute('href');
  expect(message).toContain('https://wa.me/50934567890?text=');
  const link = /\/redeem\?\S+/.exec(decodeURIComponent(message ?? ''))?.[0] ?? '';
  expect(link).toBe(`/redeem?redeem_code=${code}&lang=ht`);

  const okap = await browser.newContext({ viewport: phone, baseURL: new URL(page.url()).origin });
  const recipient = await okap.newPage();
  // A mistyped code is noticed before anybody is asked.
  await recipient.goto('/redeem?lang=ht');
  await recipient.getByLabel('Kòd ou a').fill(code.replace(/.$/, code.endsWith('C') ? 'D' : 'C'));
  await recipient.getByRole('button', { name: 'Kontinye' }).click();
  await expect(recipient.getByText('gen yon karaktè ki pa bon')).toBeVisible();
  await recipient.getByLabel('Kòd ou a').fill(code.toLowerCase().replaceAll('-', ' '));
  await recipient.getByRole('button', { name: 'Kontinye' }).click();
  await expect(recipient.getByText('Bòn fèt, Manmi!')).toBeVisible();

  await recipient.goto(link);
  await expect(recipient.getByRole('heading', { level: 1, name: 'Jean gen yon kado pou ou' })).toBeVisible();
  await expect(recipient.getByText('Yon semèn Lakou')).toBeVisible();
  await expectNoHorizontalScroll(recipient);
  await expectAccessibleInBothThemes(recipient);
  await recipient.getByRole('link', { name: 'Kreye yon kont' }).click();
  await recipient.locator('input[name="full_name"]').fill('Roz Okap');
  await recipient.locator('input[name="email"]').fill(newEmailAddress('roz'));
  for (const field of ['password', 'confirm_password'])
    await recipient.locator(`input[name="${field}"]`).fill('yon-modpas-ki-long');
  await recipient.getByRole('checkbox').check();
  await recipient.locator('main form button[type="submit"]').click();
  await recipient.waitForURL(/\/redeem\?redeem_code=/);
  await recipient
    .locator('main')
    .getByRole('button', { name: /Pran l kounye a|Redeem now/ })
    .click();
  await expect(recipient.getByText(/Se pou ou|It is yours/)).toBeVisible();
  await okap.close();

  await page.reload();
  await expect(page.getByText(/^Redeemed on/)).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
});

test('a giver takes back a gift that nobody redeemed, and gets the money back', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Jean Miami'));
  await page.goto('/gift');
  await page.getByLabel('What you give').selectOption('day');
  await page.getByLabel('Their name').fill('Ti Pyè');
  await page.getByLabel('Your name, as they know you').fill('Jean');
  await page.getByRole('button', { name: 'Pay $0.49' }).click();
  await payInSandbox(page);
  await page.getByRole('button', { name: 'Cancel the gift' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the gift' }).click();
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  await page.goto('/purchases');
  await expect(page.getByText('Refunded', { exact: true }).filter({ visible: true })).toHaveCount(1);
});
