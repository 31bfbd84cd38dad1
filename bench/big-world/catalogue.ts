import { type Counts, DAYS, EPISODES_PER_SERIES } from './size.ts';

const GENRES = `array['Drama','Comedy','Romance','Documentary','Music','Fantasy','Thriller','Family','History']`;
/** Three words, of which the first is common. */
const TITLE = `initcap(w1.word) || ' ' || w2.word || ' ' || w3.word`;
const words = (seed: number) =>
  [1, 2, 3]
    .map(
      (n) =>
        `join big_words w${n} on w${n}.number = floor(40 * power(500, pg_temp.part(n.n, ${seed + n})))::integer - 40`,
    )
    .join(' ');
const CREATED = (seed: number) => `now() - interval '${DAYS} days' * pg_temp.part(n.n, ${seed})`;
const FILM = `jsonb_build_object('duration', 5400, 'subtitles', '[]'::jsonb, 'renditions',
  jsonb_build_array(jsonb_build_object('height', 1080, 'bandwidth', 5000000), jsonb_build_object('height', 360, 'bandwidth', 700000)))`;

/** Films, series, episodes, their streams, uploads' jobs, reviews and watchlists. Without triggers: derived data comes later. */
export function catalogueStatements(counts: Counts): string[] {
  const { films, series, members } = counts;
  return [
    `insert into public.movies (id, title, description, thumbnail_url, duration, release_date, genre, language, director, actors,
        published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, has_video, video_url, created_at)
      select pg_temp.id('film', n.n), ${TITLE}, repeat(w3.word || ' ' || w1.word || ' ', 20), '/posters/' || n.n || '.webp', 90,
        date '1980-01-01' + n.n % 15000, (${GENRES})[1 + n.n % 9 : 1 + n.n % 9], 'ht', initcap(w2.word) || ' ' || initcap(w3.word),
        array[initcap(w3.word) || ' ' || initcap(w1.word)], n.n % 10 < 9, n.n % 5 = 1, true, true, 9.99, 2.99, true,
        'movies/' || pg_temp.id('film', n.n) || '.mp4', ${CREATED(1)}
      from generate_series(0, ${films - 1}) n (n) ${words(10)}`,
    `insert into public.series (id, title, description, thumbnail_url, release_date, genre, language, creator, actors,
        published, is_free, purchase_price, rental_price, season_count, episode_count, created_at)
      select pg_temp.id('series', n.n), ${TITLE}, repeat(w3.word || ' ' || w1.word || ' ', 20), '/posters/s' || n.n || '.webp',
        date '1980-01-01' + n.n % 15000, (${GENRES})[1 + n.n % 9 : 1 + n.n % 9], 'ht', initcap(w2.word) || ' ' || initcap(w3.word),
        array[initcap(w3.word) || ' ' || initcap(w1.word)], n.n % 10 > 0, n.n % 5 = 1, 29.99, 4.99, 2, ${EPISODES_PER_SERIES},
        ${CREATED(2)}
      from generate_series(0, ${series - 1}) n (n) ${words(20)}`,
    `insert into public.episodes (id, series_id, season_number, episode_number, title, duration, is_free, has_video, video_url, created_at)
      select pg_temp.id('episode', s.n * ${EPISODES_PER_SERIES} + e.n), pg_temp.id('series', s.n), 1 + e.n / 10, 1 + e.n % 10,
        'Epizòd ' || e.n, 45, e.n = 0, true,
        'movies/episodes/' || pg_temp.id('episode', s.n * ${EPISODES_PER_SERIES} + e.n) || '.mp4', now() - interval '1 day' * (s.n % ${DAYS})
      from generate_series(0, ${series - 1}) s (n), generate_series(0, ${EPISODES_PER_SERIES - 1}) e (n)`,
    `insert into private.streams (id, movie_id, source_path, film, status, duration, created_at)
      select pg_temp.id('stream', n), pg_temp.id('film', n), 'movies/' || pg_temp.id('film', n) || '.mp4', ${FILM}, 'whole', 5400, now()
      from generate_series(0, ${films - 1}) n`,
    `insert into private.streams (id, episode_id, source_path, film, status, duration, created_at)
      select pg_temp.id('stream', ${films} + n), pg_temp.id('episode', n),
        'movies/episodes/' || pg_temp.id('episode', n) || '.mp4', ${FILM}, 'whole', 2700, now()
      from generate_series(0, ${counts.episodes - 1}) n`,
    // The first version of every fourth film has been replaced since.
    `insert into private.streams (movie_id, source_path, film, status, duration, replaced_at)
      select pg_temp.id('film', n * 4), 'movies/old-' || n || '.mp4', ${FILM}, 'replaced', 5400, now()
      from generate_series(0, ${Math.floor(films / 4) - 1}) n`,
    `insert into public.media_jobs (id, movie_id, source_path, status, percent, attempts, created_at)
      select pg_temp.id('job', n), pg_temp.id('film', n), 'movies/' || pg_temp.id('film', n) || '.mp4', 'done', 100, 1, ${CREATED(3).replaceAll('n.n', 'n')}
      from generate_series(0, ${films - 1}) n`,
    `insert into public.media_jobs (id, episode_id, source_path, status, percent, attempts, created_at)
      select pg_temp.id('job', ${films} + n), pg_temp.id('episode', n), 'movies/episodes/' || pg_temp.id('episode', n) || '.mp4',
        'done', 100, 1, ${CREATED(4).replaceAll('n.n', 'n')}
      from generate_series(0, ${counts.episodes - 1}) n`,
    `insert into public.reviews (movie_id, user_id, rating, review_text, created_at)
      select pg_temp.id('film', pg_temp.popular(n, 5, ${films})), pg_temp.id('member', n), 1 + n % 5, repeat('Yon bèl fim. ', 5),
        now() - interval '1 hour' * (n % ${DAYS * 24})
      from generate_series(0, ${Math.floor(members / 2) - 1}) n`,
    `update public.movies m set review_count = r.reviews, review_total = r.total
      from (select movie_id, count(*) as reviews, sum(rating) as total from public.reviews group by 1) r where r.movie_id = m.id`,
    `insert into public.watchlist (user_id, movie_id, created_at)
      select pg_temp.id('member', n), pg_temp.id('film', pg_temp.popular(n, 6, ${films})), now() - interval '1 hour' * (n % ${DAYS * 24})
      from generate_series(0, ${members - 1}) n`,
    `insert into public.watchlist (user_id, series_id, created_at)
      select pg_temp.id('member', n), pg_temp.id('series', pg_temp.popular(n, 7, ${series})), now() - interval '1 hour' * (n % ${DAYS * 24})
      from generate_series(0, ${members - 1}) n`,
  ];
}
