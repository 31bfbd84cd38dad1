import { type Counts, DAYS, TITLES_PER_MEMBER } from './size.ts';

/** Where everybody stopped watching, and what was watched on each day. */
export function playbackStatements({ members, films, episodes, started, watchSessions }: Counts): string[] {
  const at = `now() - interval '1 minute' * ((n * 7 + k) % ${DAYS * 1440})`;
  const film = `pg_temp.id('film', (pg_temp.popular(n, 50, ${films}) + 7 * k) % ${films})`;
  const episode = `pg_temp.id('episode', (pg_temp.popular(n, 51, ${episodes}) + 7 * k) % ${episodes})`;
  return [
    `insert into public.watch_progress (user_id, movie_id, episode_id, position, duration, watched, updated_at)
      select pg_temp.id('member', n), case when k % 2 = 0 then ${film} end, case when k % 2 = 1 then ${episode} end, 600 + k, 5400,
        (n + k) % 3 = 0, ${at}
      from generate_series(1, ${members - 1}) n, generate_series(0, ${TITLES_PER_MEMBER - 1}) k`,
    `insert into public.watch_progress (user_id, movie_id, position, duration, watched, updated_at)
      select pg_temp.id('member', 0), pg_temp.id('film', n), 600, 5400, n % 3 = 0, now() - interval '1 minute' * n
      from generate_series(0, ${started - 1}) n`,
    `insert into public.watch_sessions (id, user_id, movie_id, episode_id, day, furthest, duration, seconds_watched)
      select pg_temp.id('watch', n), pg_temp.id('member', n % ${members}),
        case when n % 2 = 0 then pg_temp.id('film', pg_temp.popular(n, 52, ${films})) end,
        case when n % 2 = 1 then pg_temp.id('episode', pg_temp.popular(n, 53, ${episodes})) end,
        current_date - (n % ${DAYS})::integer, 5000, 5400, 3000
      from generate_series(0, ${watchSessions - 1}) n`,
    // The sessions that the periodic clean-up has left.
    `insert into private.playback_sessions (stream_id, user_id, saves_progress, ticket_hash, ticket_expires_at, cookie_hash, started_at, exchanged_at, seen_at, ended_at)
      select pg_temp.id('stream', n % ${films}), pg_temp.id('member', n), true, 'ticket' || n, now(), 'cookie' || n,
        now() - interval '1 second' * (n % 86400), now(), now() - interval '1 second' * (n % 86400), case when n % 100 > 0 then now() end
      from generate_series(1, ${Math.floor(members / 5)}) n`,
  ];
}
