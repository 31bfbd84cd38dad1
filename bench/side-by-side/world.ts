import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const MEMBERS = 300;
/** Of these, the first have more than one page of replies; the others make the forum long. */
const LONG_TOPICS = 2_000;
const TOPICS = 10_000;
const REPLIES = 21;
const FILMS = 2_500;
const SERIES = 1_200;
const EPISODES = 6;

const id = (kind: string, n: string) =>
  `('00000000-0000-4000-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const memberId = (n: string) => id('8b00', `1 + (${n}) % ${MEMBERS}`);
const pathId = (kind: string, n: number) => `00000000-0000-4000-${kind}-${n.toString(16).padStart(12, '0')}`;

const paths = (prefix: string, kind: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}/${pathId(kind, n + 1)}`);
export const topicPaths = paths('/forum/topic', '9b00', LONG_TOPICS);
export const filmPaths = paths('/films', '8c00', FILMS);
export const seriesPaths = paths('/series', '8d00', SERIES);
export const forumPaths = Array.from({ length: TOPICS / 10 }, (_, n) => `/forum?page=${n + 1}`);
export const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Formatted as members format their texts; no two are equal. */
const TEXT = `'Mwen wè **fim nan** twa fwa, epi chak fwa mwen jwenn yon lòt bagay. Reply ' || n || '.' || E'\\n\\n'
  || '> Nou te chita sou do kay la jouk li fè nwa.' || E'\\n\\n'
  || 'Three things that stay with me:' || E'\\n\\n'
  || '- the *light* over the harbour at ' || (n % 24) || ' o’clock' || E'\\n- the old [boatman](https://example.org/boat/' || n || ')'
  || E'\\n- ||the note that nobody reads||' || E'\\n\\n'
  || repeat('La musique du film revient comme une marée lente, et personne ne parle pendant le générique. ', 1 + n % 3)
  || 'Tell me if you find \`the song\` of minute ' || (n % 90) || '. @bench' || (n % 50)`;

/**
 * Pictures and texts of the demo's films; not their posters, which lead the server to their videos. All that is added is older
 * than the demo, so home shows the demo.
 */
const MODELS = `(select row_number() over (order by id) - 1 as number, count(*) over () as count, * from public.movies
  where published and banner_url is not null and id::text not like '00000000%') d`;
const SERIES_MODELS = MODELS.replace('public.movies', 'public.series');

const WITHOUT_TRIGGERS = ['episodes', 'reviews', 'forum_topics', 'forum_posts'];
const repliesTo = (topic: string) => `(case when ${topic} <= ${LONG_TOPICS} then ${REPLIES} else 1 end)`;

const STATEMENTS = [
  `insert into auth.users (id, email) select ${memberId('n')}, 'bench' || n || '@lakou.test' from generate_series(0, ${MEMBERS - 1}) n`,
  `insert into public.movies (id, title, description, thumbnail_url, banner_url, duration, release_date, genre, language, director,
      actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, created_at)
    select ${id('8c00', 'n')}, d.title || ' ' || n, d.description, d.banner_url, d.banner_url, 60 + n % 90, date '1980-01-01' + n,
      d.genre, d.language, d.director, d.actors, true, n % 5 = 0, true, true, 9.99, 4.99, now() - interval '2 years' - n * interval '1 hour'
    from generate_series(1, ${FILMS}) n join ${MODELS} on d.number = n % d.count`,
  `insert into public.series (id, title, description, thumbnail_url, banner_url, release_date, genre, language, creator, actors,
      published, purchase_price, rental_price, season_count, episode_count, created_at)
    select ${id('8d00', 'n')}, d.title || ' ' || n, d.description, d.banner_url, d.banner_url, date '1980-01-01' + n, d.genre,
      d.language, d.creator, d.actors, true, 29.99, 9.99, 1, ${EPISODES}, now() - interval '2 years' - n * interval '1 hour'
    from generate_series(1, ${SERIES}) n join ${SERIES_MODELS} on d.number = n % d.count`,
  // Without triggers: they would index and notify row by row. What they count is counted here.
  ...WITHOUT_TRIGGERS.map((table) => `alter table public.${table} disable trigger all`),
  `insert into public.episodes (series_id, season_number, episode_number, title)
    select ${id('8d00', 'n')}, 1, e, 'Epizòd ' || e from generate_series(1, ${SERIES}) n, generate_series(1, ${EPISODES}) e`,
  `insert into public.reviews (movie_id, user_id, rating, review_text)
    select ${id('8c00', 'n')}, ${memberId('n')}, 3 + n % 3, 'Yon bèl fim. Review ' || n from generate_series(1, ${FILMS}) n`,
  `insert into public.forum_topics (id, title, content, user_id, created_at, reply_count, last_activity_at)
    select ${id('9b00', 'n')}, 'Kisa w panse de fim nimewo ' || n || '?', ${TEXT}, ${memberId('n')},
      now() - interval '2 years' - n * interval '1 minute', ${repliesTo('n')}, now() - interval '1 year'
    from generate_series(1, ${TOPICS}) n`,
  `insert into public.forum_posts (topic_id, user_id, content, created_at)
    select ${id('9b00', 'topic')}, ${memberId('n * 7')}, ${TEXT}, now() - interval '1 year' - reply * interval '1 minute'
    from generate_series(1, ${TOPICS}) topic, lateral generate_series(1, ${repliesTo('topic')}) reply,
      lateral (select topic * 100 + reply as n) x`,
  ...WITHOUT_TRIGGERS.map((table) => `alter table public.${table} enable trigger all`),
  'select private.recount_forum()',
  'analyze',
];

/** Adds a large catalogue and a long forum to the demo, in the words that both schemas have. */
export async function fillWorld(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const statement of STATEMENTS) await client.query(statement);
  });
}

/** The background work for so many new titles is done; the old revision has none. */
export async function untilSettled(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(`select to_regclass('private.similar_title_checks') is null as none`);
    if (rows[0].none) return;
    for (;;) {
      const due = await client.query(
        'select from private.similar_title_checks where due_at <= now() limit 1',
      );
      if (due.rowCount === 0) return;
      await sleep(1000);
    }
  });
}

/** A film that home shows gets another title: no page that was made before can be sent any more. */
export async function changeHome(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`update public.movies set title = title || '!' where id = (
      select id from public.movies where published order by created_at desc limit 1)`),
  );
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
