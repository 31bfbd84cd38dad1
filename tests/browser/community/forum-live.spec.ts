import { waitForHydration } from '../../support/browser.ts';
import { categories, expect, newWriter, test, toasts, write } from './people.ts';

test('a new topic appears on an open list, or behind a button further down, and disappears when deleted', async ({
  page,
  arrive,
  request,
}) => {
  const writer = await newWriter(request, 'Ti Malis');
  const category = `/forum/category/${categories.diaspora}`;
  const first = `Nan tren an, mwen gade yon fim ${writer.username}`;
  const later = `Anba, moun ap li ${writer.username}`;
  await page.setViewportSize({ width: 1280, height: 480 });
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed to PostgreSQL')) resolve();
      }),
    );
  });
  await page.goto(category);
  await joined;
  const title = (text: string) => page.getByRole('heading', { level: 3, name: text });

  const author = await arrive(writer);
  await author.goto(category);
  await author.getByRole('button', { name: 'Create New Topic' }).click();
  const dialog = author.getByRole('dialog', { name: 'Create New Topic' });
  await dialog.getByLabel('Title').fill(first);
  await dialog.getByLabel('Content').fill('Ki lès?');
  await dialog.getByRole('button', { name: 'Create Topic' }).click();
  await expect(toasts(author)).toContainText('Topic created successfully');
  await expect(title(first)).toBeVisible();

  // Replies and views change the card's numbers without a request.
  const card = page.locator('main section article').filter({ hasText: first });
  let asked = 0;
  page.on('request', (one) => {
    if (one.url().includes('/rpc/forum_page')) asked += 1;
  });
  const topic = (await card.getByRole('link').first().getAttribute('href'))!.split('/').at(-1)!;
  await write(request, writer, 'forum_posts', { topic_id: topic, content: 'Mwen menm.' });
  await expect(card).toContainText('1 reply');
  expect(asked).toBe(0);

  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  const second = await write(request, writer, 'forum_topics', {
    title: later,
    content: 'Dousman.',
    category_id: categories.diaspora,
  });
  const waiting = page.getByRole('button', { name: '1 new' });
  await expect(waiting).toBeVisible();
  await expect(title(later)).toHaveCount(0);
  await waiting.click();
  await expect(title(later)).toBeInViewport();
  await expect(waiting).toHaveCount(0);

  await author.goto(`/forum/topic/${second}`);
  await author.getByRole('button', { name: 'Delete topic' }).click();
  await author.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(title(later)).toHaveCount(0);
});

test('readers of a topic see replies, mentions, edits, quotes and deletions as they happen', async ({
  page,
  signIn,
  arrive,
  request,
}) => {
  const [host, guest] = await Promise.all([newWriter(request, 'Bòs Pyè'), newWriter(request, 'Mari Jozèf')]);
  const topic = await write(request, host, 'forum_topics', {
    title: 'Twa moun sou yon ban',
    content: 'Chita non.',
    category_id: categories.language,
  });
  await signIn(host);
  await page.goto('/faq');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeEnabled();
  const reader = await arrive();
  await reader.goto(`/forum/topic/${topic}`);
  await waitForHydration(reader);
  const other = await arrive(guest);
  await other.goto(`/forum/topic/${topic}`);

  // The guest mentions the host by keyboard alone; the host is notified on another page.
  const field = other.getByRole('textbox', { name: 'Your reply' });
  await field.pressSequentially(`Bonjou @${host.username.slice(0, 8)}`);
  await expect(other.getByRole('option', { name: host.username })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('ArrowUp');
  await field.press('Enter');
  await expect(field).toHaveValue(`Bonjou @${host.username} `);
  await field.pressSequentially('mwen la.');
  await field.press('Tab');
  await other.keyboard.press('Enter');
  await expect(toasts(other)).toContainText('Reply posted successfully');
  const reply = (who: typeof page) => who.getByRole('article', { name: 'Reply by Mari Jozèf' });
  await expect(reply(other)).toContainText('mwen la.');
  await expect(reply(other).getByText('Sending…')).toHaveCount(0);

  // The visitor has scrolled up: new replies wait behind a button.
  await expect(reader.getByRole('button', { name: '1 new reply' })).toBeVisible();
  await expect(reply(reader)).toHaveCount(0);
  await reader.getByRole('button', { name: '1 new reply' }).click();
  await expect(reply(reader)).toContainText('mwen la.');

  const bell = page.getByRole('button', { name: /^Notifications, \d unread$/ });
  await expect(bell).toBeVisible();
  await bell.click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /mentioned you in “Twa moun sou yon ban”/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/forum/topic/${topic}#post-`));
  await expect(reply(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  // An edit is shown in place and marked.
  await reply(other).getByRole('button', { name: 'Edit' }).click();
  const edit = other.getByRole('textbox', { name: 'Edit your reply' });
  await edit.fill('Bonjou, mwen **chita**.');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(other)).toContainText('Changes saved');
  for (const one of [reader, page]) {
    await expect(reply(one).locator('strong')).toHaveText('chita');
    await expect(reply(one)).toContainText('(edited)');
  }

  // The host reacts by keyboard; the visitor sees the number, the guest who wrote it has no button for it.
  const reactions = reply(page).getByRole('group', { name: 'Reactions' });
  await reactions.getByRole('button', { name: 'React' }).press('Enter');
  await reactions.getByRole('button', { name: 'Bravo' }).press('Enter');
  await expect(reactions.getByRole('button', { name: 'Bravo, 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(reactions.getByRole('button', { name: 'Bravo, 1' })).toBeFocused();
  await expect(reply(reader).getByRole('img', { name: 'Bravo, 1' })).toBeVisible();
  await expect(reply(other).getByRole('img', { name: 'Bravo, 1' })).toBeVisible();
  await expect(reply(other).getByRole('button', { name: 'React' })).toHaveCount(0);
  await page.reload();
  await expect(reactions.getByRole('button', { name: 'Bravo, 1' })).toHaveAttribute('aria-pressed', 'true');

  // The host answers with a quote; then the guest deletes the reply.
  await reply(page).getByRole('button', { name: 'Quote' }).click();
  const answer = page.getByRole('textbox', { name: 'Your reply' });
  await expect(answer).toHaveValue(`@${guest.username}:\n> Bonjou, mwen **chita**.\n\n`);
  await answer.press('Control+End');
  await answer.pressSequentially('Byen pase.');
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(page.getByRole('article', { name: 'Reply by Bòs Pyè' }).locator('blockquote')).toHaveText(
    'Bonjou, mwen chita.',
  );
  await reply(other).getByRole('button', { name: 'Delete post' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(other)).toContainText('Post deleted successfully');
  await expect(reader.getByText('This reply has been deleted.')).toBeVisible();
  await expect(reply(reader)).toHaveCount(0);
});

test('a member returns to the first unread reply, opens a link to one reply, and follows or unfollows a topic', async ({
  page,
  signIn,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [reader, writer] = await Promise.all([newWriter(request, 'Lamèsi'), newWriter(request, 'Dyesèl')]);
  const topic = await write(request, writer, 'forum_topics', {
    title: 'Yon long diskisyon',
    content: 'Kòmanse.',
  });
  const reply = (text: string) => write(request, writer, 'forum_posts', { topic_id: topic, content: text });
  for (let n = 1; n <= 3; n += 1) await reply(`Repons ${n}`);
  await signIn(reader);
  const remembered = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('"up_to":3') === true,
  );
  await page.goto(`/forum/topic/${topic}`);
  await expect(page.getByText('Repons 3')).toBeVisible();
  await page.getByText('Repons 3').scrollIntoViewIfNeeded();
  await remembered;
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/forum');
  const ids: string[] = [];
  for (let n = 4; n <= 22; n += 1) ids.push(await reply(`Repons ${n}`));

  await page.goto(`/forum/topic/${topic}`);
  await page.getByRole('link', { name: 'To the first unread' }).click();
  await expect(page).toHaveURL(`/forum/topic/${topic}#post-${ids[0]}`);
  await expect(page.getByText('Repons 4', { exact: true })).toBeInViewport();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page
    .getByRole('button', { name: /^More actions/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(toasts(page)).toContainText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`/forum/topic/${topic}\\?page=2#post-${ids.at(-1)}$`));
  // The link works without a page number.
  await page.goto('/faq');
  await page.goto(link.replace('?page=2', ''));
  await expect(page).toHaveURL(link);
  await expect(page.getByText('Repons 22')).toBeInViewport();
});
