import { describe, expect, test } from 'vitest';
import { fixture, type Thing } from './support/fixtures.ts';
import { everyClient, type Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const movies: Thing[] = [
  'free movie',
  'paid movie',
  'free draft movie',
  'paid draft movie',
  'movie nobody bought',
];
const series: Thing[] = [
  'free series',
  'paid series',
  'free draft series',
  'paid draft series',
  'series nobody bought',
];
const ids = (things: readonly Thing[]) => things.map((thing) => fixture[thing]);

interface Row {
  media_type: string;
  media_id: string;
  access: string | null;
  until: Date | null;
}

/** What somebody is told about all of these titles at once, by name. */
async function accessOf(as: As, person: Person): Promise<Map<Thing, Row>> {
  const rows = (await as(person).query(
    'select media_type, media_id, access, until from list_title_access($1, $2)',
    ids(movies),
    ids(series),
  )) as Row[];
  return new Map(
    [...movies, ...series].flatMap((thing) => {
      const row = rows.find(({ media_id }) => media_id === fixture[thing]);
      return row ? [[thing, row] as const] : [];
    }),
  );
}

describe('what a viewer can do with the titles of a page', () => {
  test(
    'a label promises a film to exactly those who can watch it',
    inTransaction(async (as) => {
      for (const person of [...everyClient, 'service' as const]) {
        const listed = await accessOf(as, person);
        for (const thing of [...movies, ...series]) {
          const kind = movies.includes(thing) ? 'movie' : 'series';
          const canWatch = await as(person).value(`select can_watch($1, $2)`, kind, fixture[thing]);
          expect([person, thing, (listed.get(thing)?.access ?? null) !== null]).toEqual([
            person,
            thing,
            canWatch,
          ]);
        }
      }
    }),
  );

  test.each([
    ['visitor', [null, null]],
    ['mimose', [null, null]],
    ['kesner', ['included', 'included']],
    ['marlene', ['bought', null]],
    ['dieudonne', ['rented', null]],
    ['rosemond', [null, null]],
    ['wilner', [null, null]],
    ['frantz', [null, null]],
    ['admin', ['included', 'included']],
    ['editor', [null, null]],
  ] satisfies [Person, (string | null)[]][])(
    '%s: a title that some have paid for, and one that nobody has: %s',
    (person, expected) =>
      inTransaction(async (as) => {
        const listed = await accessOf(as, person);
        for (const kind of ['movie', 'series'] as const) {
          expect(listed.get(`free ${kind}`)?.access).toBe('free');
          expect(
            [listed.get(`paid ${kind}`), listed.get(`${kind} nobody bought`)].map((row) => row?.access),
          ).toEqual(expected);
        }
      })(),
  );

  test(
    'a renter reads when the rental ends, and is told of the subscription first',
    inTransaction(async (as) => {
      const rented = (await accessOf(as, 'dieudonne')).get('paid movie');
      expect(new Date(rented?.until ?? 0).getTime()).toBeGreaterThan(Date.now());
      await as('owner').query(
        `insert into subscriptions (user_id, status, subscription_type, expires_at)
          select user_id, 'active', 'monthly', now() + interval '1 day' from user_purchases
          where transaction_type = 'rental' and rental_expiry > now() limit 1`,
      );
      expect((await accessOf(as, 'dieudonne')).get('paid movie')).toMatchObject({
        access: 'included',
        until: rented?.until,
      });
    }),
  );

  test(
    'nobody learns of drafts that they cannot watch, and nobody asks about more than 100 titles of a kind',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'mimose', 'kesner'] as const)
        expect([...(await accessOf(as, person)).keys()].filter((name) => name.includes('draft'))).toEqual([]);
      const unknown = Array.from({ length: 100 }, () => crypto.randomUUID());
      expect(
        await as('visitor').query('select from list_title_access($1)', [...unknown, fixture['free movie']]),
      ).toEqual([]);
      expect(
        await as('visitor').query('select from list_title_access($1)', [
          ...unknown.slice(1),
          fixture['free movie'],
        ]),
      ).toHaveLength(1);
    }),
  );
});

describe('when a film was published', () => {
  const publishedAt = (as: As) =>
    as('owner').value<Date | null>(
      `select published_at from movies where id = $1`,
      fixture['paid draft movie'],
    );
  const publish = (as: As, published: boolean) =>
    as('editor').query(
      `update movies set published = $2 where id = $1`,
      fixture['paid draft movie'],
      published,
    );

  test(
    'is noted once: publishing again does not make it new',
    inTransaction(async (as) => {
      expect(await publishedAt(as)).toBeNull();
      await publish(as, true);
      expect(await publishedAt(as)).not.toBeNull();
      await as('owner').query(`alter table movies disable trigger note_publication`);
      await as('owner').query(
        `update movies set published_at = '2001-02-03T00:00:00Z' where id = $1`,
        fixture['paid draft movie'],
      );
      await as('owner').query(`alter table movies enable trigger note_publication`);
      await publish(as, false);
      await publish(as, true);
      expect(new Date((await publishedAt(as)) ?? 0).toISOString()).toBe('2001-02-03T00:00:00.000Z');
    }),
  );

  test(
    'cannot be chosen by editors',
    inTransaction(async (as) => {
      await expect(
        as('editor').query(`update movies set published_at = now() where id = $1`, fixture['free movie']),
      ).rejects.toThrow(/permission denied/);
    }),
  );
});

test(
  'everybody can read what the lowest quality of a published title takes, nobody that of a draft',
  inTransaction(async (as) => {
    const film = { rungs: [{ average_bandwidth: 400_000 }, { average_bandwidth: 200_000 }] };
    const add = (column: string, thing: Thing) =>
      as('owner').query(
        `insert into private.streams (${column}, film, status) values ($1, $2, 'whole')`,
        fixture[thing],
        JSON.stringify(film),
      );
    await add('movie_id', 'paid movie');
    await add('movie_id', 'paid draft movie');
    await add('episode_id', 'episode of the paid series');
    const bandwidthOf = (kind: string, thing: Thing) =>
      as('visitor').value('select lowest_bandwidth($1, $2)', kind, fixture[thing]);
    expect(await bandwidthOf('movie', 'paid movie')).toBe(200_000);
    expect(await bandwidthOf('series', 'paid series')).toBe(200_000);
    expect(await bandwidthOf('movie', 'paid draft movie')).toBeNull();
    expect(await bandwidthOf('series', 'free series')).toBeNull();
    expect(await bandwidthOf('movie', 'paid series')).toBeNull();
  }),
);
