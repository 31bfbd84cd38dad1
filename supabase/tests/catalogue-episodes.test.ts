import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { everyClient } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** The rule as a function of one episode: slow, but plain. The policies have to mean the same. */
const rule = `
create function public.test_can_list_episode(series_id uuid, episode_is_free boolean) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select coalesce((
      select s.published and (s.is_free or episode_is_free) from public.series s
      where s.id = test_can_list_episode.series_id), false)
    or private.can_watch((select auth.uid()), 'series', test_can_list_episode.series_id)
    or private.has_role('editor')
$$`;

async function expectSameEpisodes(as: As, what: string): Promise<void> {
  const all = await as('owner').query<{ id: string; series_id: string; is_free: boolean }>(
    'select id, series_id, is_free from public.episodes order by id',
  );
  for (const person of everyClient) {
    const seen = await as(person).query<{ id: string }>('select id from public.episodes order by id');
    const allowed: string[] = [];
    for (const { id, series_id, is_free } of all) {
      const may = 'select public.test_can_list_episode($1, $2)';
      if (await as(person).value<boolean>(may, series_id, is_free)) allowed.push(id);
    }
    expect(
      seen.map(({ id }) => id),
      `${person}, ${what}`,
    ).toEqual(allowed);
  }
}

describe('the list of episodes', () => {
  test(
    'shows each person exactly those they can watch, whatever is published or free',
    inTransaction(async (as) => {
      await as('owner').query(rule);
      await as('owner').query(
        'grant execute on function public.test_can_list_episode(uuid, boolean) to anon, authenticated',
      );
      await expectSameEpisodes(as, 'as it is');
      for (const published of [true, false]) {
        for (const is_free of [true, false]) {
          await as('owner').query(
            'update public.series set published = $1, is_free = $2',
            published,
            is_free,
          );
          await expectSameEpisodes(as, `published: ${published}, free: ${is_free}`);
        }
      }
      await as('owner').query('update public.series set published = true');
      await as('owner').query('update public.episodes set is_free = not is_free');
      await expectSameEpisodes(as, 'other episodes free');
    }),
  );

  test(
    'is read by index when a visitor or member sorts it, without a call for each row',
    inTransaction(async (as) => {
      await as('owner').query('alter table public.episodes disable trigger user');
      await as('owner').query(
        `insert into public.episodes (series_id, season_number, episode_number, title, created_at)
          select s.id, n / 1000, n % 1000, 'E', now() - n * interval '1 minute'
          from generate_series(20000, 39999) n, (select id from public.series order by id limit 1) s`,
      );
      await as('owner').query('analyze public.episodes, public.series');
      for (const person of ['visitor', 'mimose', 'kesner', 'editor'] as const) {
        const rows = await as(person).query<Record<string, string>>(
          'explain select * from public.episodes order by created_at limit 1',
        );
        const plan = rows.flatMap((row) => Object.values(row)).join('\n');
        expect(plan, person).toMatch(/Index Scan.* on episodes/);
        expect(plan, person).not.toMatch(/Sort|Seq Scan on episodes/);
        // Calls per statement are planned as `InitPlan`, and the filter only compares their results.
        expect(plan.match(/Filter: .*/g)?.join('\n') ?? '', person).not.toMatch(/private\.|can_/);
        // A page needs a few series and purchases, not a hash table of all.
        expect(plan, person).not.toMatch(/hashed/);
      }
    }),
  );
});

describe('what a member paid for', () => {
  test(
    'is looked up by policies alone: no client can query the view itself',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'marlene', 'accountant', 'admin'] as const)
        expect((await as(person).refusal('select from private.my_paid_titles')).code).toBe('42501');
    }),
  );

  test(
    'is found one by one in a list of titles, however much it is',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into user_purchases (user_id, movie_id, transaction_type, amount)
          select p.id, $1, 'purchase', 1 from private.profiles p, generate_series(1, 60)`,
        fixture['paid draft movie'],
      );
      await as('owner').query('analyze public.user_purchases');
      for (const table of ['movies', 'series']) {
        const rows = await as('marlene').query<Record<string, string>>(
          `explain select * from public.${table} order by created_at desc limit 20`,
        );
        const plan = rows.flatMap((row) => Object.values(row)).join('\n');
        expect(plan).not.toMatch(/hashed|Seq Scan on user_purchases|Function Scan/);
      }
    }),
  );
});
