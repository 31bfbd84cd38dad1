import { categories, newWriter, write } from '../browser/community/people.ts';
import { button, field } from '../support/engines/engine-page.ts';
import { test } from '../support/engines/journey.ts';

test('a member replies to a topic, and sees the reply of another as it comes', async ({
  person,
  request,
  signIn,
}) => {
  const reader = await newWriter(request, 'Ti Malis');
  const other = await newWriter(request, 'Mari Jozèf');
  const topic = await write(request, other, 'forum_topics', {
    title: `Ki fim nou gade ${other.username}`,
    content: 'Di m.',
    category_id: categories.diaspora,
  });
  await signIn(reader);
  await person.open(`/forum/topic/${topic}`);
  await person.fill(field('Your reply'), 'Mwen gade Machann.');
  await person.click(button('Post Reply'));
  await person.sees({ css: 'article', name: 'Reply by Ti Malis' });
  await write(request, other, 'forum_posts', { topic_id: topic, content: 'Mwen menm tou.' });
  await person.seesText('2 replies');
  // Further up on the page it waits behind a button, so that nothing moves.
  await person.click(button('1 new reply'));
  await person.sees({ css: 'article', name: 'Reply by Mari Jozèf' });
});
