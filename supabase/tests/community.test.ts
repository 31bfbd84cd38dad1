import { describe, expect, test } from 'vitest';
import { fixture, general } from './support/fixtures.ts';
import { foldViews } from './support/forum-jobs.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

const reply = 'insert into forum_posts (topic_id, content, user_id) values ($1, $2, $3) returning id';
const topicOf = async (as: As, id = fixture.topic) =>
  (await as('visitor').query('select * from forum_topics where id = $1', id))[0];

describe('a member', () => {
  test(
    'opens a topic, which is in General unless another category is given',
    inTransaction(async (as) => {
      const open = 'insert into forum_topics (title, content, user_id) values ($1, $2, $3) returning id';
      const id = await as('tiJo').value<string>(open, '  Bonjou ', ' Tout moun \n', idOf.tiJo);
      expect(await topicOf(as, id)).toMatchObject({
        title: 'Bonjou',
        content: 'Tout moun',
        category_id: general,
        views: 0,
        reply_count: 0,
        locked: false,
        pinned: false,
      });
    }),
  );

  const forged: [table: string, column: string, value: unknown][] = [
    ['forum_topics', 'edited_at', '2030-01-01'],
    ['forum_topics', 'hidden_at', '2030-01-01'],
    ['forum_topics', 'views', 1000],
    ['forum_topics', 'reply_count', 1000],
    ['forum_topics', 'created_at', '2030-01-01'],
    ['forum_topics', 'updated_at', '2030-01-01'],
    ['forum_topics', 'last_activity_at', '2030-01-01'],
    ['forum_topics', 'locked', true],
    ['forum_topics', 'pinned', true],
    ['forum_posts', 'created_at', '2020-01-01'],
    ['forum_posts', 'updated_at', '2020-01-01'],
    ['forum_posts', 'edited_at', '2020-01-01'],
    ['forum_posts', 'hidden_at', '2020-01-01'],
  ];
  test.each(forged)('cannot forge %s.%s when writing', (table, column, value) =>
    inTransaction(async (as) => {
      const sql =
        table === 'forum_topics'
          ? `insert into forum_topics (title, content, user_id, ${column}) values ('Bonjou', 'Tout moun', $1, $2)`
          : `insert into forum_posts (topic_id, content, user_id, ${column}) values ('${fixture.topic}', 'Wi', $1, $2)`;
      for (const person of ['mimose', 'moderator', 'admin'] as const) {
        expect((await as(person).refusal(sql, idOf[person], value)).code, person).toBe('42501');
      }
    })(),
  );

  test.each(['views', 'reply_count', 'created_at', 'last_activity_at', 'title', 'content', 'user_id'])(
    'cannot forge %s of a topic afterwards, nor can a moderator',
    (column) =>
      inTransaction(async (as) => {
        for (const person of ['mimose', 'moderator', 'admin'] as const) {
          const sql = `update forum_topics set ${column} = ${column} where id = $1`;
          expect((await as(person).refusal(sql, fixture.topic)).code, person).toBe('42501');
        }
      })(),
  );

  test.each([
    [
      'a topic as another',
      `insert into forum_topics (title, content, user_id) values ('Bonjou', 'Tout moun', '${idOf.mimose}')`,
    ],
    [
      'a topic as nobody',
      `insert into forum_topics (title, content, user_id) values ('Bonjou', 'Tout moun', null)`,
    ],
    [
      'a reply as another',
      `insert into forum_posts (topic_id, content, user_id) values ('${fixture.topic}', 'Wi', '${idOf.mimose}')`,
    ],
    [
      'a reply as nobody',
      `insert into forum_posts (topic_id, content, user_id) values ('${fixture.topic}', 'Wi', null)`,
    ],
    ['an edit of a reply', `update forum_posts set content = 'Non' where id = '${fixture.post}'`],
  ])('cannot write %s', (_what, sql) =>
    inTransaction(async (as) => {
      for (const person of ['tiJo', 'moderator', 'admin'] as const) {
        expect((await as(person).refusal(sql)).code, person).toBe('42501');
      }
    })(),
  );

  test.each([
    ['an empty title', ' ', 'Tout moun'],
    ['a title of 201 characters', 'x'.repeat(201), 'Tout moun'],
    ['an empty content', 'Bonjou', ' \n\t'],
    ['a content of 20001 characters', 'Bonjou', 'x'.repeat(20001)],
  ])('cannot open a topic with %s', (_what, title, content) =>
    inTransaction(async (as) => {
      const refusal = await as('tiJo').refusal(
        'insert into forum_topics (title, content) values ($1, $2)',
        title,
        content,
      );
      expect(refusal.code).toBe('23514');
    })(),
  );

  test.each([
    ['nothing', ' \n ', '23514', 'reply_empty'],
    ['too much', 'x'.repeat(20001), '23514', undefined],
  ])('cannot reply with %s', (_what, content, code, hint) =>
    inTransaction(async (as) => {
      expect(await as('tiJo').refusal(reply, fixture.topic, content, idOf.tiJo)).toMatchObject({
        code,
        hint,
      });
    })(),
  );

  test(
    'cannot reply to a topic that is gone',
    inTransaction(async (as) => {
      const gone = '00000000-0000-4000-b000-00000000ffff';
      expect((await as('tiJo').refusal(reply, gone, 'Wi', idOf.tiJo)).code).toBe('23503');
    }),
  );
});

describe('replies', () => {
  test(
    'are counted exactly, through inserts and deletes of many rows',
    inTransaction(async (as) => {
      const [first] = await as('tiJo').query(reply, fixture.topic, 'Wi', idOf.tiJo);
      const many = `insert into forum_posts (topic_id, content) select $1, 'Wi ' || n from generate_series(1, 5) n`;
      await as('kesner').query(many, fixture.topic);
      expect(await topicOf(as)).toMatchObject({ reply_count: 7 });
      await as('tiJo').query('delete from forum_posts where id = $1', first?.id);
      expect(await topicOf(as)).toMatchObject({ reply_count: 6 });
      await as('moderator').query('delete from forum_posts where topic_id = $1', fixture.topic);
      expect(await topicOf(as)).toMatchObject({ reply_count: 0 });
    }),
  );

  test('are counted exactly when many people reply at once', async () => {
    const claims = { sub: idOf.tiJo, role: 'authenticated' };
    const posts = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        world.database.query<{ id: string }>(reply, [fixture.topic, `Wi ${n}`, idOf.tiJo], {
          as: { role: 'authenticated', claims },
        }),
      ),
    );
    const count = `select reply_count - (select count(*) from forum_posts where topic_id = t.id) as off, reply_count from forum_topics t where id = $1`;
    expect(await world.database.query(count, [fixture.topic])).toEqual([{ off: 0, reply_count: 13 }]);
    await Promise.all(
      posts.flat().map(({ id }) => world.database.query('delete from forum_posts where id = $1', [id])),
    );
    expect(await world.database.query(count, [fixture.topic])).toEqual([{ off: 0, reply_count: 1 }]);
  });

  test(
    'to a locked topic are refused, except from moderators and the server',
    inTransaction(async (as) => {
      for (const person of ['mimose', 'tiJo', 'kesner', 'editor', 'accountant'] as const) {
        expect(
          await as(person).refusal(reply, fixture['locked topic'], 'Wi', idOf[person]),
          person,
        ).toMatchObject({
          code: '42501',
          message: 'This topic is locked',
          hint: 'topic_locked',
        });
      }
      for (const person of ['moderator', 'admin'] as const) {
        expect(await as(person).touches(reply, fixture['locked topic'], 'Wi', idOf[person]), person).toBe(1);
      }
      expect(await as('service').touches(reply, fixture['locked topic'], 'Wi', idOf.mimose)).toBe(1);
      expect(await topicOf(as, fixture['locked topic'])).toMatchObject({ reply_count: 3 });
    }),
  );

  test('wait for a moderator who is locking the topic at that moment, and are then refused', async () => {
    const lock = 'update forum_topics set locked = $1 where id = $2';
    const refusal = await world.concurrently(
      ['moderator', lock, true, fixture.topic],
      ['tiJo', reply, fixture.topic, 'Wi', idOf.tiJo],
    );
    await world.database.query(lock, [false, fixture.topic]);
    expect(refusal).toMatchObject({ hint: 'topic_locked' });
  });
});

describe('deleting', () => {
  test(
    'a topic deletes its replies and its views',
    inTransaction(async (as) => {
      await as('tiJo').query(reply, fixture.topic, 'Wi', idOf.tiJo);
      await as('tiJo').query('select increment_topic_view($1)', fixture.topic);
      expect(await as('mimose').touches('delete from forum_topics where id = $1', fixture.topic)).toBe(1);
      expect(await as('visitor').query('select from forum_posts where topic_id = $1', fixture.topic)).toEqual(
        [],
      );
      expect(
        await as('owner').query('select from private.topic_views where topic_id = $1', fixture.topic),
      ).toEqual([]);
    }),
  );

  test(
    'a category moves its topics to General',
    inTransaction(async (as) => {
      expect(
        await as('moderator').touches(
          'delete from forum_categories where id = $1',
          fixture['forum category'],
        ),
      ).toBe(1);
      expect(await topicOf(as)).toMatchObject({ category_id: general, title: 'Ki fim?' });
    }),
  );

  test(
    'General is not possible for anybody, even when it is empty',
    inTransaction(async (as) => {
      await as('owner').query('delete from forum_topics where category_id = $1', general);
      for (const person of ['moderator', 'admin'] as const) {
        expect(await as(person).touches('delete from forum_categories where id = $1', general)).toBe(0);
      }
      for (const person of ['service', 'owner'] as const) {
        const refusal = await as(person).refusal('delete from forum_categories where id = $1', general);
        expect(refusal.hint).toBe('general_stays');
      }
    }),
  );
});

test(
  'moderators move, lock and pin topics and manage categories',
  inTransaction(async (as) => {
    for (const person of ['moderator', 'admin'] as const) {
      const change = `update forum_topics set locked = true, pinned = true, category_id = $1 where id = $2`;
      expect(await as(person).touches(change, general, fixture.topic)).toBe(1);
    }
    expect(await topicOf(as)).toMatchObject({ locked: true, pinned: true, category_id: general });
    await as('moderator').query(
      `insert into forum_categories (name, description, position) values ('Teyat', 'Sèn nan', 3)`,
    );
    expect((await as('moderator').refusal(`insert into forum_categories (name) values ('mizik')`)).code).toBe(
      '23505',
    );
  }),
);

describe('a view', () => {
  const look = (as: As, person: 'visitor' | 'mimose' | 'tiJo', address?: string) =>
    as(person, address ? { 'request.client_address': address } : {}).query(
      'select increment_topic_view($1)',
      fixture.topic,
    );
  const views = async (as: As) => {
    await foldViews(as);
    return (await topicOf(as))?.views;
  };

  test(
    'counts once per member and day, wherever they sit',
    inTransaction(async (as) => {
      await look(as, 'mimose', '203.0.113.1');
      await look(as, 'mimose', '203.0.113.2');
      expect(await views(as)).toBe(1);
      await look(as, 'tiJo', '203.0.113.1');
      expect(await views(as)).toBe(2);
    }),
  );

  test(
    'counts once per visitor and day: two addresses are two, the same address is one',
    inTransaction(async (as) => {
      await look(as, 'visitor', '203.0.113.1');
      await look(as, 'visitor', '203.0.113.1');
      expect(await views(as)).toBe(1);
      await look(as, 'visitor', '203.0.113.2');
      expect(await views(as)).toBe(2);
    }),
  );

  test(
    'is not counted again for a forged header when the platform knows the address',
    inTransaction(async (as) => {
      for (const forged of ['198.51.100.1', '198.51.100.2']) {
        const settings = {
          'request.client_address': '203.0.113.1',
          'request.headers': JSON.stringify({ 'x-forwarded-for': forged }),
        };
        await as('visitor', settings).query('select increment_topic_view($1)', fixture.topic);
      }
      expect(await views(as)).toBe(1);
    }),
  );

  test(
    'counts again the next day, under a hash that cannot be led back to the day before',
    inTransaction(async (as) => {
      const hash = () =>
        as('owner').value<string>('select max(viewer) from private.topic_views where day = current_date');
      const salts = () => as('owner').query('select day = current_date as todays from private.daily_salts');
      await look(as, 'visitor', '203.0.113.1');
      const yesterday = await hash();
      await as('owner').query('update private.topic_views set day = day - 1');
      await as('owner').query('update private.daily_salts set day = day - 1');
      await look(as, 'visitor', '203.0.113.1');
      expect(await views(as)).toBe(2);
      expect(await hash()).not.toBe(yesterday);
      await as('owner').query(
        `select private.purge_expired('topic_views', 100), private.purge_expired('daily_salts', 100)`,
      );
      expect(await salts(), 'only the salt of today is left').toEqual([{ todays: true }]);
      expect(await as('owner').value('select count(*) from private.topic_views'), 'and only the views').toBe(
        1,
      );
    }),
  );

  test(
    'of a topic that does not exist counts nothing and reveals nothing',
    inTransaction(async (as) => {
      await as('visitor').query('select increment_topic_view($1)', '00000000-0000-4000-b000-00000000ffff');
      expect(await as('owner').query('select from private.topic_views')).toEqual([]);
    }),
  );

  test(
    'leaves the address nowhere',
    inTransaction(async (as) => {
      const address = '203.0.113.77';
      await look(as, 'visitor', address);
      await as('visitor', { 'request.client_address': address }).query(
        `insert into contact_messages (name, email, subject, message) values ('Jan', 'j@example.test', 'A question', 'Where is my film?')`,
      );
      const tables = await as('owner').query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname in ('public', 'private', 'auth', 'realtime', 'storage', 'platform')`,
      );
      for (const { name } of tables) {
        expect(
          await as('owner').query(`select from ${name} t where t::text like '%${address}%'`),
          name,
        ).toEqual([]);
      }
    }),
  );
});
