import { randomUUID } from 'node:crypto';
import { HOT_TOPIC, idOf } from '../../bench/big-world/ids.ts';
import { idOf as demo } from '../support/test-server.ts';
import type { PlanClient } from './plan-client.ts';

const one = (id: string) => `id=eq.${id}`;

/** Members read and write in the hot topic and in a new one, moderators clean up. */
export async function driveCommunity(client: PlanClient): Promise<void> {
  for (const page of [1, 2]) await client.rpc('forum_page', { page }, 'visitor');
  await client.rpc('forum_page', { page: 1, in_category: '00000000-0000-4000-8000-000000000001' }, 'visitor');
  for (const sort of ['active', 'discussed'])
    for (const in_category of [null, '00000000-0000-4000-8000-000000000001'])
      await client.rpc('forum_page', { page: 3, in_category, sort }, 'visitor');
  await client.rpc('forum_count', {}, 'visitor');
  await client.rpc('forum_topic', { topic_id: HOT_TOPIC }, 'busiest');
  for (const page of [1, 3]) await client.rpc('topic_page', { topic_id: HOT_TOPIC, page }, 'visitor');
  await client.rpc('post_place', { post_id: idOf('post', 0) }, 'visitor');
  await client.rpc('topic_position', { topic_id: HOT_TOPIC }, 'busiest');
  for (const as of ['visitor', 'member'] as const)
    await client.rpc('increment_topic_view', { topic_id: HOT_TOPIC }, as);
  await client.rpc('mark_topic_read', { topic_id: HOT_TOPIC }, 'busiest');
  await client.rpc('unread_topics', { topic_ids: [HOT_TOPIC] }, 'busiest');
  await client.rpc('follow_topic', { topic_id: HOT_TOPIC }, 'member');
  await client.rpc('suggest_members', { prefix: 'moun', topic_id: HOT_TOPIC });
  await client.rpc('title_topic', { media_type: 'movie', media_id: idOf('film', 1) }, 'visitor');
  await client.rpc('title_topic', { media_type: 'series', media_id: idOf('series', 1) }, 'visitor');
  await client.rpc('title_topic_id', { movie_id: idOf('film', 1) }, 'visitor');
  await client.rpc('latest_replies', { topic_id: HOT_TOPIC }, 'visitor');
  const film = await client.insert(
    'movies',
    { id: randomUUID(), title: 'Fim pou pale', published: true },
    'admin',
  );
  await client.rpc('title_discussion', { media_type: 'movie', media_id: film.id });
  await client.must('DELETE', `/rest/v1/movies?${one(film.id)}`, { as: 'admin' });
  // Before somebody mentions them.
  await client.rpc('set_notification_settings', { replies: 'email', mentions: 'email' }, 'other');
  await client.rpc('my_notification_settings', {}, 'other');
  await write(client);
  await notifications(client);
}

async function write(client: PlanClient): Promise<void> {
  const user_id = demo.member;
  const topic = await client.insert('forum_topics', {
    id: randomUUID(),
    title: `Sijè ${randomUUID()}`,
    content: 'Bonjou @moun3 @moun12',
    user_id,
  });
  const hot = await client.insert('forum_posts', {
    id: randomUUID(),
    topic_id: HOT_TOPIC,
    content: 'Mwen la @moun5',
    user_id,
  });
  const post = await client.insert('forum_posts', {
    id: randomUUID(),
    topic_id: topic.id,
    content: 'Repons',
    user_id,
  });
  for (const post_id of [HOT_TOPIC, idOf('post', 0)])
    await client.must('POST', '/rest/v1/forum_reactions', { as: 'other', body: { post_id, kind: 'heart' } });
  await client.must('GET', `/rest/v1/forum_reactions?select=post_id,kind&post_id=in.(${HOT_TOPIC})`, {
    as: 'other',
  });
  await client.must('DELETE', `/rest/v1/forum_reactions?post_id=in.(${HOT_TOPIC},${idOf('post', 0)})&kind=eq.heart`, {
    as: 'other',
  });
  await client.rpc('edit_topic', { topic_id: topic.id, title: `Lòt ${randomUUID()}`, content: 'Bonswa' });
  await client.rpc('edit_post', { post_id: hot.id, content: 'Mwen te la' });
  await client.rpc('text_history', { target_kind: 'post', target_id: hot.id }, 'admin');
  await client.rpc('report', { target_kind: 'post', target_id: hot.id, reason: 'spam' }, 'busiest');
  await client.rpc('report_queue', {}, 'admin');
  await client.rpc('dismiss_reports', { target_kind: 'post', target_id: hot.id }, 'admin');
  for (const hidden of [true, false]) {
    await client.rpc('set_hidden', { target_kind: 'post', target_id: hot.id, hidden }, 'admin');
    if (hidden) await client.rpc('hidden_text', { target_kind: 'post', target_id: hot.id }, 'admin');
  }
  await client.must('PATCH', `/rest/v1/forum_topics?${one(topic.id)}`, {
    as: 'admin',
    body: { locked: true },
  });
  await client.must('PATCH', `/rest/v1/forum_topics?${one(topic.id)}`, {
    as: 'admin',
    body: { pinned: true },
  });
  await client.must('PATCH', `/rest/v1/forum_topics?${one(topic.id)}`, {
    as: 'admin',
    body: { locked: false, pinned: false },
  });
  await client.rpc('moderation_log', {}, 'admin');
  await client.must('DELETE', `/rest/v1/forum_posts?${one(hot.id)}`, { as: 'member' });
  await client.must('DELETE', `/rest/v1/forum_posts?${one(post.id)}`, { as: 'member' });
  await client.must('DELETE', `/rest/v1/forum_topics?${one(topic.id)}`, { as: 'admin' });
  await deleteLongTopic(client);
  const category = await client.insert(
    'forum_categories',
    { name: `Kategori ${randomUUID().slice(0, 8)}` },
    'admin',
  );
  await client.must('DELETE', `/rest/v1/forum_categories?${one(category.id)}`, { as: 'admin' });
}

async function notifications(client: PlanClient): Promise<void> {
  const listed = await client.rpc('my_notifications', {}, 'other');
  await client.rpc(
    'mark_notifications_read',
    { ids: listed.slice(0, 1).map(({ id }: { id: string }) => id) },
    'other',
  );
  await client.rpc('my_suspension', {});
  const suspended = idOf('member', 14);
  await client.rpc('suspend_member', { member_id: suspended, reason: 'spam' }, 'admin');
  await client.rpc('suspended_members', {}, 'admin');
  await client.rpc('lift_suspension', { member_id: suspended }, 'admin');
}

/** More replies than one transaction removes. */
async function deleteLongTopic(client: PlanClient): Promise<void> {
  const topic = await client.insert('forum_topics', {
    id: randomUUID(),
    title: `Long ${randomUUID()}`,
    content: 'Anpil repons',
    user_id: demo.member,
  });
  await client.server.database.transaction(async (transaction) => {
    // Nothing that the product does.
    await transaction.script(`set local pg_stat_statements.track = 'none'`);
    await transaction.query(
      `insert into public.forum_posts (topic_id, user_id, content, created_at)
        select $1, $2, 'Repons ' || n, now() + n * interval '1 millisecond' from generate_series(1, 1500) n`,
      [topic.id, demo.member],
    );
  });
  await client.must('DELETE', `/rest/v1/forum_topics?${one(topic.id)}`, { as: 'admin' });
}
