import { recordAnnouncements } from '../../support/announcements.ts';
import { waitForHydration } from '../../support/browser.ts';
import { expectPlaying, film } from '../../support/playing.ts';
import { categories, expect, newWriter, test, write } from '../community/people.ts';

test('a reply that arrives is announced to who reads the topic', async ({ page, request }) => {
  const [host, guest] = await Promise.all([newWriter(request, 'Tande'), newWriter(request, 'Pale')]);
  const topic = await write(request, host, 'forum_topics', {
    title: 'Moun ki tande sèlman',
    content: 'Ki sa ekran an di?',
    category_id: categories.language,
  });
  const announced = await recordAnnouncements(page);
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed to PostgreSQL')) resolve();
      }),
    );
  });
  await page.goto(`/forum/topic/${topic}`);
  await waitForHydration(page);
  await joined;
  await write(request, guest, 'forum_posts', { topic_id: topic, content: 'Li di tout bagay.' });
  await expect(page.getByRole('button', { name: '1 new reply' })).toBeVisible();
  await expect.poll(announced).toContainEqual('1 new reply');
});

test('messages are announced', async ({ page, signIn }) => {
  const announced = await recordAnnouncements(page);
  await signIn('member');
  await page.goto(`/films/${film(3)}`);
  await waitForHydration(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: / Watchlist$/ })
    .first()
    .click();
  await expect.poll(announced).toContainEqual(expect.stringMatching(/(?:Added to|Removed from) watchlist/));
});

test('what keys change in the player is announced', async ({ page }) => {
  const announced = await recordAnnouncements(page);
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.keyboard.press('>');
  await expect.poll(announced).toContainEqual(expect.stringMatching(/1[.,]25/));
});

test('how many films are found is announced while one types, also none', async ({ page, signIn }) => {
  const announced = await recordAnnouncements(page);
  await signIn('member');
  await page.goto('/films');
  await waitForHydration(page);
  const search = page.getByRole('main').getByRole('searchbox').first();
  await search.fill('Wout');
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^\d films?$/));
  await search.fill('zzqqxx');
  await expect.poll(announced).toContainEqual('0 films');
});
