import { expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { idOf, type Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

/*
 * Everything that a role can read or call is collected from the catalogue and searched for a film and a series that are not
 * published. A new table is searched by itself; a new argument of a function has to be given a value here.
 */
const { inTransaction } = useWorld();

const secret = { name: 'Zobop Sekrè', person: 'Anayiz Zobop', genre: 'Sekrè' };
const chosenRow = '00000000-0000-4000-c000-000000000001';
const bundle = '0ddba11e-0000-4000-8000-000000000002';

interface Draft {
  kind: 'movie' | 'series';
  id: string;
}

async function addDrafts(as: As): Promise<Draft[]> {
  const owner = as('owner');
  await owner.query("insert into movie_categories (name) values ($1), ('Drama')", secret.genre);
  const drafts: Draft[] = [];
  for (const kind of ['movie', 'series'] as const) {
    const [table, maker] = kind === 'movie' ? ['movies', 'director'] : ['series', 'creator'];
    const id = await as('editor').value<string>(
      `insert into ${table} (title, description, genre, ${maker}, actors, is_free, published, publish_at, banner_url, title_translations)
        values ($1, $1, $2, $3, $4, true, false, now() + interval '1 day', '/a.jpg', jsonb_build_object('fr', $1::text)) returning id`,
      secret.name,
      [secret.genre, 'Drama'],
      secret.person,
      [secret.person],
    );
    drafts.push({ kind, id });
    await as('editor').query('select edit_titles($1, $2, $3)', kind, [id], { featured: true });
    await owner.query(
      `insert into reviews (${kind}_id, user_id, rating, review_text) values ($1, $2, 5, $3)`,
      id,
      idOf.mimose,
      secret.name,
    );
    await owner.query(`insert into watchlist (${kind}_id, user_id) values ($1, $2)`, id, idOf.mimose);
    // What a crash between the two steps, or another program, may have left.
    await owner.query(
      'insert into private.similar_titles (title_id, similar_ids) values ($1, $2) on conflict do nothing',
      id,
      [fixture['free movie']],
    );
  }
  const [movie, series] = drafts as [Draft, Draft];
  await owner.query(
    `insert into episodes (series_id, episode_number, title, is_free) values ($1, 1, $2, true), ($1, 2, $2, true)`,
    series.id,
    secret.name,
  );
  await owner.query(
    `insert into subtitles (movie_id, language, name, path) values ($1, 'fr', $2, 'subtitles/9.vtt')`,
    movie.id,
    secret.name,
  );
  await owner.query(
    `insert into front_page_rows (id, place, position, title, kind, title_ids) values ($1, 'home', 3, 'Chwazi', 'chosen', $2)`,
    chosenRow,
    drafts.map(({ id }) => id),
  );
  await owner.query(
    `insert into private.bundles (id, title, amount_minor, first_day, last_day, state)
      values ($1, 'Ansanm', 900, '2026-01-01', '2099-01-01', 'running')`,
    bundle,
  );
  await owner.query(
    `insert into private.bundle_titles (bundle_id, part, movie_id, series_id, title) values ($1, 1, $2, null, $4), ($1, 2, null, $3, $4)`,
    bundle,
    movie.id,
    series.id,
    secret.name,
  );
  while (await owner.value('select private.refresh_similar_titles(5)'));
  return drafts;
}

/** What each argument of a function that visitors can call is given, by name. */
// biome-ignore format: a list
const valuesOf = ({ kind, id }: Draft, episode: string): Record<string, unknown[]> => ({
  of_kind: [kind, null], media_type: [kind, 'episode'], media_id: [id, episode], movie_id: [id], series_id: [id],
  movie_ids: [[id]], series_ids: [[id]], title_id: [id, fixture['free movie']], episode_id: [episode],
  in_genre: [null, secret.genre], containing: [null, secret.name], query: [secret.name, secret.person, secret.genre],
  person_name: [secret.person], of_place: ['home', 'films'],
  in_category: [null], topic_id: [fixture.topic], post_id: [fixture.post],
  page: [1], page_size: [100], max_each: [20], list_order: ['newest', 'best'], sort: ['newest'],
  code: ['CCCC-CCCC-CCCC'], access: [null], decade: [null], length: [null], sound: [null], captions: [null], size: [null],
  accessibility: [null, 'captions', 'sign'],
  device_secret: [secret.name], bundle: [bundle],
});

/** All combinations. */
const combine = (lists: unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);

/** These change something or start playing, and have tests of their own. */
const notCalled = ['start_playback', 'increment_topic_view'];

async function readEverything(as: As, person: Person, draft: Draft): Promise<Map<string, string>> {
  const role = person === 'visitor' ? 'anon' : 'authenticated';
  const answers = new Map<string, string>();
  const tables = await as('owner').query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and has_table_privilege($1, c.oid, 'select')`,
    role,
  );
  for (const { name } of tables)
    answers.set(name, await as(person).value(`select coalesce(jsonb_agg(t), '[]')::text from ${name} t`));
  const episode = await as('owner').value<string>(
    'select id from episodes where title = $1 order by episode_number limit 1',
    secret.name,
  );
  const values = valuesOf(draft, episode);
  // What visitors can call: what members can call besides needs rights of its own.
  const functions = await as('owner').query<{ name: string; args: string[] }>(
    `select p.proname::text as name, coalesce(p.proargnames[1 : p.pronargs], '{}') as args from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and has_function_privilege('anon', p.oid, 'execute')
        and p.prorettype <> 'trigger'::regtype`,
  );
  for (const { name, args } of functions.filter((one) => !notCalled.includes(one.name))) {
    const lists = args.map((arg) => values[arg] ?? [`no value for ${name}(${arg})`]);
    expect(lists.flat().filter((value) => String(value).startsWith('no value'))).toEqual([]);
    for (const given of combine(lists)) {
      const places = given.map((_, index) => `$${index + 1}`).join(', ');
      const answer = await as(person).value(
        `select coalesce(jsonb_agg(a), '[]')::text from ${name}(${places}) a`,
        ...given,
      );
      answers.set(`${name}(${JSON.stringify(given)})`, String(answer));
    }
  }
  return answers;
}

test.each(['visitor', 'tiJo'] as const)(
  'nothing that %s can read or call tells of a title that is not published',
  (person) =>
    inTransaction(async (as) => {
      const drafts = await addDrafts(as);
      const tellers = new Set<string>();
      for (const draft of drafts) {
        const known = await readEverything(as, person, draft);
        expect(known.size).toBeGreaterThan(30);
        for (const [source, answer] of known)
          if (answer.includes('Zobop') || answer.includes(draft.id)) tellers.add(source);
      }
      // A chosen row keeps the ids of its titles, which lead nowhere.
      expect([...tellers]).toEqual(['front_page_rows']);
      const rows = await as(person).query<{ id: string }>(
        'select id, to_jsonb(r)::text as text from front_page_rows r',
      );
      expect(rows.filter((row) => JSON.stringify(row).includes('Zobop'))).toEqual([]);

      // The search above finds them as soon as they are published.
      for (const { kind, id } of drafts)
        await as('editor').query(
          `update ${kind === 'movie' ? 'movies' : 'series'} set published = true where id = $1`,
          id,
        );
      const [movie] = drafts as [Draft];
      const found = [...(await readEverything(as, person, movie))].filter(
        ([, answer]) => answer.includes('Zobop') || answer.includes(movie.id),
      );
      expect(found.map(([source]) => source)).toEqual(
        expect.arrayContaining(['movies', 'featured_films', 'episodes', 'reviews']),
      );
    })(),
);
