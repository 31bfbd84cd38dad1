import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { runForumJobs } from './support/forum-jobs.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const { topic } = fixture;
const count = (as: As, from: string, ...values: unknown[]) =>
  as('owner').value<number>(`select count(*)::int from ${from}`, ...values);

/** Members who follow the topic. */
async function gather(as: As, people: number): Promise<string[]> {
  const rows = await as('owner').query<{ id: string }>(
    `insert into auth.users (id, email, aud, role, raw_user_meta_data)
      select gen_random_uuid(), 'foul' || n || '@example.test', 'authenticated', 'authenticated', '{}'
      from generate_series(1, $1::int) n returning id`,
    people,
  );
  const ids = rows.map(({ id }) => id);
  await as('owner').query(
    `insert into private.topic_readers (topic_id, user_id, following, read_to)
      select $1, id, true, '-infinity' from unnest($2::uuid[]) id`,
    topic,
    ids,
  );
  return ids;
}

const write = (as: As, replies: number, author = idOf.tiJo) =>
  as('owner').query(
    `insert into forum_posts (topic_id, user_id, content) select $1, $2, 'Wi ' || n from generate_series(1, $3::int) n`,
    topic,
    author,
    replies,
  );

const reply = (as: As, content = 'Wi') =>
  as('tiJo').value<string>(
    'insert into forum_posts (topic_id, content) values ($1, $2) returning id',
    topic,
    content,
  );

describe('a topic with many replies and followers', () => {
  const tables = [
    'forum_posts',
    'private.topic_readers',
    'private.notifications',
    'private.reports',
    'private.topic_views',
  ];

  test(
    'that is deleted disappears at once, for everybody; a job removes what belonged to it',
    inTransaction(async (as) => {
      await gather(as, 150);
      await write(as, 300);
      await as('nadine').query(`select report('topic', $1, 'spam')`, topic);
      await runForumJobs(as);
      const before = await as('visitor').value<number>('select forum_count()');
      expect(await as('mimose').query('delete from forum_topics where id = $1 returning id', topic)).toEqual([
        { id: topic },
      ]);

      expect(
        await count(as, 'forum_posts where topic_id = $1', topic),
        'too many for one request',
      ).toBeGreaterThan(0);
      for (const person of ['visitor', 'mimose', 'moderator'] as const) {
        for (const sql of [
          'select from forum_topics where id = $1',
          'select from forum_posts where topic_id = $1',
          'select from forum_topic($1)',
          'select from topic_page($1)',
          `select from search('ki fim') where id = $1`,
        ]) {
          expect(await as(person).query(sql, topic), `${person}: ${sql}`).toEqual([]);
        }
        expect(await as(person).query('select from post_place($1)', fixture.post)).toEqual([]);
      }
      expect(await as('visitor').value('select forum_count()')).toBe(before - 1);
      expect(await as('mimose').query('select from my_notifications()')).toEqual([]);
      expect(await as('moderator').query('select from report_queue()')).toEqual([]);

      const attempts = [
        await as('tiJo').refusal('insert into forum_posts (topic_id, content) values ($1, $2)', topic, 'Wi'),
        await as('mimose').refusal('select edit_post($1, $2)', fixture.post, 'Non'),
        await as('mimose').refusal('select follow_topic($1)', topic),
        await as('tiJo').refusal(`select report('post', $1, 'spam')`, fixture.post),
        await as('moderator').refusal(`select set_hidden('topic', $1, true)`, topic),
      ];
      expect(attempts.map(({ hint }) => hint)).toEqual(attempts.map(() => 'no_longer_there'));
      expect(await as('moderator').touches('delete from forum_topics where id = $1', topic)).toBe(0);

      await runForumJobs(as, 40);
      for (const table of tables) {
        expect(await count(as, `${table} where topic_id = $1`, topic), table).toBe(0);
      }
      expect(await count(as, 'forum_topics where id = $1', topic)).toBe(0);
      expect(await count(as, 'private.forum_blocks where list = $1', topic)).toBe(0);
      expect(await count(as, 'notification_counts where unread <> 0')).toBe(0);
    }),
  );

  test(
    'notifies them after the reply, in batches, each of them once, though a batch is repeated after a crash',
    inTransaction(async (as) => {
      const [left, read, mentioned, ...others] = (await gather(as, 30)) as [
        string,
        string,
        string,
        ...string[],
      ];
      await as('owner').query(`update private.profiles set username = 'foul3' where id = $1`, mentioned);
      const post = await reply(as, 'Bonjou @foul3');
      expect(await count(as, 'private.notifications where post_id = $1', post), 'the mention').toBe(1);
      await as('owner').query('update private.topic_readers set following = false where user_id = $1', left);
      await as('owner').query(
        'update private.topic_readers set read_to = now() + $2 where user_id = $1',
        read,
        '1 hour',
      );
      const [job] = await as('owner').query<{ since: string }>(
        `select payload ->> 'since' as since from private.jobs where kind = 'notify_followers'`,
      );
      for (const _crash of [1, 2]) {
        await as('owner').query('select private.notify_followers($1, $2, null, 7)', topic, job?.since);
      }
      await runForumJobs(as, 7);

      const notified = await as('owner').query(
        'select user_id, kind, count(*)::int from private.notifications where post_id = $1 group by 1, 2',
        post,
      );
      expect(new Set(notified.map(({ user_id }) => user_id))).toEqual(
        new Set([...others, mentioned, idOf.mimose]),
      );
      expect(notified.filter(({ kind, count }) => kind !== 'reply' || count !== 1)).toEqual([
        { user_id: mentioned, kind: 'mention', count: 1 },
      ]);
      await reply(as);
      await runForumJobs(as, 7);
      const again = await as('owner').query(
        'select user_id from private.notifications where kind = $1',
        'reply',
      );
      expect(again, 'unread as before; tiJo wrote it himself').toHaveLength(others.length + 1);
    }),
  );

  test(
    'whose first unread reply is deleted notifies them of the next one',
    inTransaction(async (as) => {
      await gather(as, 130);
      const first = await reply(as);
      await runForumJobs(as);
      expect(await count(as, 'notification_counts where unread = 1')).toBe(131);
      expect(await as('tiJo').touches('delete from forum_posts where id = $1', first)).toBe(1);
      expect(
        await as('mimose').query('select from my_notifications()'),
        'gone from every list at once',
      ).toEqual([]);
      await runForumJobs(as, 20);
      expect(await count(as, 'private.notifications')).toBe(0);
      expect(await count(as, 'notification_counts where unread > 0')).toBe(0);
      const second = await reply(as);
      await runForumJobs(as);
      expect(await count(as, 'private.notifications where post_id = $1', second)).toBe(131);
    }),
  );
});

test(
  'a member with many posts leaves in batches: their words stay, without a name',
  inTransaction(async (as) => {
    await write(as, 120, idOf.mimose);
    await as('mimose').query('select edit_post($1, $2)', fixture.post, 'Ankò');
    await as('tiJo').query('insert into forum_posts (topic_id, content) values ($1, $2)', topic, '@mimose');
    let batches = 0;
    while (await as('owner').value('select private.detach_forum_posts($1, 50)', idOf.mimose)) batches += 1;
    expect(batches).toBe(3);
    for (const [table, column] of [
      ['forum_topics', 'user_id'],
      ['forum_posts', 'user_id'],
      ['private.text_versions', 'edited_by'],
      ['private.topic_readers', 'user_id'],
      ['private.notifications', 'user_id'],
    ]) {
      expect(await count(as, `${table} where ${column} = $1`, idOf.mimose), table).toBe(0);
    }
    await as('owner').query('delete from auth.users where id = $1', idOf.mimose);
    expect(await as('visitor').touches('select from forum_posts where topic_id = $1', topic)).toBe(122);
  }),
);

test(
  'an operator can load many replies of one moment',
  inTransaction(async (as) => {
    const owner = as('owner');
    await owner.query(
      `insert into forum_posts (topic_id, user_id, content) select $1, $2, 'Repons ' || n from generate_series(1, 700) n`,
      topic,
      idOf.mimose,
    );
    await owner.query('set constraints all immediate');
    expect(
      await owner.value('select sum(entries)::int from private.forum_blocks where list = $1', topic),
    ).toBe(await count(as, 'forum_posts where topic_id = $1', topic));
  }),
);
