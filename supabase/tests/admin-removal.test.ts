import { beforeEach, describe, expect, test } from 'vitest';
import { idOf, type Person } from './support/people.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

/** All ways to remove an admin. Deleting the account is what delete-account and the auth API do. */
const ways: Record<string, [Person, (id: string) => string]> = {
  'the account is deleted': ['owner', (id) => `delete from auth.users where id = '${id}'`],
  'the row is deleted with the service key': [
    'service',
    (id) => `delete from admin_users where user_id = '${id}'`,
  ],
  'the role is changed with the service key': [
    'service',
    (id) => `update admin_users set role = 'editor' where user_id = '${id}'`,
  ],
};
const pairs = Object.keys(ways).flatMap((one) => Object.keys(ways).map((other) => [one, other] as const));

const one = '00000000-0000-4000-a000-0000000000a1';
const other = '00000000-0000-4000-a000-0000000000a2';

const admins = async () =>
  (
    await world.database.query<{ user_id: string }>(
      `select user_id from admin_users where role = 'admin' order by user_id`,
    )
  ).map(({ user_id }) => user_id);

/** Two admins, and nobody else. */
beforeEach(async () => {
  await world.database.query('delete from admin_users');
  for (const id of [one, other]) {
    await world.database.query(
      `insert into auth.users (id, email, aud, role) values ($1::uuid, $1::text || '@example.test', 'authenticated', 'authenticated')
        on conflict do nothing`,
      [id],
    );
    await world.database.query('insert into admin_users (user_id) values ($1)', [id]);
  }
});

describe('two admins cannot be removed at the same moment', () => {
  const inBothOrders = pairs.flatMap(([a, b]) => [[a, one, b, other] as const, [a, other, b, one] as const]);
  test.each(inBothOrders)('%s (%s) while %s (%s)', async (first, firstId, second, secondId) => {
    const [firstPerson, firstSql] = ways[first] as (typeof ways)[string];
    const [secondPerson, secondSql] = ways[second] as (typeof ways)[string];
    const outcome = await world.concurrently(
      [firstPerson, firstSql(firstId)],
      [secondPerson, secondSql(secondId)],
    );
    expect(outcome).toMatchObject({ code: '23503', hint: 'last_admin' });
    expect(await admins()).toEqual([secondId]);
  });
});

describe('the last admin stays', () => {
  test.each(Object.keys(ways))('when %s', async (way) => {
    const [person, sql] = ways[way] as (typeof ways)[string];
    await world.database.query('delete from admin_users where user_id = $1', [other]);
    await world.inTransaction(async (as) => {
      expect(await as(person).refusal(sql(one))).toMatchObject({ code: '23503', hint: 'last_admin' });
    })();
  });

  test.each([`delete from admin_users`, `update admin_users set role = 'moderator'`])(
    'when one statement removes all: %s',
    async (sql) => {
      await world.inTransaction(async (as) => {
        expect(await as('service').refusal(sql)).toMatchObject({ code: '23503', hint: 'last_admin' });
      })();
      expect(await admins()).toEqual([one, other]);
    },
  );

  test('while one of two admins, and every other worker, can go', async () => {
    await world.inTransaction(async (as) => {
      await as('owner').query(`insert into admin_users values ($1, 'editor')`, idOf.editor);
      expect(await as('service').touches('delete from admin_users where user_id = $1', one)).toBe(1);
      expect(await as('service').touches('delete from admin_users where user_id = $1', idOf.editor)).toBe(1);
    })();
  });
});

test('a member who becomes an admin while the last one leaves does not open set-up', async () => {
  await world.database.query('delete from admin_users where user_id = $1', [other]);
  const outcome = await world.concurrently(
    ['service', `insert into admin_users (user_id) values ('${other}')`],
    ['service', `delete from admin_users where user_id = '${one}'`],
  );
  expect(outcome).toEqual([]);
  expect(await admins()).toEqual([other]);
});
