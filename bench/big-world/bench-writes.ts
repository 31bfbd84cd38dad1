import { randomUUID } from 'node:crypto';
import { memberNumber, millisecondsOf, type Place, perSecond } from './bench-place.ts';
import type { Question } from './bench-reads.ts';
import { HOT_TOPIC, idOf, QUIET_TOPIC } from './ids.ts';
import { SUSPENDED } from './members.ts';

const CLIENTS = 16;

/** Who writes in this turn: the suspended would be refused, so those after them write in their place. */
function writerOf(turn: number, members: number): number {
  const { first, last } = SUSPENDED;
  const number = turn % members;
  return number < first || number > last ? number : number + last - first + 1;
}

const replies = (name: string, topic: string): Question => ({
  name,
  unit: '/s',
  measure: ({ database, counts }) =>
    perSecond(CLIENTS, (turn) => {
      const number = writerOf(turn, counts.members);
      return database.query(
        'insert into public.forum_posts (topic_id, user_id, content) values ($1, $2, $3)',
        [topic, idOf('member', number), `Repons ${turn}`],
        { as: memberNumber(number) },
      );
    }),
});

export const writes: Question[] = [
  {
    name: 'playback tickets',
    unit: '/s',
    measure: ({ database, counts }) =>
      perSecond(CLIENTS, (turn) =>
        database.query(
          `select public.start_playback('movie', $1)`,
          [idOf('film', 1 + 10 * (turn % Math.floor(counts.films / 10)))],
          {
            as: memberNumber(turn % counts.members),
          },
        ),
      ),
  },
  replies('replies to a long topic that nobody follows', QUIET_TOPIC),
  replies('replies to one with the most followers', HOT_TOPIC),
  {
    name: 'views of a hot topic',
    unit: '/s',
    measure: ({ database, counts }) =>
      perSecond(CLIENTS, (turn) =>
        database.query('select public.increment_topic_view($1)', [HOT_TOPIC], {
          as: memberNumber(turn % counts.members),
        }),
      ),
  },
  {
    name: 'sign-ups, the database’s part',
    unit: '/s',
    measure: ({ database }) =>
      perSecond(CLIENTS, () => {
        const id = randomUUID();
        return database.query(
          `insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{}')`,
          [id, `${id}@example.test`],
        );
      }),
  },
  {
    name: 'heartbeats that change no index (HOT)',
    unit: '%',
    measure: hotShare,
  },
  {
    name: 'renaming a category',
    unit: 'ms',
    measure: ({ database }) =>
      millisecondsOf((round) =>
        database.query(
          `update public.movie_categories set name = $1 where id = (select id from public.movie_categories where name ilike 'drama%')`,
          [`Drama ${round}`],
        ),
      ),
  },
  {
    name: 'deleting an account',
    unit: 'ms',
    measure: ({ database }) =>
      millisecondsOf((round) =>
        database.query('delete from auth.users where id = $1', [idOf('member', 100 + round)]),
      ),
  },
  {
    name: 'deleting a topic while somebody deletes a reply, 12 times',
    unit: 'deadlocks',
    measure: deadlocks,
  },
];

async function hotShare({ database, counts }: Place): Promise<number> {
  const read = async () => {
    const [row] = await database.query<{ all: string; hot: string }>(
      `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relid = 'public.watch_progress'::regclass`,
    );
    return { all: Number(row?.all), hot: Number(row?.hot) };
  };
  const before = await read();
  let at = 0;
  await perSecond(4, (turn) => {
    at += 1;
    // Two hundred viewers report every few seconds.
    const number = 1 + (turn % Math.min(200, counts.members - 1));
    return database.query(
      `select public.save_progress(p.media_type, p.title_id, $2, 5400, 10) from public.watch_progress p join public.movies m on m.id = p.movie_id and m.published
        where p.user_id = $1 limit 1`,
      [idOf('member', number), 700 + at],
      { as: memberNumber(number) },
    );
  });
  // PostgreSQL reports the counts about a second later.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const after = await read();
  return (100 * (after.hot - before.hot)) / Math.max(1, after.all - before.all);
}

async function deadlocks({ database }: Place): Promise<number> {
  let found = 0;
  const count = (error: { code?: string }) => {
    if (error.code === '40P01') found += 1;
  };
  for (let turn = 0; turn < 12; turn += 1) {
    const topic = randomUUID();
    const author = memberNumber(12);
    const user_id = idOf('member', 12);
    await database.query(
      `insert into public.forum_topics (id, title, content, user_id) values ($1, $2, 'Sijè', $3)`,
      [topic, `Sijè ${turn}`, user_id],
    );
    await database.query(
      `insert into public.forum_posts (topic_id, user_id, content) select $1, $2, 'Repons ' || n from generate_series(1, 20) n`,
      [topic, user_id],
    );
    const posts = await database.query<{ id: string }>(
      'select id from public.forum_posts where topic_id = $1',
      [topic],
    );
    await Promise.all([
      ...posts
        .slice(0, 8)
        .map(({ id }) =>
          database.query('delete from public.forum_posts where id = $1', [id], { as: author }).catch(count),
        ),
      database.query('delete from public.forum_topics where id = $1', [topic]).catch(count),
    ]);
  }
  return found;
}
