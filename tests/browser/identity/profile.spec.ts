import sharp from 'sharp';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { hugePng } from '../../support/huge-png.ts';
import { newMember } from '../../support/new-member.ts';
import { film } from '../../support/playing.ts';

test('a member fills in every field, and others see exactly the public ones', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  const member = await newMember(request, 'Rose-Laure Toussaint');
  await signIn(member);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Rose-Laure');
  await expect(page.getByRole('switch', { name: 'Public Profile' })).toBeChecked();
  await expect(page.getByRole('main').getByRole('link', { name: 'Watchlist' })).toHaveAttribute(
    'href',
    '/watchlist',
  );

  // What others see comes first; 'Edit' leads to the form.
  await expect(page.getByText(/^Member since /)).toBeVisible();
  await expect(page.getByText('Titles that you give four or five stars will be shown here.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Username')).toBeInViewport();

  const username = `roselaure-${Date.now()}`;
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Bio').fill('Mwen renmen fim.');
  await page.getByPlaceholder('City, Country').fill('Okay, Ayiti');
  await page.getByLabel('Website').fill('https://roselaure.example/');
  await page.getByLabel('Occupation').fill('Pwofesè');
  await page.getByLabel('Phone').fill('+509 3456 7890');
  await expect(page.getByLabel('Date of Birth')).toHaveAttribute('type', 'date');
  await page.getByLabel('Date of Birth').fill('1991-05-18');
  await page.getByLabel('Interests').fill(' sinema, , mizik ,dans ');
  await page.getByRole('button', { name: 'Update Profile' }).dblclick();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Interests')).toHaveValue('sinema, mizik, dans');
  await expect(page.getByLabel('Phone')).toHaveValue('+509 3456 7890');

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL(`/profile/${member.id}`, page.url()).href);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Rose-Laure Toussaint' })).toBeVisible();
  await expect(stranger.getByText(`@${username}`)).toBeVisible();
  for (const text of ['Mwen renmen fim.', 'Okay, Ayiti', 'Pwofesè', 'sinema', 'dans'])
    await expect(stranger.getByText(text, { exact: true })).toBeVisible();
  const website = stranger.getByRole('link', { name: /roselaure\.example/ });
  await expect(website).toHaveAttribute('target', '_blank');
  await expect(stranger.getByRole('heading', { name: /^(Favourites of|Reviews by|Topics by)/ })).toHaveCount(
    0,
  );
  const html = await stranger.content();
  expect(html).not.toContain('3456');
  expect(html).not.toContain('1991-05-18');
  expect(html).not.toContain(member.email);
  await expectAccessibleInBothThemes(stranger);
  await stranger.context().close();
});

test('a member’s page shows favourites, reviews and topics to everybody, and the list to the member alone', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  const member = await newMember(request, 'Timoun Lakou');
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: member.email, password: member.password },
  });
  const headers = { authorization: `Bearer ${(await answer.json()).access_token}` };
  const rows: [string, object][] = [
    ['reviews', { movie_id: film(2), rating: 5, review_text: 'Mwen kriye de fwa.' }],
    ['reviews', { movie_id: film(3), rating: 2 }],
    ['watchlist', { movie_id: film(4) }],
    ['forum_topics', { title: 'Ki fim pou timoun?', content: 'M ap chèche.' }],
  ];
  for (const [table, row] of rows) {
    const written = await request.post(`/rest/v1/${table}`, {
      headers,
      data: { user_id: member.id, ...row },
    });
    expect(written.status(), await written.text()).toBe(201);
  }
  await signIn(member);
  await page.goto('/profile');
  const row = (name: string, who = page) => who.getByRole('list', { name, exact: true });
  await expect(row('Favourites').getByRole('article')).toHaveCount(1);
  await expect(row('Favourites').getByRole('link', { name: 'Wout Mòn Nwa' })).toBeVisible();
  await expect(row('Your reviews').getByRole('article')).toHaveCount(2);
  await expect(row('Your reviews')).toContainText('Mwen kriye de fwa.');
  await expect(row('Your topics').getByRole('link', { name: 'Ki fim pou timoun?' })).toBeVisible();
  await page.getByRole('heading', { name: 'My list' }).scrollIntoViewIfNeeded();
  await expect(row('My list').getByRole('article')).toHaveCount(1);
  await expect(page.getByLabel('First Name')).toHaveValue('Timoun');
  await expectAccessibleInBothThemes(page);

  // Others get it from the server, without scripts.
  const stranger = await browser.newPage({ baseURL: servers.demo(), javaScriptEnabled: false });
  await stranger.goto(`/profile/${member.id}`);
  await expect(row('Favourites of Timoun Lakou', stranger).getByRole('article')).toHaveCount(1);
  await expect(row('Reviews by Timoun Lakou', stranger)).toContainText('Mwen kriye de fwa.');
  await expect(row('Topics by Timoun Lakou', stranger).getByRole('link')).toHaveText('Ki fim pou timoun?');
  await expect(stranger.getByRole('heading', { name: 'My list' })).toHaveCount(0);
  await stranger.close();
});

test('each error is shown beside its field, and no input is lost', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/409|Failed to load resource/);
  await signIn(await newMember(request));
  await page.goto('/profile');
  await page.getByLabel('Username').fill('x');
  await page.getByLabel('Website').fill('not a web address');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Username must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  await page.getByLabel('Website').fill('');
  await page.getByLabel('Username').fill('roseline');
  await page.getByLabel('Bio').fill('Yon ti mo.');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('This username is already taken').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('Yon ti mo.');
});

test('other members cannot see a private profile and learn why; its owner can', async ({
  page,
  signIn,
  request,
  browser,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  const member = await newMember(request);
  await signIn(member);
  await page.goto('/profile');
  await page.getByRole('switch', { name: 'Public Profile' }).uncheck();
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await page.goto(`/profile/${member.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  for (const [path, sentence] of [
    [`/profile/${member.id}`, 'Profile not found or private'],
    ['/profile/nobody', 'User not found'],
  ] as const) {
    const answer = await stranger.goto(new URL(path, page.url()).href);
    expect(answer?.status()).toBe(404);
    await expect(stranger.getByText(sentence)).toBeVisible();
    await expect(stranger).toHaveURL(/\/$/);
  }
  await stranger.context().close();
});

test('an avatar is cropped, uploaded, and shown to others once it is saved', async ({
  page,
  signIn,
  request,
}) => {
  const member = await newMember(request);
  await signIn(member);
  await page.goto('/profile');
  await waitForHydration(page);
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#d92b3a' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mwen.jpg', mimeType: 'image/jpeg', buffer: photo });
  const dialog = page.getByRole('dialog', { name: 'Choose what is seen' });
  await expect(dialog.getByRole('button', { name: 'Use this picture' })).toBeEnabled();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  const face = page.getByRole('img', { name: 'Portrait' });
  await expect(face).toHaveAttribute(
    'src',
    new RegExp(`profile-images/${member.id}/${member.id}-\\d+\\.jpg`),
  );

  const shown = async () =>
    (
      (await (await request.get(`/rest/v1/profiles?id=eq.${member.id}&select=avatar_url`)).json()) as [
        { avatar_url: string | null },
      ]
    )[0].avatar_url;
  expect(await shown()).toBeNull();
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  const address = await shown();
  expect(address).toMatch(/^\/storage\/v1\/object\/public\/profile-images\//);
  const stored = await sharp(await (await request.get(address!)).body()).metadata();
  expect(stored.width).toBe(stored.height);
  expect(stored.width).toBeLessThanOrEqual(512);
});

test('a member sees why a file is not accepted as an avatar', async ({ page, signIn, request }) => {
  await signIn(await newMember(request));
  await page.goto('/profile');
  await waitForHydration(page);
  const offer = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await offer('large.png', 'image/png', Buffer.alloc(5 * 1024 * 1024));
  await expect(page.getByText('Image size must be less than 5MB')).toBeVisible();
  await offer('script.png', 'image/png', Buffer.from('<script>alert(1)</script>'));
  await expect(page.getByText('This file is not a picture we can read').first()).toBeVisible();
  await offer('huge.png', 'image/png', hugePng(20_000));
  await expect(page.getByText('This picture has too many pixels')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the profile works on a phone, in both themes, with a keyboard', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('subscriber');
  await page.goto('/profile');
  await page.getByLabel('Username').focus();
  await page.keyboard.press('Tab');
  const open = page.getByRole('switch', { name: 'Public Profile' });
  await expect(open).toBeFocused();
  await page.keyboard.press('Space');
  await expect(open).not.toBeChecked();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
});

test('a member who is signed out elsewhere while editing the profile has to sign in again', async ({
  page,
  signIn,
  request,
  context,
  allowConsoleErrors,
}) => {
  // Requests under way are refused.
  allowConsoleErrors(/401/);
  await signIn(await newMember(request));
  await page.goto('/profile');
  await page.getByLabel('Bio').fill('Mwen poko fini');
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(() => localStorage.removeItem('lakou-session'));
  await expect(page.getByText('Please login to view your profile')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('nobody can become the first admin once there is one', async ({ page, signIn, allowConsoleErrors }) => {
  allowConsoleErrors(/40\d|Failed to load resource/);
  await page.goto('/admin/setup');
  await expect(page.getByRole('heading', { level: 1, name: 'Grant Admin Access' })).toBeVisible();
  await page.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(page.getByText('Please login first')).toBeVisible();
  await signIn('member');
  await page.goto('/admin/setup');
  await page.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(page.getByText('Failed to setup admin access')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await signIn('admin');
  await page.goto('/admin/setup');
  await page.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(page.getByText('You are already an admin')).toBeVisible();
});
