import { describe, expect, test } from 'vitest';
import { fixture, general } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** The expected page, by a plain and slow query. */
const slowly = (as: As, category: string | null) =>
  as('visitor').query<{ id: string }>(
    `select id from forum_topics where $1::uuid is null or category_id = $1
      order by pinned desc, created_at desc, id`,
    category,
  );

async function everyForumPage(as: As, category: string | null): Promise<string[]> {
  const total = await as('visitor').value<number>('select forum_count($1)', category);
  const rows = await as('visitor').query<{ id: string; total: number }>(
    `select t.id, t.total from generate_series(1, $1::int / 10 + 2) p, lateral forum_page(p, $2) with ordinality t
      order by p, t.ordinality`,
    total,
    category,
  );
  for (const row of rows) expect(row.total).toBe(total);
  expect(rows.length).toBe(total);
  return rows.map(({ id }) => id);
}

/** Blocks are split when a transaction ends, which does not happen in these tests. */
async function cutBlocks(as: As): Promise<void> {
  await as('owner').query('set constraints private.split_block immediate');
  await as('owner').query('set constraints private.split_block deferred');
}

async function holds(as: As): Promise<void> {
  await cutBlocks(as);
  for (const category of [null, general, fixture['forum category']]) {
    const ids = (await slowly(as, category)).map(({ id }) => id);
    expect(await everyForumPage(as, category), `category ${category}`).toEqual(ids);
  }
}

/** Topics in no order of time, some at the very same moment. */
const manyTopics = `insert into forum_topics (title, content, user_id, category_id, created_at)
  select 'T ' || n, 'Wi', '${idOf.mimose}', case when n % 3 = 0 then '${fixture['forum category']}'::uuid else '${general}'::uuid end,
    timestamptz '2024-01-01' + make_interval(mins => (n * 7919) % 640 / 2)
  from generate_series(1, 640) n`;

describe('every page of the forum is what the order of time says', () => {
  test(
    'through inserts in any order, pins, moves, deletes and a deleted category',
    inTransaction(async (as) => {
      await holds(as);
      await as('owner').query(manyTopics);
      await holds(as);
      expect(
        await as('owner').value('select count(*) from private.forum_blocks where list <> all ($1)', [
          fixture.topic,
        ]),
        'large lists are cut into blocks',
      ).toBeGreaterThanOrEqual(3);
      await as('moderator').query(
        `update forum_topics set pinned = true where title in ('T 7', 'T 70', 'T 639')`,
      );
      await as('moderator').query(
        `update forum_topics set category_id = $1 where title like 'T 6%'`,
        fixture['forum category'],
      );
      await as('moderator').query(`delete from forum_topics where title like 'T _5_' or title like 'T 3%'`);
      await as('moderator').query(`update forum_topics set pinned = false where title = 'T 70'`);
      await as('owner').query(`update forum_topics set created_at = now() where title = 'T 10'`);
      await holds(as);
      await as('moderator').query('delete from forum_categories where id = $1', fixture['forum category']);
      await holds(as);
      expect(await as('visitor').value('select forum_count($1)', fixture['forum category'])).toBe(0);
      const kept = await as('owner').query('select * from private.forum_blocks order by 1, 2');
      await as('owner').query('select private.recount_forum()');
      await holds(as);
      expect(kept.length).toBeGreaterThan(0);
    }),
  );

  test(
    'and a page beyond the last, or a page that is none, is no error',
    inTransaction(async (as) => {
      expect(await as('visitor').query('select * from forum_page(2147483647)')).toEqual([]);
      expect(await as('visitor').touches('select * from forum_page(-5)')).toBe(3);
      expect(await as('visitor').touches('select * from forum_page(null)')).toBe(3);
      expect(
        await as('visitor').query('select * from topic_page($1, 2147483647, 1000)', fixture.topic),
      ).toEqual([]);
      expect(await as('visitor').query('select * from topic_page($1)', idOf.mimose)).toEqual([]);
    }),
  );
});

describe('every page of a topic is its replies, oldest first', () => {
  test(
    'numbered without gaps, through deletes and dates out of order',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into forum_posts (topic_id, user_id, content, created_at)
          select $1, $2, 'P ' || n, timestamptz '2024-01-01' + make_interval(secs => (n * 7919) % 700)
          from generate_series(1, 700) n`,
        fixture.topic,
        idOf.tiJo,
      );
      await as('moderator').query(
        `delete from forum_posts where content like 'P _7%' or content like 'P 1_0'`,
      );
      await as('tiJo').query(
        `insert into forum_posts (topic_id, content) values ($1, 'Dènye')`,
        fixture.topic,
      );
      await cutBlocks(as);
      const slow = await as('visitor').query<{ id: string }>(
        'select id from forum_posts where topic_id = $1 order by created_at, id',
        fixture.topic,
      );
      const seen = await as('visitor').query(
        'select t.id, t.number, t.total from generate_series(1, 8) p, lateral topic_page($1, p, 100) t order by t.number',
        fixture.topic,
      );
      expect(seen).toEqual(slow.map(({ id }, index) => ({ id, number: index + 1, total: slow.length })));
      for (const place of [1, 511, 512, 513, 600, slow.length]) {
        const post = slow[place - 1]?.id;
        expect(await as('visitor').query('select * from post_place($1)', post)).toEqual([
          { topic_id: fixture.topic, number: place },
        ]);
      }
    }),
  );

  test(
    'with the author as others see them: a private member with username and avatar only',
    inTransaction(async (as) => {
      await as('owner').query(
        `update private.profiles set first_name = 'Non', last_name = 'Sekrè', avatar_url = '/storage/v1/object/public/profile-images/a.png' where id in ($1, $2)`,
        idOf.solange,
        idOf.mimose,
      );
      for (const [person, content] of [
        ['solange', 'a'],
        ['mimose', 'b'],
        ['tiJo', 'c'],
      ] as const) {
        await as(person).query(
          'insert into forum_posts (topic_id, content) values ($1, $2)',
          fixture['topic of solange'],
          content,
        );
      }
      await as('owner').query('delete from auth.users where id = $1', idOf.tiJo);
      const columns = 'author_username, author_full_name, author_avatar_url';
      expect(
        await as('visitor').query(`select ${columns} from topic_page($1)`, fixture['topic of solange']),
      ).toEqual([
        {
          author_username: 'solange',
          author_full_name: null,
          author_avatar_url: '/storage/v1/object/public/profile-images/a.png',
        },
        {
          author_username: 'mimose',
          author_full_name: 'Non Sekrè',
          author_avatar_url: '/storage/v1/object/public/profile-images/a.png',
        },
        { author_username: null, author_full_name: null, author_avatar_url: null },
      ]);
      for (const from of ['forum_page(1, null)', 'forum_topic($1)']) {
        const [row] = await as('visitor').query(
          `select ${columns}, category_name from ${from} where id = coalesce($1, id)`,
          fixture['topic of solange'],
        );
        expect(row, from).toEqual({
          author_username: 'solange',
          author_full_name: null,
          author_avatar_url: '/storage/v1/object/public/profile-images/a.png',
          category_name: 'General',
        });
      }
    }),
  );
});

test(
  'each reply is younger than the one before, even when its transaction began earlier',
  inTransaction(async (as) => {
    const sql = `insert into forum_posts (topic_id, content) select $1, 'Wi ' || n from generate_series(1, 20) n returning created_at::text`;
    const stamps = (await as('tiJo').query<{ created_at: string }>(sql, fixture.topic)).map(
      (row) => row.created_at,
    );
    expect(new Set(stamps).size).toBe(20);
    expect(stamps).toEqual(stamps.toSorted());
  }),
);

describe.each([
  ['active', 'last_activity_at desc, id'],
  ['discussed', 'reply_count desc, created_at desc, id'],
])('the forum by %s', (sort, order) => {
  test(
    'is its first hundred topics in that order, pinned or not, also of one category',
    inTransaction(async (as) => {
      await as('owner').query(manyTopics);
      await as('owner').query(
        `update forum_topics set reply_count = length(title) * 7 % 5, last_activity_at = created_at + interval '1 hour' * (views + 3)`,
      );
      await as('moderator').query('update forum_topics set pinned = true where id = $1', fixture.topic);
      for (const category of [null, general]) {
        const listed = await as('visitor').query<{ id: string }>(
          `select t.id from generate_series(1, 12) p, lateral forum_page(p, $1, $2) with ordinality t order by p, t.ordinality`,
          category,
          sort,
        );
        const expected = await as('visitor').query<{ id: string }>(
          `select id from forum_topics where $1::uuid is null or category_id = $1 order by ${order} limit 100`,
          category,
        );
        expect(listed).toEqual(expected);
      }
    }),
  );
});
