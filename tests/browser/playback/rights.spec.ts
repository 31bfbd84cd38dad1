import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { follow } from '../../support/follow.ts';
import { newMember, newSubscriber } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService } from '../../support/playing.ts';

const [free, forSubscribers, forSale, withoutVideo] = [film(3), film(4), film(2), film(25)];
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

test('a visitor can watch a free film, and no other one without signing in', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  const html = await (await request.get(`/watch/movie/${free}`)).text();
  expect(html).toContain('<title>Watch Machann Solèy · Lakou</title>');
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/share\/[^"]+\.jpg/);
  expect((await request.get(`/watch/movie/${film(999)}`)).status()).toBe(404);
  await page.goto(`/watch/movie/${free}`);
  await expectPlaying(page);

  allowConsoleErrors(/401/);
  await page.goto(`/watch/movie/${forSubscribers}`);
  await expect(page.getByRole('heading', { name: 'Subscribe to Watch' })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    `/subscribe?film=${forSubscribers}`,
  );
  await page.goto(`/watch/movie/${forSale}`);
  await expect(page.getByRole('heading', { name: 'Rent or buy it to watch' })).toBeVisible();
  await page.getByRole('button', { name: 'Rent for $4.49' }).click();
  await expect(page.getByRole('region', { name: 'On your way to rent' })).toContainText('Wout Mòn Nwa');
  await page.goto(`/watch/movie/${forSubscribers}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('region', { name: 'On your way to watch' })).toContainText('Kòk Kalite');
  await page.getByLabel('Email').fill('subscriber@lakou.test');
  await page.getByLabel('Password', { exact: true }).fill('lakou-demo');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`/watch/movie/${forSubscribers}`);
  await expectPlaying(page);
});

test('a subscriber’s ‘Watch Now’ opens a new tab that is signed in and plays', async ({ page, signIn }) => {
  await signIn('subscriber');
  await page.goto(`/films/${forSubscribers}`);
  const engine = page.waitForRequest(/assets\/hls\.light/);
  const button = page.getByRole('link', { name: 'Watch Now' });
  await button.hover();
  await engine;
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await expectPlaying(tab);
  await expect(tab.getByRole('heading', { level: 1, name: 'Kòk Kalite' })).toBeVisible();
});

test('a member can watch a bought film, and a rented one until the rental ends', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/402/);
  const member = await newMember(request);
  await signIn(member);
  await page.goto(`/watch/movie/${forSale}`);
  await expect(page.getByRole('heading', { name: 'Subscribe to Watch' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy or rent it' })).toHaveAttribute(
    'href',
    `/films/${forSale}`,
  );
  const right = { user_id: member.id, movie_id: forSale, title: 'Wout Mòn Nwa', amount: 4.49 };
  const rental = { ...right, transaction_type: 'rental' };
  const over = { created_at: inHours(-49), rental_expiry: inHours(-2) };
  await insertAsService(request, 'user_purchases', { ...rental, ...over });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Subscribe to Watch' })).toBeVisible();

  await insertAsService(request, 'user_purchases', { ...rental, rental_expiry: inHours(47) });
  await page.reload();
  await expectPlaying(page);

  const buyer = await newMember(request);
  await signIn(buyer);
  await insertAsService(request, 'user_purchases', {
    ...right,
    user_id: buyer.id,
    transaction_type: 'purchase',
    amount: 12.99,
  });
  await page.goto(`/watch/movie/${forSale}`);
  await expectPlaying(page);
});

test('a member sees when a film has no video or does not exist', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  await signIn('admin');
  await page.goto(`/watch/movie/${withoutVideo}`);
  await expect(page.getByRole('heading', { name: 'Video not available' })).toBeVisible();
  await page.goto('/watch/episode/5e000000-0000-4000-8000-999999999999');
  await expect(page.getByRole('heading', { name: 'Nothing plays here' })).toBeVisible();
});

test('a member on a fourth screen chooses which other one to end, and then watches', async ({
  page,
  browser,
  request,
  signIn,
  allowConsoleErrors,
  baseURL,
}) => {
  allowConsoleErrors(/409/);
  await signIn(await newSubscriber(request));
  const session = await page.evaluate(() => localStorage.getItem('lakou-session') ?? '');
  const { access_token } = JSON.parse(session) as { access_token: string };
  // Three other browsers of the same member.
  for (const id of [film(3), film(4), film(6)]) {
    const screen = await browser.newContext({ baseURL: baseURL ?? '' });
    const answer = await screen.request.post('/functions/v1/playback', {
      data: { mediaType: 'movie', id },
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { url } = (await answer.json()) as { url: string };
    expect((await screen.request.get(url)).status()).toBe(200);
    await screen.close();
  }
  await page.goto(`/watch/movie/${film(11)}`);
  await expect(page.getByRole('heading', { name: 'Your account is playing elsewhere' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'End that one Kòk Kalite' }).click();
  await expectPlaying(page);
});

test('a viewer looks into one film after another, more than can play at once, and each keeps its position', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(await newSubscriber(request));
  await page.goto('/forum');
  for (const id of [film(3), film(4), film(6), film(11)]) {
    await follow(page, `/watch/movie/${id}`);
    await expectPlaying(page);
    const left = page.waitForResponse((response) => response.url().endsWith('/progress'));
    await follow(page, '/forum');
    const report = await left;
    expect(report.status()).toBe(204);
    expect(report.request().postDataJSON()).toMatchObject({ ended: true });
    await expect(page.getByRole('heading', { level: 1, name: 'Forum' })).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Continue watching' })).toBeVisible();
});
