import {
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  waitForHydration,
} from '../../support/browser.ts';
import { categories, expect, newWriter, test, toasts, write } from './people.ts';

const cards = 'main section article';

test('a visitor reads the forum by page and category, and is asked to log in to write', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  const html = await (await request.get('/forum')).text();
  expect(html).toContain('"@type":"DiscussionForumPosting"');
  expect(html).toContain('Byenveni nan lakou a');
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/forum"/);
  expect(await (await request.get('/forum?page=2')).text()).toMatch(
    /<link rel="canonical" href="[^"]*\/forum\?page=2"/,
  );

  await page.goto('/community');
  await expect(page).toHaveURL('/forum');
  await expect(page.getByRole('heading', { level: 1, name: 'Forum' })).toBeVisible();
  await expect(page.getByText('Join the discussion about Haitian cinema and culture')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Discussions' })).toBeVisible();
  await expect(page.locator(cards)).toHaveCount(10);
  const welcome = page.locator(cards).filter({ hasText: 'Byenveni nan lakou a' });
  await expect(welcome).toContainText('Mirlande Desravines');
  await expect(welcome).toContainText(/\d+ replies/);
  await expect(welcome).toContainText(/\d+ views/);
  await expect(welcome.locator('time')).toHaveAttribute('datetime', /^20\d\d-/);
  await expectAccessibleInBothThemes(page);

  // Sorted by links, so also without scripts; search engines are told one address.
  const sorted = await (await request.get('/forum?sort=discussed')).text();
  expect(sorted).toMatch(/<link rel="canonical" href="[^"]*\/forum"/);
  const order = page.getByRole('navigation', { name: 'Order of the topics' });
  await order.getByRole('link', { name: 'Most replies' }).click();
  await expect(page).toHaveURL('/forum?sort=discussed');
  await expect(order.getByRole('link', { name: 'Most replies' })).toHaveAttribute('aria-current', 'true');
  const mostFirst = async () => {
    const texts = await page
      .locator(cards)
      .getByText(/^\d+ repl(y|ies)$/)
      .allTextContents();
    const counts = texts.map((text) => Number.parseInt(text, 10));
    return counts.length === 10 && counts.every((count, at) => count <= (counts[at - 1] ?? count));
  };
  await expect.poll(mostFirst).toBe(true);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/forum?sort=discussed&page=2');
  await order.getByRole('link', { name: 'Newest', exact: true }).click();
  await expect(page).toHaveURL('/forum');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/forum?page=2');
  await expect(page.locator(cards)).toHaveCount(10);
  await expect(welcome).toHaveCount(0);
  await page.getByRole('link', { name: 'Music', exact: true }).first().click();
  await expect(page).toHaveURL(`/forum/category/${categories.music}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Music' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Create New Topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Topic' });
  await expect(dialog.getByText('You need to be logged in to create a topic.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Create Topic' })).toBeDisabled();
  await expect(dialog.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  const missing = await page.goto('/forum/topic/f0000000-0000-4000-8000-00000000ffff');
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Topic not found' })).toBeVisible();
  await expect(
    page.getByText("The topic you're looking for doesn't exist or has been removed."),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to the forum' }).click();
  await expect(page).toHaveURL('/forum');
  expect((await request.get('/forum/category/nowhere')).status()).toBe(404);
});

test('a member creates a topic once, keeps the draft through reloads, and deletes the topic', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/503|409/);
  const writer = await newWriter(request, 'Anacaona Dorélus');
  const title = `Ki jan nou di "storyboard"? ${Date.now()}`;
  await signIn(writer);
  await page.goto('/forum');
  const open = page.getByRole('button', { name: 'Create New Topic' });
  const dialog = page.getByRole('dialog', { name: 'Create New Topic' });
  const send = dialog.getByRole('button', { name: 'Create Topic' });
  await open.click();
  await send.click();
  await expect(dialog.getByText('Please enter a title')).toBeVisible();
  await expect(dialog.getByText('Please write something')).toBeVisible();
  await expect(dialog.getByLabel('Category')).toHaveValue(categories.general);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Content').fill('Nan **kreyòl**, ak yon ||sekrè||.');
  await dialog.getByLabel('Category').selectOption({ label: 'Making Films' });
  await page.reload();
  await waitForHydration(page);
  await open.click();
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.locator('strong')).toHaveText('kreyòl');
  await expect(dialog.locator('p', { hasText: 'sekrè' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Spoiler' }).click();
  await expect(dialog.locator('p', { hasText: 'sekrè' })).toBeVisible();

  // The response to the first request is lost: a retry must not create a second topic.
  await page.route(
    '**/rest/v1/forum_topics*',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, json: { message: 'asleep', code: 'X', hint: null } });
    },
    { times: 1 },
  );
  await send.click();
  await expect(toasts(page)).toContainText('Failed to create topic: asleep');
  await send.dblclick();
  await expect(toasts(page)).toContainText('Topic created successfully');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/forum\/topic\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('just now')).toBeVisible();
  await page.goto('/forum');
  const card = page.locator(cards).filter({ hasText: title });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Nan kreyòl, ak yon ….');

  await card.getByRole('link', { name: title }).click();
  const trail = page.getByRole('navigation', { name: 'You are here' });
  await expect(trail.getByRole('link')).toHaveText(['Forum', 'Making Films']);
  await expect(trail).toContainText(title);
  await expect(page.getByRole('heading', { name: 'No replies yet' })).toBeVisible();
  await expect(page.getByText('Be the first to reply to this topic!')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Delete topic' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This will also delete all replies');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete topic' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toContainText('Topic deleted successfully');
  await expect(page).toHaveURL('/forum');
  await expect(page.locator(cards).first()).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('a visitor sees an empty list with one page when the server does not answer, and can retry', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.goto('/forum/topic/f0000000-0000-4000-8000-000000000001');
  await waitForHydration(page);
  await page.route('**/rest/v1/rpc/forum_page*', (route) =>
    route.fulfill({ status: 400, json: { message: 'no', code: 'X' } }),
  );
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Forum' }).click();
  await expect(page.getByText('The discussions could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No topics yet' })).toBeVisible();
  await expect(page.getByText('Be the first to start a discussion!')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await page.unroute('**/rest/v1/rpc/forum_page*');
  await page.getByRole('button', { name: 'Refresh Forum' }).click();
  await expect(page.locator(cards)).toHaveCount(10);
});

test('a member’s reply survives a sign-in and a lost connection', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  const writer = await newWriter(request, 'Sanba Zawo');
  const topic = await write(request, writer, 'forum_topics', { title: 'Anvan konekte', content: 'Alo' });
  await page.goto(`/forum/topic/${topic}`);
  await expect(page.getByText('Please log in to add a reply')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Email').fill(writer.email);
  await page.getByLabel(/^Password/).fill(writer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`/forum/topic/${topic}`);
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(page.getByText('Reply content cannot be empty')).toBeVisible();
  await reply.fill('Mwen la.');
  await page.reload();
  await expect(reply).toHaveValue('Mwen la.');
  // The session ends elsewhere: the text is kept through the sign-in.
  allowConsoleErrors(/401/);
  await page.route('**/rest/v1/forum_posts*', (route) =>
    route.fulfill({ status: 401, json: { message: 'JWT expired', code: 'PGRST301' } }),
  );
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toasts(page)).toContainText('Please login to reply');
  await page.unroute('**/rest/v1/forum_posts*');
  await page.goto(`/forum/topic/${topic}`);
  await expect(reply).toHaveValue('Mwen la.');

  // The response is lost: the text stays, and a retry creates no second reply.
  allowConsoleErrors(/ERR_FAILED|409/);
  await page.route(
    '**/rest/v1/forum_posts*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toasts(page)).toContainText('Network error');
  await expect(reply).toHaveValue('Mwen la.');
  await page.getByRole('button', { name: 'Post Reply' }).dblclick();
  await expect(toasts(page)).toContainText('Reply posted successfully');
  await expect(reply).toHaveValue('');
  await expect(page.getByRole('article', { name: 'Reply by Sanba Zawo' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete post' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toContainText('Post deleted successfully');
  await expect(page.getByRole('heading', { name: 'No replies yet' })).toBeVisible();
});

test('the forum is in French and Kreyòl, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/forum?lang=fr');
  await expect(page.getByText('Parlons ensemble du cinéma et de la culture d’Haïti')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.goto('/forum/topic/f0000000-0000-4000-8000-000000000002?lang=ht');
  await expect(page.getByText('Tanpri konekte pou w mete yon repons')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
});
