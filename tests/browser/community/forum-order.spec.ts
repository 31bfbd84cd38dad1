import { expectAccessibleInBothThemes, waitForHydration } from '../../support/browser.ts';
import { categories, expect, newWriter, test, toasts, write } from './people.ts';

test('a moderator hides a reported post and suspends its author, who sees why', async ({
  page,
  signIn,
  arrive,
  request,
}) => {
  const [rude, reader] = await Promise.all([newWriter(request, 'Move Lang'), newWriter(request, 'Je Klere')]);
  const topic = await write(request, reader, 'forum_topics', {
    title: 'Yon bèl sijè',
    content: 'Ak respè.',
    category_id: categories.making,
  });
  await write(request, rude, 'forum_posts', { topic_id: topic, content: 'Yon vye mo' });

  const witness = await arrive(reader);
  await witness.goto(`/forum/topic/${topic}`);
  const post = witness.getByRole('article', { name: 'Reply by Move Lang' });
  await post.getByRole('button', { name: /^More actions/ }).click();
  await witness.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = witness.getByRole('dialog', { name: 'Report this post' });
  await dialog.getByLabel('Reason').selectOption({ label: 'Insult, hate or harassment' });
  await dialog.getByLabel(/What should we know/).fill('Li joure moun');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(toasts(witness)).toContainText('Thank you. A moderator will look at it.');

  await signIn('admin');
  await page.goto('/admin/reports');
  const report = page.getByRole('listitem').filter({ hasText: rude.username });
  await expect(report).toContainText('Yon vye mo');
  await expect(report).toContainText('Li joure moun');
  await expect(report).toContainText('Insult, hate or harassment');
  await expectAccessibleInBothThemes(page);
  await report.getByRole('button', { name: 'Suspend' }).click();
  const suspend = page.getByRole('dialog', { name: /^Suspend/ });
  await suspend.getByRole('button', { name: 'Suspend' }).click();
  await expect(suspend.getByText('Please say why')).toBeVisible();
  await suspend.getByLabel(/Reason/).fill('Joure pa gen plas isit la');
  await suspend.getByRole('button', { name: 'Suspend' }).click();
  await expect(toasts(page)).toContainText('is suspended');
  await report.getByRole('button', { name: 'Hide' }).first().click();
  await expect(toasts(page)).toContainText('Done');
  await expect(report).toHaveCount(1);

  await expect(post).toContainText('Hidden by a moderator');
  await expect(witness.getByText('Yon vye mo')).toHaveCount(0);

  const author = await arrive(rude);
  await author.goto(`/forum/topic/${topic}`);
  await expect(author.getByText('You cannot write at the moment')).toBeVisible();
  await expect(author.getByText('Reason: Joure pa gen plas isit la')).toBeVisible();
  await expect(author.getByRole('textbox', { name: 'Your reply' })).toHaveCount(0);

  await page.reload();
  const suspended = page.getByRole('listitem').filter({ hasText: rude.username });
  await suspended.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(toasts(page)).toContainText('can write again');
  await author.reload();
  await expect(author.getByRole('textbox', { name: 'Your reply' })).toBeVisible();
});

test('a moderator pins and locks a topic, and deletes other members’ posts', async ({
  page,
  signIn,
  arrive,
  request,
}) => {
  const writer = await newWriter(request, 'Chantrèl');
  const topic = await write(request, writer, 'forum_topics', {
    title: 'Fèmen m si w vle',
    content: 'M ap tann.',
    category_id: categories.language,
  });
  const reader = await arrive(writer);
  await reader.goto(`/forum/topic/${topic}`);
  await expect(reader.getByRole('textbox', { name: 'Your reply' })).toBeVisible();
  await signIn('admin');
  await page.goto(`/forum/topic/${topic}`);
  for (const action of ['Pin topic', 'Lock topic']) {
    await page
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  }
  await expect(page.getByText('Locked')).toBeVisible();
  await expect(reader.getByText('This topic is locked')).toBeVisible();
  await reader.goto(`/forum/category/${categories.language}`);
  await expect(reader.locator('main section article').first()).toContainText('Fèmen m si w vle');
  await page.getByRole('button', { name: 'Delete topic' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toContainText('Topic deleted successfully');
  await expect(reader.getByRole('heading', { name: 'Fèmen m si w vle' })).toHaveCount(0);
});

const HOSTILE = [
  '<script>document.title = "taken"</script>',
  '<img src=x onerror="document.title = 1">',
  '"><svg onload=document.title=1>',
  '[lyen](javascript:document.title=1) <javascript:document.title=1>',
  '[lyen](data:text/html,<script>alert(1)</script>)',
  '![foto](https://evil.example/x.png)',
  '\u202Eevres dwòl\u202C',
  'zewo\u200B\u200D\u200Blajè',
  '🇭🇹👩🏾‍🌾🥁',
  'a'.repeat(150),
].join(' ');

test('hostile markup is shown as text everywhere', async ({ page, signIn, arrive, request }) => {
  const writer = await newWriter(request, '<b onclick="x()">Atakan</b>');
  const title = `</script><script>1</script> \u202E ${'W'.repeat(120)}`;
  const topic = await write(request, writer, 'forum_topics', {
    title,
    content: HOSTILE,
    category_id: categories.music,
  });
  await write(request, writer, 'forum_posts', { topic_id: topic, content: HOSTILE });
  await write(request, writer, 'forum_posts', { topic_id: topic, content: '>'.repeat(19_000) });
  await write(request, writer, 'forum_posts', { topic_id: topic, content: 'gwo tèks '.repeat(2000) });
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(writer);
  for (const path of [`/forum/topic/${topic}`, `/forum/category/${categories.music}`]) {
    const html = await (await request.get(path)).text();
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('</script><script>1');
    await page.goto(path);
    await expect(page.getByText('</script><script>1</script>').first()).toBeVisible();
    const found = await page.evaluate(() => ({
      title: document.title,
      links: [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? ''),
      pictures: document.querySelectorAll('main img[src^="https://evil"], main svg[onload], main b').length,
      wide: document.documentElement.scrollWidth > innerWidth,
    }));
    expect(found.title).not.toBe('taken');
    expect(found.links.filter((href) => /^(javascript|data|vbscript):/i.test(href))).toEqual([]);
    expect(found.pictures).toBe(0);
    expect(found.wide).toBe(false);
  }
  const stranger = await arrive();
  await stranger.goto(`/forum/topic/${topic}`);
  await expect(stranger.locator('a[href^="https://evil"]').first()).toHaveAttribute(
    'rel',
    /nofollow ugc noopener/,
  );
  await waitForHydration(stranger);
  await stranger.getByRole('button', { name: 'Show more' }).first().click();
  await expect(stranger.getByRole('button', { name: 'Show less' })).toBeVisible();
});

test('the first member who opens a film’s discussion creates it', async ({ page, signIn, request }) => {
  await signIn(await newWriter(request, 'Premye Rive'));
  await page.goto('/films/f1000000-0000-4000-8000-000000000017');
  await page.getByText('Discussion', { exact: true }).click();
  await expect(page).toHaveURL(/\/forum\/topic\//);
  await page.getByRole('link', { name: /^About / }).click();
  await expect(page).toHaveURL('/films/f1000000-0000-4000-8000-000000000017');
  await expect(page.getByRole('link', { name: /^Discussion/ })).toBeVisible();
});

test('a member writes under a film, and a reader of the same page sees it live', async ({
  page,
  signIn,
  request,
  arrive,
}) => {
  const film = '/films/f1000000-0000-4000-8000-000000000018';
  await signIn(await newWriter(request, 'Ekri Anba'));
  await page.goto(film);
  const discussion = page.getByRole('region', { name: 'Discussion' });
  const send = async (text: string) => {
    await discussion.getByRole('textbox', { name: 'Your reply' }).fill(text);
    await discussion.getByRole('button', { name: 'Post Reply' }).click();
    await expect(discussion.getByRole('article').filter({ hasText: text })).toBeVisible();
  };
  await discussion.scrollIntoViewIfNeeded();
  await discussion.getByRole('button', { name: 'Post Reply' }).click();
  await expect(discussion.getByText('Reply content cannot be empty')).toBeVisible();
  for (const text of ['Premye mo', 'Dezyèm mo', 'Twazyèm mo', 'Katriyèm mo']) await send(text);
  await expect(discussion.getByRole('article')).toHaveCount(3);
  await expect(discussion.getByText('Premye mo')).toHaveCount(0);
  await expect(discussion.getByRole('article').last()).toContainText('just now');

  const other = await arrive(await newWriter(request, 'Li Anba'));
  await other.goto(film);
  const seen = other.getByRole('region', { name: 'Discussion' });
  await seen.scrollIntoViewIfNeeded();
  await expect(seen.getByRole('textbox', { name: 'Your reply' })).toBeVisible();
  await expect(async () => {
    // What is above may have loaded after the first scrolling.
    await seen.getByRole('textbox', { name: 'Your reply' }).scrollIntoViewIfNeeded();
    const text = `Dènye mo ${crypto.randomUUID().slice(0, 6)}`;
    await send(text);
    await expect(seen.getByText(text)).toBeVisible({ timeout: 3000 });
  }).toPass();
});
