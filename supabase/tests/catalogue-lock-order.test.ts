import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';
import { idOf, peopleSql } from './support/people.ts';

/** The embedded database has one connection: nobody waits for somebody there. */
const isServer = process.env.TEST_DATABASE === 'postgres';

/** Two statements of editors that wait for a third one's transaction. */
interface Meeting {
  held: string;
  /** Waits first. */
  one: string;
  other: string;
  /** The second one goes on without waiting. */
  isOtherFree?: boolean;
  /** The third one's transaction is rolled back. */
  isTakenBack?: boolean;
  /** What each ends with: nothing, or the code of an error. */
  ends: [string, string];
}

const [film, sequel, series, episode, second, stream, category, row] = Array.from({ length: 8 }, () =>
  randomUUID(),
);
const world = `
  delete from front_page_rows; delete from series; delete from movies; delete from movie_categories;
  delete from private.category_renames;
  insert into movie_categories (id, name) values ('${category}', 'Kont');
  insert into movies (id, title, published, genre)
    values ('${film}', 'Lanmè', true, '{Kont}'), ('${sequel}', 'Lanmè 2', true, '{}');
  insert into reviews (movie_id, user_id, rating) values ('${film}', '${idOf.editor}', 5);
  insert into private.similar_titles (title_id, similar_ids) values ('${film}', '{}');
  insert into private.streams (id, movie_id, status) values ('${stream}', '${film}', 'making');
  insert into series (id, title, published) values ('${series}', 'Lakou a', true);
  insert into episodes (id, series_id, season_number, episode_number, title) values
    ('${episode}', '${series}', 1, 1, 'Premye'), ('${second}', '${series}', 1, 2, 'Dezyèm');
  update movie_categories set name = 'Istwa' where id = '${category}';
  insert into front_page_rows (id, place, position, title, kind, category_id)
    values ('${row}', 'films', 1, 'Istwa', 'category', '${category}');`;

const addEpisode = `insert into episodes (series_id, season_number, episode_number, title) values ('${series}', 1, 3, 'Twazyèm')`;
const deleteEpisode = `delete from episodes where id = '${episode}'`;
const lock = (table: string, id = '') => `select from ${table} where id = '${id}' for no key update`;
/** As somebody who has seen the rows as they are. */
const saveRow = (place: string, fields: object) =>
  `select save_front_page('${place}', (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'updated_at', updated_at)), '[]')
    from front_page_rows where place = '${place}'),
    '${JSON.stringify([{ id: randomUUID(), title: 'Ranje', ...fields }])}')`;
const saveFree = () => saveRow('home', { kind: 'rule', rule: 'free' });

const meetings: Record<string, Meeting> = {
  'two editors add the same episode after a third took it back': {
    held: addEpisode,
    one: addEpisode,
    other: addEpisode,
    isTakenBack: true,
    ends: ['', '23505'],
  },
  'an editor orders the episodes of a season while another deletes one': {
    held: lock('series', series),
    one: `select reorder_episodes('${series}', 1, array['${second}', '${episode}']::uuid[])`,
    other: deleteEpisode,
    ends: ['', ''],
  },
  'an editor deletes a series while another deletes one of its episodes': {
    held: lock('series', series),
    one: `delete from series where id = '${series}'`,
    other: deleteEpisode,
    ends: ['', ''],
  },
  'two editors delete the same films in different orders': {
    held: lock('movies', film),
    one: `begin; delete from movies where id = '${film}'; delete from movies where id = '${sequel}'; commit`,
    other: `begin; delete from movies where id = '${sequel}'; delete from movies where id = '${film}'; commit`,
    ends: ['', ''],
  },
  'an editor deletes a film while its video is published': {
    held: lock('movies', film),
    one: `delete from movies where id = '${film}'`,
    other: `select private.publish_stream('${stream}', '{"duration": 600}', true)`,
    ends: ['', ''],
  },
  'an editor deletes a film while a member changes their review': {
    held: lock('movies', film),
    one: `delete from movies where id = '${film}'`,
    other: `begin; set local role authenticated; update reviews set rating = 1 where movie_id = '${film}'; commit`,
    ends: ['', ''],
  },
  'an editor deletes a film while its similar titles are looked for': {
    held: `select from private.similar_titles where title_id = '${film}' for update`,
    one: `delete from movies where id = '${film}'`,
    other: 'select private.refresh_similar_titles(100)',
    isOtherFree: true,
    ends: ['', ''],
  },
  'an editor takes a category from a film while it is renamed': {
    held: lock('movies', film),
    one: `update movies set genre = '{}' where id = '${film}'`,
    other: 'select private.rename_category_in_titles(100)',
    ends: ['', ''],
  },
  'two editors save the rows of an empty page after a third took theirs back': {
    held: saveFree(),
    one: saveFree(),
    other: saveFree(),
    isTakenBack: true,
    ends: ['', 'PT409'],
  },
  'an editor shows a category on a page while another deletes it': {
    held: lock('front_page_rows', row),
    one: saveRow('films', { kind: 'category', category_id: category }),
    other: `delete from movie_categories where id = '${category}'`,
    ends: ['', ''],
  },
};

let database: TestDatabase;
const clients: Client[] = [];
beforeAll(async () => {
  if (!isServer) return;
  database = await openTestDatabase({ demo: false });
  await database.transaction((transaction) => transaction.script(peopleSql));
  const { url } = database.options as { url: string };
  const claims = JSON.stringify({ sub: idOf.editor, role: 'authenticated', aal: 'aal1' });
  for (let n = 0; n < 3; n += 1) {
    // Not the driver, which repeats what ended in a deadlock.
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`select set_config('request.jwt.claims', $1, false)`, [claims]);
    clients.push(client);
  }
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database?.close();
});
beforeEach(() => isServer && database.transaction((transaction) => transaction.script(world)));

/** Waits until so many connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
  while ((await database.query<{ count: number }>(waiting))[0]?.count !== count);
}

const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: { code?: string }) => error.code ?? String(error),
  );

test.runIf(isServer).each(Object.entries(meetings))('%s: both come to an end', async (_, meeting) => {
  const [holder, first, next] = clients as [Client, Client, Client];
  const { held, one, other, isOtherFree, isTakenBack, ends } = meeting;
  await holder.query('begin');
  await holder.query(held);
  const ended = [endOf(first.query(one))];
  await untilWaiting(1);
  ended.push(endOf(next.query(other)));
  await (isOtherFree ? ended[1] : untilWaiting(2));
  await holder.query(isTakenBack ? 'rollback' : 'commit');
  expect(await Promise.all(ended)).toEqual(ends);
});
