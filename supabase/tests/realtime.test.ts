import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { foldViews, runForumJobs } from './support/forum-jobs.ts';
import { idOf, type Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** What this transaction has put into the outbox. */
const outbox = (as: As) =>
  as('owner').query<{
    what: string;
    record: Record<string, unknown> | null;
    old_key: Record<string, unknown> | null;
  }>(
    `select table_name || ' ' || operation as what, record, old_key from realtime.changes
      where transaction_id = pg_current_xact_id() order by id`,
  );
const heard = async (as: As) => (await outbox(as)).map(({ what }) => what);

test(
  'open pages hear about what people write, buy and wait for, and about nothing else',
  inTransaction(async (as) => {
    const published = await as('owner').query(
      `select schemaname || '.' || tablename as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
    );
    expect(published.map(({ name }) => name)).toEqual([
      'public.forum_posts',
      'public.forum_topics',
      'public.media_jobs',
      'public.notification_counts',
      'public.orders',
      'public.sign_videos',
      'public.subscriptions',
      'public.subtitles',
      'public.user_purchases',
    ]);
  }),
);

describe('a change is recorded for every role that makes it', () => {
  const open = `insert into forum_topics (title, content, user_id) values ('Bonjou', 'Tout moun', $1)`;
  const reply = `insert into forum_posts (topic_id, content, user_id) values ('${fixture.topic}', 'Wi', $1)`;
  test.each(['tiJo', 'kesner', 'moderator', 'admin', 'service', 'owner'] as Person[])('%s writes', (person) =>
    inTransaction(async (as) => {
      const author = person === 'service' || person === 'owner' ? idOf.mimose : idOf[person as 'tiJo'];
      await as(person).query(open, author);
      await as(person).query(reply, author);
      await runForumJobs(as);
      const changes = await outbox(as);
      expect(changes.map(({ what }) => what).toSorted()).toEqual([
        'forum_posts INSERT',
        'forum_topics INSERT',
        'forum_topics UPDATE',
        // Mimose opened the topic and is notified, unless she wrote the reply.
        ...(author === idOf.mimose ? [] : ['notification_counts UPDATE']),
      ]);
      expect(changes.find(({ what }) => what === 'forum_topics INSERT')?.record).toMatchObject({
        title: 'Bonjou',
        user_id: author,
      });
      expect(changes.find(({ what }) => what === 'forum_topics UPDATE')).toMatchObject({
        record: { id: fixture.topic, reply_count: 2 },
        old_key: { id: fixture.topic },
      });
    })(),
  );

  test(
    'views of a topic, when they are counted, as one change',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'mimose', 'tiJo'] as const) {
        await as(person).query('select increment_topic_view($1)', fixture.topic);
      }
      expect(await heard(as)).toEqual([]);
      await foldViews(as);
      expect(await outbox(as)).toMatchObject([{ what: 'forum_topics UPDATE', record: { views: 3 } }]);
    }),
  );

  test(
    'a moderator locks a topic and removes it with its replies; a deletion carries the key only',
    inTransaction(async (as) => {
      await as('moderator').query('update forum_topics set locked = true where id = $1', fixture.topic);
      await as('moderator').query('delete from forum_topics where id = $1', fixture.topic);
      expect(await outbox(as)).toMatchObject([
        { what: 'forum_topics UPDATE', record: { locked: true } },
        { what: 'forum_posts DELETE', record: null, old_key: { id: fixture.post } },
        { what: 'forum_topics DELETE', record: null, old_key: { id: fixture.topic } },
      ]);
    }),
  );

  test(
    'a user is deleted: their posts have no author',
    inTransaction(async (as) => {
      await as('owner').query('delete from auth.users where id = $1', idOf.solange);
      expect(await outbox(as)).toMatchObject([{ what: 'forum_topics UPDATE', record: { user_id: null } }]);
    }),
  );

  test(
    'what is refused is not recorded',
    inTransaction(async (as) => {
      await as('tiJo').refusal(open, idOf.mimose);
      await as('tiJo').refusal(
        `insert into forum_posts (topic_id, content) values ('${fixture['locked topic']}', 'Wi')`,
      );
      expect(await heard(as)).toEqual([]);
    }),
  );
});

test.each(['visitor', 'mimose', 'admin'] as Person[])('%s cannot read or write the outbox itself', (person) =>
  inTransaction(async (as) => {
    for (const sql of [
      'select from realtime.changes',
      `insert into realtime.changes (table_schema, table_name, operation) values ('public', 'forum_posts', 'INSERT')`,
      'delete from realtime.changes',
      'select realtime.sync_publication()',
      'select realtime.prune()',
    ]) {
      expect((await as(person).refusal(sql)).code, sql).toBe('42501');
    }
  })(),
);
