import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { asMember, payInSandbox } from './sandbox-payment.ts';

interface Film {
  id: string;
  title: string;
}

test('an admin makes a bundle; a member who owns a part of it reads so, buys it on a phone and has all of it', async ({
  page,
  signIn,
  request,
  browser,
  allowConsoleErrors,
}) => {
  // A bundle of one title is refused.
  allowConsoleErrors(/400 .*create_bundle/);
  // An admin and a member, one after the other.
  test.setTimeout(240_000);
  const member = await newMember(request, 'Roz Gonayiv');
  const name = `Karetsi ${member.id.slice(0, 8)}`;
  const sold = await request.get(
    '/rest/v1/movies?select=id,title&published=is.true&is_free=is.false&is_purchasable=is.true&order=id&limit=2',
  );
  const [owned, other] = (await sold.json()) as [Film, Film];

  await signIn('admin');
  await page.goto('/admin/vouchers');
  await page.getByRole('button', { name: 'New bundle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).first().fill(name);
  await dialog.getByLabel(/^Price in dollars/).fill('15');
  const choose = async ({ title }: Film) => {
    await dialog.getByRole('searchbox').fill(title);
    await dialog
      .getByRole('list', { name: 'Find a film or series' })
      .getByRole('button', { name: title })
      .first()
      .click();
  };
  await choose(owned);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Please choose 2 to 20 titles, each once')).toBeVisible();
  await choose(other);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row.getByText('Running')).toBeVisible();
  await expectNoHorizontalScroll(page);
  const path = (await row.getByRole('link', { name }).getAttribute('href')) ?? '';

  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: new URL(page.url()).origin,
  });
  const phone = await context.newPage();
  // Everybody can read it, also without JavaScript.
  const markup = await (await request.get(`${path}?lang=en`)).text();
  expect(markup.includes('Buy the bundle for $15.00')).toBe(true);
  expect((await request.get('/bundles/00000000-0000-4000-8000-000000000000')).status()).toBe(404);
  const session = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: member.email, password: member.password },
  });
  await phone.goto('/faq?lang=en');
  await phone.evaluate((text) => localStorage.setItem('lakou-session', text), await session.text());

  // One of the two is the member's already.
  await phone.goto(`/films/${owned.id}`);
  await phone.getByRole('button', { name: /^Buy for/ }).click();
  await phone.getByRole('button', { name: /^Pay/ }).click();
  await payInSandbox(phone);
  await expect(phone.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();

  await phone.goto(`/films/${other.id}`);
  await phone.getByRole('link', { name: new RegExp(`Also in the bundle ${name}: 2 titles for`) }).click();
  await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(phone.getByText(`You already own ${owned.title}. The price stays the same.`)).toBeVisible();
  await expectNoHorizontalScroll(phone);
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Buy the bundle for $15.00' }).click();
  await expect(phone.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(phone.getByText(`You already own ${owned.title}. The price stays the same.`)).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Do you have a promotion code?' })).toHaveCount(0);
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Pay $15.00' }).click();
  await payInSandbox(phone);
  await expect(phone.getByText(`${name} is yours.`)).toBeVisible();
  await phone.getByRole('link', { name: 'Watch Now' }).click();
  await expect(phone.getByText('All of these titles are yours already.')).toBeVisible();
  for (const { id } of [owned, other])
    expect(await asMember(phone, 'can_watch', { media_type: 'movie', media_id: id })).toBe(true);

  const [paid] = (await asMember(phone, 'my_payments')) as { id: number; amount_minor: number }[];
  expect(paid?.amount_minor).toBe(1500);
  await phone.goto(`/purchases/${paid?.id}`);
  await expect(phone.getByText(`Bundle: ${name}`)).toBeVisible();
  await expect(phone.getByText(`${owned.title}, ${other.title}`)).toBeVisible();
  await context.close();

  await page.reload();
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await row.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(row.getByText('Ended')).toBeVisible();
  await page.goto(path);
  await expect(page.getByText('This bundle is no longer sold.')).toBeVisible();
});
