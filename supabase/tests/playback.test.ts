import { describe, expect, test } from 'vitest';
import { fixture, type Thing } from './support/fixtures.ts';
import { everyClient, everyMember, idOf, type Member, type Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

const everybody: Person[] = [...everyClient, 'service'];
// Not: an expired, canceled or unpaid subscription, a rental of 49 hours, a refunded or disputed purchase, other staff.
const payers: Person[] = ['marlene', 'dieudonne', 'admin'];
const subscribersAndPayers: Person[] = ['kesner', ...payers];

async function viewersOf(as: As, sql: string, id: string): Promise<Person[]> {
  const seeing: Person[] = [];
  for (const person of everybody) {
    if (await as(person).value<boolean>(sql, id)) seeing.push(person);
  }
  return seeing.toSorted();
}

describe('may watch', () => {
  const rule: [Thing, Person[]][] = [
    ['free movie', everybody],
    ['free draft movie', [...payers, 'editor']],
    ['paid movie', subscribersAndPayers],
    ['paid draft movie', [...payers, 'editor']],
    ['movie nobody bought', ['kesner', 'admin']],
    ['free series', everybody],
    ['free draft series', [...payers, 'editor']],
    ['paid series', subscribersAndPayers],
    ['paid draft series', [...payers, 'editor']],
    ['series nobody bought', ['kesner', 'admin']],
    ['episode of the free series', everybody],
    ['episode of the free draft series', [...payers, 'editor']],
    ['episode of the paid series', subscribersAndPayers],
    ['free episode of the paid series', everybody],
    ['episode of the paid draft series', [...payers, 'editor']],
    ['free episode of the paid draft series', [...payers, 'editor']],
    ['episode of the series nobody bought', ['kesner', 'admin']],
  ];
  test.each(rule)('the %s: %s', (name, watchers) =>
    inTransaction(async (as) => {
      const kind = name.includes('episode') ? 'episode' : name.includes('series') ? 'series' : 'movie';
      expect(await viewersOf(as, `select can_watch('${kind}', $1)`, fixture[name])).toEqual(
        watchers.toSorted(),
      );
    })(),
  );

  test.each([
    ['movie', 'a title that does not exist', '00000000-0000-4000-b000-00000000ffff'],
    ['movie', 'a series called a movie', fixture['free series']],
    ['series', 'a movie called a series', fixture['free movie']],
    ['trailer', 'a kind that does not exist', fixture['free movie']],
    [null, 'no kind', fixture['free movie']],
    ['movie', 'no title', null],
  ])('nobody, not even an admin: %s, %s', (kind, _what, id) =>
    inTransaction(async (as) => {
      for (const person of ['visitor', 'kesner', 'admin'] as const) {
        expect(await as(person).value('select can_watch($1, $2)', kind, id)).toBe(false);
      }
    })(),
  );

  test(
    'a member only as themselves: claims that talk of other roles change nothing',
    inTransaction(async (as) => {
      const boast = {
        sub: idOf.mimose,
        role: 'authenticated',
        user_role: 'admin',
        app_metadata: { role: 'admin' },
      };
      const mimose = as('mimose', { 'request.jwt.claims': JSON.stringify(boast) });
      expect(await mimose.value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(false);
    }),
  );

  test(
    'a client cannot check the rule for another member',
    inTransaction(async (as) => {
      const ask = `select private.can_watch('${idOf.kesner}', 'movie', '${fixture['paid movie']}')`;
      expect((await as('mimose').refusal(ask)).code).toBe('42501');
      expect(await as('service').value(ask)).toBe(true);
    }),
  );
});

describe('a rental', () => {
  const rent = `insert into user_purchases (user_id, movie_id, transaction_type, amount, rental_started_at, rental_expiry)
    values ('${idOf.mimose}', '${fixture['paid movie']}', 'rental', 3, `;
  test.each([
    [
      'lasts until just before 48 hours have passed',
      `now() - interval '48 hours' + interval '1 microsecond'`,
      true,
    ],
    ['is over when 48 hours have passed', `now() - interval '48 hours'`, false],
    ['stays over', `now() - interval '48 hours 1 microsecond'`, false],
  ])('%s', (_what, since, watching) =>
    inTransaction(async (as) => {
      await as('service').query(`${rent} ${since}, ${since} + interval '48 hours')`);
      expect(await as('mimose').value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(watching);
      expect(await as('tiJo').value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(false);
    })(),
  );

  test.each([
    ['longer than 48 hours', `${rent} now(), now() + interval '48 hours 1 second')`],
    ['without an end', `${rent} now(), null)`],
    ['that waits longer than 30 days', `${rent} null, now() + interval '32 days 1 second')`],
  ])('%s cannot be stored, not even by the server', (_what, sql) =>
    inTransaction(async (as) => {
      expect((await as('service').refusal(sql)).constraint).toBe('rentals_last_48_hours');
    })(),
  );

  test(
    'cannot be stretched by the one who rents',
    inTransaction(async (as) => {
      const stretch = `update user_purchases set rental_expiry = rental_expiry + interval '31 days'`;
      expect((await as('rosemond').refusal(stretch)).code).toBe('42501');
      expect((await as('owner').refusal(stretch)).constraint).toBe('rentals_last_48_hours');
    }),
  );
});

describe('a subscription', () => {
  test.each([
    ['ends at the moment it expires', 'active', `now()`, false],
    ['lasts until that moment', 'active', `now() + interval '1 microsecond'`, true],
    ['that is marked expired does not count', 'expired', `now() + interval '1 day'`, false],
  ])('%s', (_what, status, expires, watching) =>
    inTransaction(async (as) => {
      await as('service').query(
        `insert into subscriptions (user_id, status, subscription_type, expires_at) values ($1, $2, 'monthly', ${expires})`,
        idOf.mimose,
        status,
      );
      expect(await as('mimose').value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(watching);
    })(),
  );
});

describe('the list of episodes', () => {
  // An editor prepares episodes, so an editor sees them; watching published ones needs an entitlement.
  const lists: [Thing, Person[]][] = [
    ['episode of the free series', everybody],
    ['episode of the free draft series', [...payers, 'editor']],
    ['episode of the paid series', [...subscribersAndPayers, 'editor']],
    ['free episode of the paid series', everybody],
    ['episode of the paid draft series', [...payers, 'editor']],
    ['free episode of the paid draft series', [...payers, 'editor']],
    ['episode of the series nobody bought', ['kesner', 'editor', 'admin']],
  ];
  test.each(lists)('the %s is listed for %s', (name, readers) =>
    inTransaction(async (as) => {
      const listed = await viewersOf(as, 'select exists (select from episodes where id = $1)', fixture[name]);
      expect(listed).toEqual([...new Set<Person>([...readers, 'service'])].toSorted());
    })(),
  );

  test(
    'everybody sees how many there are',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'mimose'] as const) {
        expect(
          await as(person).query(
            'select episode_count, season_count from series where id = $1',
            fixture['paid series'],
          ),
        ).toEqual([{ episode_count: 2, season_count: 1 }]);
      }
    }),
  );

  test(
    'the count follows what editors add, move and remove, and cannot be set by hand',
    inTransaction(async (as) => {
      const id = fixture['paid series'];
      const counts = () =>
        as('visitor').query('select episode_count, season_count from series where id = $1', id);
      const add = `insert into episodes (series_id, season_number, episode_number, title) values ($1, 2, 1, 'Twazyèm')`;
      await as('editor').query(add, id);
      expect(await counts()).toEqual([{ episode_count: 3, season_count: 2 }]);
      await as('editor').query(
        'update episodes set season_number = 1, episode_number = 3 where series_id = $1 and season_number = 2',
        id,
      );
      expect(await counts()).toEqual([{ episode_count: 3, season_count: 1 }]);
      await as('editor').query('delete from episodes where series_id = $1', id);
      expect(await counts()).toEqual([{ episode_count: 0, season_count: 0 }]);
      expect((await as('editor').refusal('update series set episode_count = 100')).code).toBe('42501');
    }),
  );

  test('the count is right when two editors add at once', async () => {
    const id = fixture['series nobody bought'];
    const add = `insert into episodes (series_id, episode_number, title) values ($1, $2, 'Ankò')`;
    expect(await world.concurrently(['editor', add, id, 8], ['admin', add, id, 9])).toEqual([]);
    const counted = await world.database.query('select episode_count from series where id = $1', [id]);
    await world.database.query('delete from episodes where series_id = $1 and episode_number > 7', [id]);
    expect(counted).toEqual([{ episode_count: 3 }]);
  });
});

test(
  'what a member paid for stays in their genre list when it is unpublished, until it is refunded',
  inTransaction(async (as) => {
    const genre = async (table: string) => {
      const owners: Member[] = [];
      for (const person of everyMember) {
        const name = table === 'movies' ? 'paid draft movie' : 'paid draft series';
        if (await as(person).touches(`select from ${table} where id = $1`, fixture[name]))
          owners.push(person);
      }
      return owners;
    };
    expect(await genre('movies')).toEqual(['marlene', 'dieudonne', 'admin', 'editor']);
    expect(await genre('series')).toEqual(['marlene', 'dieudonne', 'admin', 'editor']);
    await as('service').query(
      `update user_purchases set status = 'refunded' where user_id = $1`,
      idOf.marlene,
    );
    expect(await genre('movies')).toEqual(['dieudonne', 'admin', 'editor']);
  }),
);
