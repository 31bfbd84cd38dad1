import { expect, test } from 'vitest';
import type { Identity } from '../../platform/src/database/database.ts';
import { DatabaseError } from '../../platform/src/database/errors.ts';
import { fixture, general } from './support/fixtures.ts';
import { identityOf, idOf, type Member } from './support/people.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const ROUNDS = 12;
/** Half of them have more replies than one batch removes. */
const REPLIES = [60, 240];

type Call = [who: Member | 'visitor' | Identity | undefined, sql: string, ...values: unknown[]];

const identity = (who: Call[0]) => (typeof who === 'string' ? identityOf(who) : who);
const member = (id: string): Identity => ({
  role: 'authenticated',
  claims: { sub: id, role: 'authenticated' },
});
const query = <Row extends object>(sql: string, ...values: unknown[]) =>
  world.database.query<Row>(sql, values);

/** The codes of the errors of calls that are made at the same time. */
async function allAtOnce(calls: Call[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    calls.map(([who, sql, ...values]) => {
      const as = identity(who);
      return world.database.query(sql, values, as ? { as } : {});
    }),
  );
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    if (outcome.reason instanceof DatabaseError) return [outcome.reason.code];
    throw outcome.reason;
  });
}

/** A topic of somebody who leaves, with replies of theirs and others, and a crowd that follows. */
async function openTopic(replies: number): Promise<{ topic: string; author: string; posts: string[] }> {
  const [author, topic] = [crypto.randomUUID(), crypto.randomUUID()];
  await query(
    `insert into auth.users (id, email, aud, role, raw_user_meta_data)
      values ($1::uuid, $1::uuid || '@example.test', 'authenticated', 'authenticated', '{}')`,
    author,
  );
  await query(
    `insert into forum_topics (id, title, content, user_id, category_id) values ($1, 'Foul la', 'Wi', $2, $3)`,
    topic,
    author,
    general,
  );
  const authors = [author, idOf.mimose, idOf.tiJo, idOf.kesner];
  const posts = await query<{ id: string }>(
    `insert into forum_posts (topic_id, content, user_id)
      select $1, 'Wi ' || n, ($2::uuid[])[1 + n % 4] from generate_series(1, $3::int) n returning id`,
    topic,
    authors,
    replies,
  );
  await query(
    `insert into private.topic_readers (topic_id, user_id, following, read_to)
      select $1, id, true, now() from private.profiles on conflict do nothing`,
    topic,
  );
  return { topic, author, posts: posts.map(({ id }) => id) };
}

function everything({ topic, author, posts }: Awaited<ReturnType<typeof openTopic>>): Call[] {
  const insert = 'insert into forum_posts (topic_id, content) values ($1, $2)';
  const owned = (index: number) => posts.filter((_, n) => (n + 1) % 4 === index);
  const [of_author, of_mimose, of_tiJo, of_kesner] = [owned(0), owned(1), owned(2), owned(3)] as string[][];
  return [
    ['tiJo', insert, topic, '@mimose @kesner wi'],
    ['mimose', insert, topic, '@tiJo @kesner wi'],
    [member(author), insert, topic, '@tiJo wi'],
    ...[0, 1, 2].map((n): Call => ['mimose', 'delete from forum_posts where id = $1', of_mimose?.[n]]),
    ...[0, 1, 2].map((n): Call => ['moderator', 'delete from forum_posts where id = $1', of_author?.[n]]),
    ['kesner', 'delete from forum_posts where id = any ($1)', of_kesner?.slice(0, 5)],
    ['moderator', 'delete from forum_posts where id = any ($1)', posts.slice(8, 16).toReversed()],
    ['tiJo', 'select edit_post($1, $2)', of_tiJo?.[3], '@mimose @kesner chanje'],
    ['moderator', `select set_hidden('post', $1, true)`, of_author?.[4]],
    ['moderator', `select set_hidden('topic', $1, true)`, topic],
    ['admin', `select set_hidden('topic', $1, false)`, topic],
    ['nadine', `select report('post', $1, 'spam')`, of_author?.[5]],
    ['solange', `select report('topic', $1, 'spam')`, topic],
    ['moderator', `select dismiss_reports('topic', $1)`, topic],
    ['moderator', 'update forum_topics set category_id = $2 where id = $1', topic, fixture['forum category']],
    ['admin', 'update forum_topics set pinned = true where id = $1', topic],
    ['mimose', 'select mark_topic_read($1)', topic],
    ['kesner', 'select mark_notifications_read()'],
    ['nadine', 'select follow_topic($1, false)', topic],
    ['visitor', 'select increment_topic_view($1)', topic],
    ['tiJo', 'select increment_topic_view($1)', topic],
    [undefined, 'select private.fold_topic_views(100)'],
    [undefined, `select private.notify_followers($1, '-infinity', null, 100)`, topic],
    [undefined, `select private.notify_followers($1, '-infinity', null, 100)`, topic],
    [undefined, 'delete from auth.users where id = $1', author],
  ];
}

/** What is left for the jobs, after a crash or two. */
async function finishJobs(): Promise<void> {
  const jobs = await query<{ kind: string; target: string }>(
    `delete from private.jobs where kind in ('remove_deleted_topic', 'remove_reply_notifications')
      returning kind, coalesce(payload ->> 'topic', payload ->> 'post') as target`,
  );
  for (const { kind, target } of jobs) {
    const again = async () =>
      (await query<{ more: boolean }>(`select private.${kind}($1, 50) as more`, target))[0];
    while ((await again())?.more);
  }
  while ((await query<{ more: boolean }>('select private.fold_topic_views(100) as more'))[0]?.more);
}

const exact = {
  'replies of each topic': `select from forum_topics t where reply_count <> (select count(*) from forum_posts p where p.topic_id = t.id)`,
  'replies of each list': `select from (select list, sum(entries) as entries from private.forum_blocks group by 1) b
    join forum_topics t on t.id = b.list where b.entries <> t.reply_count`,
  'lists of topics that are gone': `select from private.forum_blocks b
    where not exists (select from forum_topics t where t.id = b.list)
      and not exists (select from private.forum_lists l where l.list = b.list)`,
  'topics of each category': `select from private.forum_lists l where entries <> (
    select count(*) from forum_topics t where l.list in (t.category_id, '00000000-0000-0000-0000-000000000000'))`,
  'unread notifications': `select from notification_counts c where unread <> (
    select count(*) from private.notifications n where n.user_id = c.user_id and n.read_at is null)`,
  'notifications of what is gone': `select from private.notifications n where n.post_id is not null
    and not exists (select from forum_posts p where p.id = n.post_id)`,
  'what is left of deleted topics': 'select from forum_topics where deleted_at is not null',
  // Also those after which the server repeated the transaction.
  deadlocks: 'select from pg_stat_database where datname = current_database() and deadlocks > 0',
};

test.each(REPLIES)(
  'a topic of %i replies is deleted while people write, delete, report, hide and leave: nobody waits for ever, and counts are exact',
  async (replies) => {
    for (let round = 0; round < ROUNDS / REPLIES.length; round += 1) {
      const opened = await openTopic(replies);
      const calls = everything(opened);
      // In every third round the topic stays.
      if (round % 3 > 0) {
        calls.splice(round * 5, 0, ['moderator', 'delete from forum_topics where id = $1', opened.topic]);
      }
      const errors = await allAtOnce(calls);
      // What was deleted a moment ago is no longer there, a hidden topic is closed, and a limit can be reached.
      const expected = ['PT404', '23503', '42501', '23505', 'PT429'];
      expect(errors.filter((code) => !expected.includes(code))).toEqual([]);
      await finishJobs();
      for (const [what, wrong] of Object.entries(exact)) expect(await query(wrong), what).toEqual([]);
    }
  },
);
