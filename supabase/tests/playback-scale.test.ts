import { describe, expect, test } from 'vitest';
import { everyMember, idOf } from './support/people.ts';
import { playAFilm, start, withVideo } from './support/playing.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** Pages that a statement reads, after a first run has filled the caches. */
async function pagesOf(as: As, person: Parameters<As>[0], sql: string): Promise<number> {
  await as(person).query(sql);
  const [row] = await as(person).query<Record<string, [{ Plan: Record<string, number> }]>>(
    `explain (analyze, buffers, format json) ${sql}`,
  );
  const [{ Plan: plan }] = Object.values(row!)[0]!;
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

async function addMovies(as: As, count: number): Promise<void> {
  await as('owner').query('alter table public.movies disable trigger user');
  await as('owner').query('alter table private.streams disable trigger user');
  await as('owner').query(
    `with added as (
      insert into movies (title, published, is_free, has_video)
      select 'Film ' || n, n % 3 > 0, n % 2 = 0, true from generate_series(1, $1::integer) n returning id)
    insert into private.streams (movie_id, status, film) select id, 'whole', '{"duration": 100}' from added`,
    count,
  );
}

test(
  'heartbeats of a player change no index',
  inTransaction(async (as) => {
    const { session } = await playAFilm(as, as('mimose'), 'free movie');
    const report = () =>
      as('owner').query(
        `select private.report_playback(cookie_hash, stream_id, browser, 700, 6000, 10, false)
          from private.playback_sessions where id = $1`,
        session,
      );
    // now() stands still in a transaction, so the rows are set back instead.
    const setBack = async (seconds: number) => {
      await as('owner').query(
        `update watch_progress set updated_at = now() - make_interval(secs => $2) where user_id = $1`,
        idOf.mimose,
        seconds,
      );
      await as('owner').query(
        `update private.playback_sessions set seen_at = now() - make_interval(secs => $2),
          reported_at = now() - make_interval(secs => $2) where id = $1`,
        session,
        seconds,
      );
    };
    const indexed = () =>
      as('owner').query(
        `select relname, n_tup_upd - n_tup_hot_upd as indexed from pg_stat_xact_user_tables
          where relname in ('watch_progress', 'playback_sessions', 'watch_sessions') order by relname`,
      );
    await setBack(1800);
    await report();
    const before = await indexed();
    expect(before).toHaveLength(3);
    for (const seconds of [30, 20, 10]) {
      await setBack(seconds);
      await report();
    }
    expect(await indexed()).toEqual(before);
  }),
);

test(
  'a ticket is issued without reading all streams',
  inTransaction(async (as) => {
    await addMovies(as, 3_000);
    await withVideo(as, 'paid movie');
    await as('owner').query('analyze private.streams');
    const scans = () =>
      as('owner').value<number>(
        `select seq_scan::integer from pg_stat_xact_user_tables where relid = 'private.streams'::regclass`,
      );
    const before = await scans();
    expect(await start(as('kesner'), 'paid movie')).toHaveProperty('ticket');
    expect(await scans()).toBe(before);
  }),
);

/** What continue_watching() means, title by title: slow, but plain. */
const nextEpisode = `
create function public.test_next_episode(episode_id uuid) returns uuid language sql stable security definer set search_path = '' as $$
  select n.id from public.episodes e
  join public.episodes n on n.series_id = e.series_id
    and (n.season_number, n.episode_number) > (e.season_number, e.episode_number)
  where e.id = test_next_episode.episode_id and n.has_video and private.can_watch(auth.uid(), 'episode', n.id)
  order by n.season_number, n.episode_number limit 1
$$`;
const continueWatching = `
create function public.test_continue_watching() returns table (media_id uuid, "position" double precision, updated_at timestamptz)
  language sql stable security definer set search_path = '' as $$
  with mine as (
    select w.* from public.watch_progress w where w.user_id = auth.uid() and (w.watched or w.position > 0)
  ), latest as (
    select distinct on (e.series_id) w.*, e.series_id from mine w join public.episodes e on e.id = w.episode_id
    order by e.series_id, w.updated_at desc
  )
  select * from (
    select m.id, w.position, w.updated_at from mine w join public.movies m on m.id = w.movie_id
    where not w.watched and m.has_video and private.can_watch(auth.uid(), 'movie', m.id)
    union all
    select e.id, coalesce(case when not w.watched then w.position end, 0), l.updated_at
    from latest l
    join public.episodes e on e.id = case when l.watched then public.test_next_episode(l.episode_id) else l.episode_id end
    left join public.watch_progress w on w.user_id = auth.uid() and w.episode_id = e.id
    where e.has_video and private.can_watch(auth.uid(), 'episode', e.id)
  ) rows order by 3 desc, 1
$$`;
const grants =
  'grant execute on function public.test_next_episode, public.test_continue_watching to authenticated';

describe('what a member can continue with', () => {
  test(
    'is exactly what they started and can watch, newest first, whatever they paid for',
    inTransaction(async (as) => {
      for (const statement of [nextEpisode, continueWatching, grants]) await as('owner').query(statement);
      await addMovies(as, 40);
      await as('owner').query(`update episodes set has_video = true`);
      await as('owner').query(
        `insert into episodes (series_id, season_number, episode_number, title, is_free, has_video)
          select s.id, 2, n, 'E', n % 3 = 0, n % 4 > 0 from series s, generate_series(1, 6) n`,
      );
      await as('owner').query('delete from watch_progress');
      for (const table of ['movies', 'episodes']) {
        await as('owner').query(
          `insert into watch_progress (user_id, ${table === 'movies' ? 'movie_id' : 'episode_id'}, position, duration, watched, updated_at)
            select p.id, t.id, x.n % 5 * 10, 100, x.n % 3 = 0,
              -- No two at the same moment: which of them is newer would be luck.
              now() - x.n * interval '7 minutes' - row_number() over () * interval '1 millisecond'
            from private.profiles p, ${table} t,
              lateral (select abs(hashtext(p.id::text || t.id)) % 900 as n) x
            where x.n % 4 > 0`,
        );
      }
      let titles = 0;
      for (const member of everyMember) {
        const wanted = await as(member).query('select * from public.test_continue_watching()');
        for (const size of [3, 12, 100]) {
          expect(
            await as(member).query('select media_id, position, updated_at from continue_watching($1)', size),
            `${member}, ${size}`,
          ).toEqual(wanted.slice(0, size));
        }
        titles += wanted.length;
      }
      expect(titles).toBeGreaterThan(100);
    }),
  );

  test(
    'reads about as many pages after 50 titles as after 1,000',
    inTransaction(async (as) => {
      const startFilms = (count: number) =>
        as('owner').query(
          `insert into watch_progress (user_id, movie_id, position, duration, updated_at)
            select $1, m.id, 10, 100, now() - row_number() over () * interval '1 day' from movies m
            where m.title like 'Film %' and m.published limit $2 on conflict do nothing`,
          idOf.kesner,
          count,
        );
      await addMovies(as, 1_500);
      await as('owner').query('analyze movies, watch_progress, user_purchases');
      const list = 'select * from continue_watching(12)';
      await startFilms(50);
      const few = await pagesOf(as, 'kesner', list);
      await startFilms(1_000);
      expect(await pagesOf(as, 'kesner', list)).toBeLessThan(2 * few);
    }),
  );
});

test(
  'ended sessions and tickets are deleted in batches',
  inTransaction(async (as) => {
    const { stream } = await playAFilm(as, as('mimose'), 'free movie');
    await as('owner').query(
      `insert into private.playback_sessions (stream_id, saves_progress, ticket_hash, ticket_expires_at, started_at)
        select $1, false, 'old ' || n, now() - interval '2 hours', now() - interval '3 hours' from generate_series(1, 5) n`,
      stream,
    );
    const purge = () => as('owner').value<boolean>('select private.purge_playback_sessions(3)');
    expect(await purge()).toBe(true);
    expect(await purge()).toBe(false);
    expect(await as('owner').touches('select from private.playback_sessions')).toBe(1);
  }),
);
