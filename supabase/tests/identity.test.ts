import { describe, expect, test } from 'vitest';
import { fixture, general } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

describe('a new account', () => {
  const newcomer = '00000000-0000-4000-a000-0000000000ff';
  const signUp = `insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`;
  test.each([
    ['wideline@example.test', 'wideline'],
    ['Wìdeline.Ély+films@example.test', 'wideline.elyfilms'],
    ['mimose@elsewhere.test', 'mimose2'],
    ['x@example.test', 'member'],
    ['"a b"@example.test', 'ab'],
    [`${'long'.repeat(15)}@example.test`, 'long'.repeat(15).slice(0, 30)],
    [null, 'member'],
  ])('of %s gets the username %s', (email, username) =>
    inTransaction(async (as) => {
      await as('owner').query(signUp, newcomer, email, {});
      expect(await as('owner').value('select username from private.profiles where id = $1', newcomer)).toBe(
        username,
      );
    })(),
  );

  test(
    'gets its name in the same transaction, and no picture from another site',
    inTransaction(async (as) => {
      const metadata = {
        full_name: 'Wideline  Jean Baptiste',
        avatar_url: 'https://pictures.example.test/w.jpg',
      };
      await as('owner').query(signUp, newcomer, 'w@example.test', metadata);
      await as('owner').query(signUp, general, 'e@example.test', {
        name: 'Evens',
        picture: 'javascript:alert(1)',
      });
      expect(
        await as('owner').query(
          'select first_name, last_name, avatar_url from profiles where id in ($1, $2) order by id desc',
          newcomer,
          general,
        ),
      ).toEqual([
        { first_name: 'Wideline', last_name: 'Jean Baptiste', avatar_url: null },
        { first_name: 'Evens', last_name: null, avatar_url: null },
      ]);
    }),
  );

  test(
    'records which terms were accepted, if they exist',
    inTransaction(async (as) => {
      await as('owner').query(signUp, newcomer, 'w@example.test', { terms_version: '2026-11' });
      await as('owner').query(signUp, general, 'e@example.test', { terms_version: 'invented' });
      expect(
        await as('admin').query(
          'select user_id, version from terms_acceptances where user_id in ($1, $2)',
          newcomer,
          general,
        ),
      ).toEqual([{ user_id: newcomer, version: '2026-11' }]);
    }),
  );

  test(
    'finds a free username even when many share it',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into auth.users (id, email) select gen_random_uuid(), 'jan@' || n || '.test' from generate_series(1, 12) n`,
      );
      const names = await as('owner').query<{ username: string }>(
        `select username from profiles where username like 'jan%' order by username`,
      );
      expect(names).toHaveLength(12);
      expect(names.slice(0, 1)).toEqual([{ username: 'jan' }]);
    }),
  );

  test('two people who sign up at the same moment get different usernames', async () => {
    const ids = ['00000000-0000-4000-a000-00000000aa01', '00000000-0000-4000-a000-00000000aa02'];
    await world.concurrently(
      ['owner', signUp, ids[0], 'loulou@one.test', {}],
      ['owner', signUp, ids[1], 'loulou@two.test', {}],
    );
    const names = await world.database.query(
      `select username from private.profiles where id = any ($1) order by username`,
      [ids],
    );
    await world.database.query('delete from auth.users where id = any ($1)', [ids]);
    expect(names).toEqual([{ username: 'loulou' }, { username: 'loulou2' }]);
  });

  test(
    'whose profile went missing can make it again, as itself only',
    inTransaction(async (as) => {
      await as('owner').query('delete from private.profiles where id = $1', idOf.tiJo);
      expect((await as('mimose').refusal('insert into profiles (id) values ($1)', idOf.tiJo)).code).toBe(
        '42501',
      );
      expect((await as('tiJo').refusal('insert into profiles (id) values ($1)', idOf.kesner)).code).toBe(
        '42501',
      );
      const made = `insert into profiles (id, username) values ($1, 'ti-jo') returning username, is_public, interests`;
      const profile = { username: 'ti-jo', is_public: true, interests: [] };
      expect(await as('tiJo').query(made, idOf.tiJo)).toEqual([profile]);
      expect((await as('tiJo').refusal(`insert into profiles (id) values ($1)`, idOf.tiJo)).code).toBe(
        '23505',
      );
      expect(
        await as('tiJo').query(
          'select username, is_public, interests from profiles where id = $1',
          idOf.tiJo,
        ),
      ).toEqual([profile]);
    }),
  );
});

test(
  'a member accepts new terms for themselves, and cannot choose the date or take it back',
  inTransaction(async (as) => {
    const accept = 'insert into terms_acceptances (user_id, version) values ($1, $2)';
    await as('tiJo').query(accept, idOf.tiJo, '2026-11');
    expect((await as('tiJo').refusal(accept, idOf.tiJo, 'invented')).code).toBe('23503');
    const backdate = `insert into terms_acceptances (user_id, version, accepted_at) values ($1, 'accepted', '2020-01-01')`;
    expect((await as('tiJo').refusal(backdate, idOf.tiJo)).code).toBe('42501');
    expect((await as('tiJo').refusal('delete from terms_acceptances')).code).toBe('42501');
  }),
);

describe('deleting a user', () => {
  const deleteUser = 'delete from auth.users where id = $1';
  test(
    'deletes profile, reviews, watchlist and roles',
    inTransaction(async (as) => {
      await as('owner').query(`insert into admin_users values ($1, 'editor')`, idOf.mimose);
      await as('owner').query(deleteUser, idOf.mimose);
      for (const [table, column] of [
        ['profiles', 'id'],
        ['reviews', 'user_id'],
        ['watchlist', 'user_id'],
        ['admin_users', 'user_id'],
        ['terms_acceptances', 'user_id'],
      ]) {
        expect(
          await as('service').query(`select from ${table} where ${column} = $1`, idOf.mimose),
          table,
        ).toEqual([]);
      }
      expect(
        await as('visitor').query(
          'select review_count, rating from movies where id = $1',
          fixture['paid movie'],
        ),
      ).toEqual([{ review_count: 0, rating: null }]);
    }),
  );

  test(
    'keeps topics and posts, without an author',
    inTransaction(async (as) => {
      await as('owner').query(deleteUser, idOf.mimose);
      expect(
        await as('visitor').query(
          'select user_id, title, reply_count from forum_topics where id = $1',
          fixture.topic,
        ),
      ).toEqual([{ user_id: null, title: 'Ki fim?', reply_count: 1 }]);
      expect(
        await as('visitor').query('select user_id, content from forum_posts where id = $1', fixture.post),
      ).toEqual([{ user_id: null, content: 'Mwen renmen tout.' }]);
    }),
  );

  test(
    'keeps the ledger without the member, and nobody inherits the entitlements',
    inTransaction(async (as) => {
      const before = await as('service').query('select * from ledger');
      await as('owner').query(deleteUser, idOf.mimose);
      expect(await as('service').query('select * from ledger')).toEqual(before);
      expect(
        await as('accountant').query('select user_id, amount_minor from orders where id = $1', fixture.order),
      ).toEqual([{ user_id: null, amount_minor: 300 }]);
      expect(
        await as('accountant').query(
          'select user_id, amount from user_purchases where id = $1',
          fixture.purchase,
        ),
      ).toEqual([{ user_id: null, amount: '3.00' }]);
      await as('owner').query(deleteUser, idOf.kesner);
      expect(await as('accountant').value(`select count(*) from subscriptions where user_id is null`)).toBe(
        1,
      );
      // A purchase without a member must not count for visitors, whose id is null.
      await as('owner').query(deleteUser, idOf.marlene);
      expect(await as('visitor').value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(false);
    }),
  );

  test(
    'leaves no trace in counters or contact messages',
    inTransaction(async (as) => {
      await as('mimose').query('select increment_topic_view($1)', fixture.topic);
      await as('mimose').query(
        `insert into contact_messages (name, email, subject, message)
          values ('Mimose', 'm@example.test', 'Bonjou', 'Mwen ekri nou')`,
      );
      await as('owner').query(deleteUser, idOf.mimose);
      for (const [table, column] of [
        ['contact_messages', 'name'],
        ['private.topic_views', 'viewer'],
        ['private.rate_limits', 'who'],
      ]) {
        const traces = `select from ${table} where ${column} in ('Mimose', $1)`;
        expect(await as('owner').query(traces, idOf.mimose), table).toEqual([]);
      }
    }),
  );

  test(
    'is refused for the only admin, so that nobody can become admin of a site without one',
    inTransaction(async (as) => {
      expect((await as('owner').refusal(deleteUser, idOf.admin)).hint).toBe('last_admin');
      await as('owner').query('insert into admin_users (user_id) values ($1)', idOf.tiJo);
      expect(await as('owner').touches(deleteUser, idOf.admin)).toBe(1);
    }),
  );
});
