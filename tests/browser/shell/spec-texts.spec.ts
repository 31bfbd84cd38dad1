import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, servers, test, waitForHydration } from '../../support/browser.ts';
import { loseAuthClient } from '../../support/lose-auth-client.ts';
import { newMember } from '../../support/new-member.ts';
import { newWriter, toasts, write } from '../community/people.ts';

/** Error messages of the specification that no other test meets: each text on its cause. */

const NO = { message: 'no', code: 'X', details: null, hint: null };

/** Answers requests of this method with a status from now on; 0 aborts them. */
async function answerWith(page: Page, method: string, address: string, status: number, json: unknown = NO) {
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return status === 0 ? route.abort() : route.fulfill({ status, json });
  });
}

/** The action shows this toast. */
async function expectToast(page: Page, press: () => Promise<unknown>, sentence: string) {
  await press();
  await expect(toasts(page).getByText(sentence, { exact: true })).toBeVisible({ timeout: 20_000 });
}

test('the forum shows every error in the specification’s words', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const writer = await newWriter(request, 'Refize Anpil');
  const topic = await write(request, writer, 'forum_topics', { title: 'Pòt fèmen', content: 'Tok tok.' });
  await write(request, writer, 'forum_posts', { topic_id: topic, content: 'Kilès ki la?' });
  await signIn(writer);
  await page.goto(`/forum/topic/${topic}`);
  const posts = '**/rest/v1/forum_posts*';
  const topics = '**/rest/v1/forum_topics*';
  await answerWith(page, 'POST', posts, 400);
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Mwen menm.');
  const reply = () => page.getByRole('button', { name: 'Post Reply' }).click();
  await expectToast(page, reply, 'Failed to post reply');
  for (const [kind, address] of [
    ['post', posts],
    ['topic', topics],
  ] as const) {
    const remove = async () => {
      await page.getByRole('button', { name: `Delete ${kind}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    };
    await answerWith(page, 'DELETE', address, 400);
    await expectToast(page, remove, `Failed to delete ${kind}`);
    await answerWith(page, 'DELETE', address, 401);
    await expectToast(page, remove, `Please login to delete ${kind}s`);
  }

  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Forum' }).click();
  await page.getByRole('button', { name: 'Create New Topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Topic' });
  await dialog.getByLabel('Title').fill('Yon sijè');
  await dialog.getByLabel('Content').fill('Ak yon kontni.');
  // The message never covers the retry button.
  const create = () => dialog.getByRole('button', { name: 'Create Topic' }).click();
  await answerWith(page, 'POST', topics, 0);
  const lost =
    'An unexpected error occurred: Network error. Please check your internet connection and try again.';
  await expectToast(page, create, lost);
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(topics, async (route) => {
    await held;
    await route.fulfill({ status: 401, json: NO });
  });
  await create();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
  answer();
  await expect(toasts(page).getByText('Please log in to create a topic')).toBeVisible();
});

test('a film and a series show every error in the specification’s words', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await signIn(await newMember(request, 'Refize Fim'));
  await page.goto('/films/f1000000-0000-4000-8000-000000000022');
  const watchlist = '**/rest/v1/watchlist*';
  const add = () => page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await answerWith(page, 'POST', watchlist, 400);
  await expectToast(page, add, 'Failed to update watchlist');
  await answerWith(page, 'POST', watchlist, 401);
  await expectToast(page, add, 'Please sign in to manage your watchlist');

  await page.getByRole('tab', { name: /Reviews/ }).click();
  const form = page.getByRole('form', { name: 'Write a review' });
  await form.getByRole('radio', { name: '3 stars' }).check();
  const send = () => form.getByRole('button', { name: 'Submit review' }).click();
  const reviews = '**/rest/v1/reviews*';
  await answerWith(page, 'POST', reviews, 400);
  await expectToast(page, send, 'Failed to submit review');
  await answerWith(page, 'POST', reviews, 401);
  await expectToast(page, send, 'Please sign in to write a review');

  await signIn('subscriber');
  await answerWith(page, 'GET', '**/rest/v1/episodes*', 200, []);
  await page.goto('/series/5e000000-0000-4000-8000-000000000001');
  const watch = () => page.getByRole('button', { name: 'Watch Now' }).click();
  await expectToast(page, watch, 'No episodes available to watch');
});

test('a profile shows every error in the specification’s words', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|404/);
  // Roseline's profile is private, and she writes in the forum.
  await page.goto('/profile/a0000000-0000-4000-8000-000000000007');
  await expect(toasts(page).getByText('This profile is private', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');

  await signIn(await newMember(request, 'Refize Pwofil'));
  await page.goto('/profile');
  await waitForHydration(page);
  const profiles = '**/rest/v1/profiles*';
  const save = () => page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByLabel('Bio').fill('Yon ti mo.');
  await answerWith(page, 'PATCH', profiles, 400);
  await expectToast(page, save, 'Failed to update profile');
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(profiles, async (route) => {
    await held;
    await route.fulfill({ status: 401, json: NO });
  });
  await save();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  answer();
  await expect(toasts(page).getByText('You must be logged in to update your profile')).toBeVisible();

  const avatar = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const refused = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/storage/v1/object/profile-images/**', async (route) => {
    await refused;
    await route.fulfill({ status: 500, json: { statusCode: '500', error: 'x', message: 'x' } });
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: avatar });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeDisabled();
  answer();
  await expect(toasts(page).getByText('Failed to upload image')).toBeVisible();

  await page.unroute(profiles);
  await answerWith(page, 'GET', profiles, 400);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Failed to load profile information' })).toBeVisible();
});

test('the admin guard shows every error in the specification’s words', async ({
  page,
  browser,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|net::|Failed to fetch/);
  // The server renders a spinner for guarded pages.
  for (const guarded of ['/films', '/profile', '/admin/users'])
    expect(await (await request.get(guarded)).text()).toMatch(/<main[^>]*>(?:(?!<h1).)*role="status"/s);
  await page.goto('/admin');
  await expect(toasts(page).getByText('Please login to access this page')).toBeVisible();
  await expect(page).toHaveURL('/login');

  const member = await newMember(request, 'Chèf Yon Jou');
  await signIn(member);
  const isAdmin = '**/rest/v1/rpc/is_admin*';
  await page.route(isAdmin, (route) => route.abort());
  await page.goto('/admin');
  await expect(toasts(page).getByText('Error checking admin status')).toBeVisible();
  await page.unroute(isAdmin);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(toasts(page).getByText('You do not have permission to access this page')).toBeVisible();
  await expect(page).toHaveURL('/');

  // The admin role ends while the page is open.
  await page.goto('/admin/setup');
  await page.route('**/rest/v1/rpc/setup_admin*', async (route) => {
    await asService(request, 'post', '', { user_id: member.id });
    await route.fulfill({ status: 204 });
  });
  await page.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(toasts(page).getByText('Admin access granted successfully!')).toBeVisible();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await asService(request, 'delete', `?user_id=eq.${member.id}`);
  // The page can notice by itself and redirect before the text is typed.
  const typed = page.getByLabel('Search by name, email or ID').fill('nadine', { timeout: 5_000 });
  typed.catch(() => {});
  await expect(toasts(page).getByText('You do not have access to this area')).toBeVisible();
  await expect(page).toHaveURL('/');

  // A page whose chunk is not loaded and cannot be fetched.
  const session = await page.evaluate(() => localStorage.getItem('lakou-session') ?? '');
  const far = await browser.newContext({ baseURL: servers.demo(), serviceWorkers: 'block' });
  const cut = await far.newPage();
  await cut.goto('/favicon.svg');
  await cut.evaluate((text) => localStorage.setItem('lakou-session', text), session);
  await loseAuthClient(cut);
  await cut.goto('/admin/setup');
  await cut.getByRole('button', { name: 'Setup Admin Access' }).click();
  await expect(toasts(cut).getByText('Error checking user status')).toBeVisible();
  await far.close();
});

test('the admin tables have the specification’s columns and texts', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const title = `Fim ${crypto.randomUUID().slice(0, 8)}`;
  const member = await newMember(request, 'Wit Lèt');
  await signIn('admin');
  const expectColumns = async (address: string, heading: string, columns: string[]) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const shown = page.getByRole('columnheader');
    for (const column of columns) await expect(shown.filter({ hasText: column })).not.toHaveCount(0);
  };
  await expectColumns('/admin/subscriptions', 'Manage Subscriptions', ['Status']);
  await expectColumns('/admin/series', 'Manage Series', ['Title', 'Creator', 'Release Date', 'Actions']);
  await expect(page.getByRole('link', { name: 'Add Series' })).toHaveAttribute('href', '/admin/series/new');
  await expectColumns(`/admin/users?q=${member.email}`, 'User Management', ['Actions']);
  await expect(page.getByRole('status').getByText('1 in all')).toBeVisible();
  await expect(page.getByRole('cell', { name: member.id.slice(0, 8), exact: true })).toBeVisible();

  // A film whose upload fails, and one whose video cannot be linked: the film exists all the same.
  const video = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex');
  const make = async (name: string) => {
    await page.goto('/admin/movies/new');
    await waitForHydration(page);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(name);
    await page
      .getByLabel('Upload a video')
      .setInputFiles({ name: 'x.mp4', mimeType: 'video/mp4', buffer: video });
    await page.getByRole('button', { name: 'Create Movie' }).click();
  };
  const sending = '**/storage/v1/upload/resumable*';
  await page.route(sending, (route) => route.fulfill({ status: 403, json: NO }));
  await expectToast(page, () => make(title), 'Movie created but video upload failed');
  await page.unroute(sending);
  const reading = '**/rest/v1/movies?select=id%2Ctitle%2Cvideo_url*';
  await answerWith(page, 'GET', reading, 400);
  await expectToast(page, () => make(`${title} 2`), 'Movie created but failed to link the video file');
  await page.unroute(reading);

  const columns = ['Title', 'Purchase Price', 'Rental Price', 'Status', 'Video', 'Published', 'Actions'];
  await expectColumns(`/admin/movies?q=${encodeURIComponent(title)}`, 'Manage Movies', columns);
  await expect(page.getByRole('link', { name: 'Add Movie' })).toHaveAttribute('href', '/admin/movies/new');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await expectToast(page, () => press(`Publish ${title}`), 'Movie published to films page');
  await expectToast(page, () => press(`Unpublish ${title}`), 'Movie unpublished');
  for (const name of [title, `${title} 2`]) {
    await press(`Delete ${name}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row', { name, exact: false }).filter({ hasText: name })).toHaveCount(
      name === title ? 1 : 0,
    );
  }
});

async function asService(
  request: APIRequestContext,
  method: 'post' | 'delete',
  query: string,
  data?: object,
) {
  const key = process.env.LAKOU_SERVICE_KEY ?? '';
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const answer = await request[method](`/rest/v1/admin_users${query}`, { headers, ...(data && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
}
