import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { everyMember, idOf } from './support/people.ts';
import { rawStatisticsSql } from './support/raw-statistics.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction, concurrently } = world;

interface Numbers {
  active_subscribers: number;
  members_watching: number;
  days: { day: string; members_watching: number; visits_watching: number; seconds_watched: number }[];
  top_titles: { id: string; members: number; seconds_watched: number }[];
}

const rollUp = (as: As) => as('owner').query('select private.roll_up_statistics(1000)');

/** Of days that are so many days ago. */
const statistics = (as: As, from: number, to: number) =>
  as('accountant').value<Numbers>(
    'select statistics(current_date - $1::integer, current_date - $2::integer)',
    from,
    to,
  );

async function counted(as: As, from: number, to: number): Promise<unknown> {
  const days = await as('owner').query<{ first: string; last: string }>(
    'select (current_date - $1::integer)::text as first, (current_date - $2::integer)::text as last',
    from,
    to,
  );
  return as('owner').value(rawStatisticsSql, days[0]?.first, days[0]?.last);
}

const watch = (as: As, member: string | null, daysAgo: number, seconds: number, episode = false) =>
  as('owner').value<string>(
    `insert into watch_sessions (id, user_id, ${episode ? 'episode_id' : 'movie_id'}, day, seconds_watched)
      values (gen_random_uuid(), $1, $2, current_date - $3::integer, $4) returning id`,
    member,
    fixture[episode ? 'episode of the free series' : 'free movie'],
    daysAgo,
    seconds,
  );

/** What happens on one of the last hundred and sixty days. */
const happening = fc.record({
  daysAgo: fc.nat(160),
  what: fc.constantFrom('film', 'film', 'film', 'episode', 'payment', 'refund', 'failure', 'sign-up'),
  member: fc.option(fc.constantFrom(...everyMember)),
  title: fc.constantFrom('free movie', 'paid movie', 'movie nobody bought'),
  amount: fc.integer({ min: 0, max: 4000 }),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const insertHappenings = `
  with h as (select * from jsonb_to_recordset($1::jsonb) as h (
    "number" integer, "daysAgo" integer, what text, "memberId" uuid, "titleId" uuid, amount integer, at timestamptz)),
  watched as (
    insert into watch_sessions (id, user_id, movie_id, episode_id, day, seconds_watched)
    select gen_random_uuid(), h."memberId", case what when 'film' then h."titleId" end,
      case what when 'episode' then '${fixture['episode of the free series']}'::uuid end, current_date - h."daysAgo", h.amount / 4.0
    from h where what in ('film', 'episode')),
  booked as (
    insert into ledger (order_id, kind, amount_minor, currency, provider, provider_reference, occurred_at)
    select '${fixture.order}', what, case what when 'refund' then -1 else 1 end * (1 + h.amount),
      case when h.amount % 3 = 0 then 'HTG' else 'USD' end, 'property', gen_random_uuid()::text, at
    from h where what in ('payment', 'refund')),
  failed as (
    insert into orders (user_id, transaction_type, plan, title, amount_minor, status, updated_at)
    select '${idOf.mimose}', 'subscription', 'monthly', 'Lakou', 399, 'failed', at from h where what = 'failure')
  insert into auth.users (id, email, aud, role, raw_user_meta_data)
    select gen_random_uuid(), 'h' || "number" || '@example.test', 'authenticated', 'authenticated', '{}' from h where what = 'sign-up'`;

async function happen(as: As, happenings: Happening[], from = 0): Promise<void> {
  const rows = happenings.map(({ member, title, ...each }, index) => ({
    ...each,
    number: from + index,
    memberId: member && idOf[member],
    titleId: fixture[title as 'free movie'],
    at: new Date(Date.now() - each.daysAgo * 86_400_000).toISOString(),
  }));
  await as('owner').query(insertHappenings, JSON.stringify(rows));
}

describe('statistics', () => {
  test('are the same from rollups as from every single row, in every range, and again after more has happened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 40, maxLength: 120 }),
        fc.array(happening, { maxLength: 10 }),
        fc.array(fc.tuple(fc.nat(170), fc.nat(170)), { minLength: 3, maxLength: 3 }),
        (first, later, ranges) =>
          inTransaction(async (as) => {
            const areRight = async () => {
              for (const [one, other] of [[170, 0] as const, ...ranges]) {
                const [from, to] = [Math.max(one, other), Math.min(one, other)];
                expect(await statistics(as, from, to)).toMatchObject((await counted(as, from, to)) as object);
              }
            };
            await happen(as, first);
            await rollUp(as);
            expect(
              await as('owner').value(
                'select count(*) > 0 from private.rolled_periods where slices = days / 4',
              ),
            ).toBe(true);
            await areRight();
            await happen(as, later, 1000);
            await areRight();
            await rollUp(as);
            expect(await as('owner').value('select count(*)::integer from private.stale_days')).toBe(0);
            await areRight();
          })(),
      ),
      { numRuns: process.env.LONG ? 60 : 4 },
    );
  }, 120_000);

  test(
    'of a range are put together from at most 34 periods, without gaps or overlaps',
    inTransaction(async (as) => {
      await watch(as, null, 240, 60);
      await rollUp(as);
      const covers = await as('owner').query<{ periods: number; days: number; wanted: number }>(
        `select sum((c.last_start - c.first_start) / c.days + 1)::integer as periods,
            sum(c.last_start - c.first_start + c.days)::integer as days, r.last - r.first + 1 as wanted
          from (
            select current_date - 240 + n as first, least(current_date - 1, current_date - 240 + n + n * 7 % 239) as last
            from generate_series(0, 199) n) r, lateral private.cover_days(r.first, r.last) c
          group by r.first, r.last`,
      );
      expect(covers).toHaveLength(200);
      for (const { periods, days, wanted } of covers) {
        expect(days).toBe(wanted);
        expect(periods).toBeLessThanOrEqual(34);
      }
    }),
  );

  test(
    'show at once what is watched past midnight',
    inTransaction(async (as) => {
      const session = await watch(as, idOf.tiJo, 1, 600);
      await as('owner').query('select private.roll_up_day(current_date - 1)');
      const before = (await statistics(as, 1, 1)).days[0]?.seconds_watched ?? 0;
      await as('owner').query(
        'update watch_sessions set seconds_watched = seconds_watched + 60 where id = $1',
        session,
      );
      expect((await statistics(as, 1, 1)).days[0]?.seconds_watched).toBe(before + 60);
    }),
  );

  test(
    'of a day that is over do not change when a member deletes the account',
    inTransaction(async (as) => {
      await watch(as, idOf.tiJo, 5, 600);
      await rollUp(as);
      const before = await statistics(as, 9, 2);
      await as('owner').query('delete from auth.users where id = $1', idOf.tiJo);
      expect((await statistics(as, 9, 2)).days).toEqual(before.days);
    }),
  );

  test('count a session that ends while its day is rolled up', async () => {
    const { database } = world;
    const [session] = await database.query<{ id: string }>(
      `insert into watch_sessions (id, movie_id, day, seconds_watched)
        values (gen_random_uuid(), $1, current_date - 3, 10) returning id`,
      [fixture['free movie']],
    );
    await database.query('select private.roll_up_statistics(1000)');
    await concurrently(
      ['owner', 'update watch_sessions set seconds_watched = 1000 where id = $1', session?.id],
      ['owner', 'select private.roll_up_day(current_date - 3)'],
    );
    await database.query('select private.roll_up_statistics(1000)');
    const [day] = await database.query<{ seconds_watched: number }>(
      'select seconds_watched from private.daily_statistics where day = current_date - 3',
    );
    expect(day?.seconds_watched).toBe(1000);
  });

  test(
    'count different members exactly up to 256 of a title, and nearly so beyond',
    inTransaction(async (as) => {
      const estimate = (people: number) =>
        as('owner').value<number>(
          `select private.estimate_members((array_agg(distinct hashtext('person ' || n)))[1:256], 256)::integer
            from generate_series(1, $1) n`,
          people,
        );
      expect(await estimate(255)).toBe(255);
      for (const people of [1_000, 30_000]) {
        expect(Math.abs((await estimate(people)) / people - 1)).toBeLessThan(0.2);
      }
    }),
  );
});

describe('active subscribers', () => {
  const raw = (as: As) =>
    as('owner').value<number>(
      `select count(distinct user_id)::integer from subscriptions where status = 'active' and expires_at > now()`,
    );
  const shown = async (as: As) => (await statistics(as, 0, 0)).active_subscribers;

  test(
    'are counted as subscriptions begin, move, expire and end, before and after folding',
    inTransaction(async (as) => {
      const subscribe = (member: keyof typeof idOf, expires: string) =>
        as('owner').query(
          `insert into subscriptions (user_id, status, subscription_type, expires_at) values ($1, 'active', 'monthly', ${expires})`,
          idOf[member],
        );
      const steps = [
        () => subscribe('tiJo', `now() + interval '20 days'`),
        () => subscribe('tiJo', `now() + interval '50 days'`),
        () => subscribe('mimose', `now() + interval '1 second'`),
        () => subscribe('frantz', `date_trunc('hour', now()) + interval '1 hour'`),
        () => subscribe('marlene', `now() - interval '1 second'`),
        () =>
          as('owner').query(
            `update subscriptions set expires_at = now() - interval '1 hour' where user_id = $1`,
            idOf.mimose,
          ),
        () =>
          as('owner').query(`update subscriptions set status = 'canceled' where user_id = $1`, idOf.frantz),
        () => as('owner').query('delete from auth.users where id = $1', idOf.tiJo),
      ];
      for (const [index, step] of steps.entries()) {
        await step();
        expect(await shown(as), `after step ${index}`).toBe(await raw(as));
        if (index % 2) await as('owner').query('select private.fold_subscriber_changes(3)');
        expect(await shown(as), `folded after step ${index}`).toBe(await raw(as));
      }
    }),
  );
});
