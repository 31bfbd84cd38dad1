import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MATCHES_MAX,
  PAGE_SIZE_MAX,
  SEARCH_EACH,
  SEARCH_EACH_MAX,
} from '../../contract/src/catalogue/limits.ts';
import { fixture } from './support/fixtures.ts';
import type { Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Found {
  kind: 'movie' | 'series' | 'topic';
  id: string;
  title: string;
  subtitle: string;
  rank: number;
}
const search = (
  as: As,
  query: string | null,
  person: Person = 'visitor',
  each: number | null = SEARCH_EACH,
) => as(person).query<Found>('select * from search($1, $2)', query, each);
const titles = async (as: As, query: string, person: Person = 'visitor') =>
  (await search(as, query, person)).map(({ title }) => title);

/** A small catalogue: [title, description, director, actors, genre]. */
const films = [
  ['Létà', 'Yon biwo ki pa janm louvri', 'Wilner Jozèf', '{Mona Chéry}', '{Drama}'],
  ['Kamyonèt', 'Wout la long, chofè a fatige', 'Roseline Augustin', '{Claudel Saint-Vil}', '{Thriller}'],
  ['Machann Dlo', 'Li leve anvan jou', 'Antoine Lespérance', '{}', '{Comedy}'],
  ['Yon bèl machann', 'Nan mache a', 'Wilner Jozèf', '{}', '{Comedy,Family}'],
  ['Machann', 'Istwa yon fanm djanm', 'Roseline Augustin', '{}', '{Drama}'],
  ['Lè lapli tonbe', 'Yon machann zoranj ap tann', 'Wilner Jozèf', '{}', '{Romance}'],
  ['Pa gen wout', 'Twa zanmi', 'Machann Pèpè', '{}', '{Comedy}'],
  ['L’ap Vini: Ti-Jo', 'Yon retou', 'Nadège Constant', '{}', '{Ciné-club}'],
];
async function openCatalogue(as: As): Promise<void> {
  // Titles with buyers cannot be deleted.
  await as('owner').query('delete from user_purchases');
  await as('owner').query('delete from movies');
  await as('owner').query('delete from series');
  for (const [title, description, director, actors, genre] of films) {
    await as('owner').query(
      `insert into movies (title, description, director, actors, genre, published, release_date)
      values ($1, $2, $3, $4, $5, true, '1996-11-02')`,
      title,
      description,
      director,
      actors,
      genre,
    );
  }
  await as('editor').query(
    `insert into series (title, creator, published) values ('Lakou Machann', 'Idalya Médé', true)`,
  );
  await as('mimose').query(
    `insert into forum_topics (title, content, category_id) values ('Ki machann ou pito?', 'Di nou', $1)`,
    fixture['forum category'],
  );
}

describe('a search', () => {
  test.each([
    ['leta', 'Létà'],
    ['LÉTÀ', 'Létà'],
    ['le\u0301ta\u0300', 'Létà'],
    ['  kamyonet  ', 'Kamyonèt'],
    ['dlo machann', 'Machann Dlo'],
    ['dlo mach', 'Machann Dlo'],
    ['dlo m', 'Machann Dlo'],
    ['lap vini', 'L’ap Vini: Ti-Jo'],
    ["l'ap vini", 'L’ap Vini: Ti-Jo'],
    ['ti jo', 'L’ap Vini: Ti-Jo'],
    ['vini, jo!', 'L’ap Vini: Ti-Jo'],
    ['lesperance', 'Machann Dlo'],
    ['claudel', 'Kamyonèt'],
    ['thrill', 'Kamyonèt'],
    ['chofè fatige', 'Kamyonèt'],
    ['kamyonet augustin', 'Kamyonèt'],
    ['idalya', 'Lakou Machann'],
  ])('for "%s" finds "%s"', (query, title) =>
    inTransaction(async (as) => {
      await openCatalogue(as);
      expect((await titles(as, query))[0]).toBe(title);
    })(),
  );

  test.each([
    ['kamionet', 'Kamyonèt'],
    ['kamyonte', 'Kamyonèt'],
    ['kmyonèt', 'Kamyonèt'],
    ['kammyonett', 'Kamyonèt'],
    ['kanyonut', 'Kamyonèt'],
    ['amyonè', 'Kamyonèt'],
    ['machan dlo', 'Machann Dlo'],
    ['mahcann dlo', 'Machann Dlo'],
    ['machann dol', 'Machann Dlo'],
    ['ltea', 'Létà'],
    ['rosline agustin', 'Machann'],
    ['lesperence', 'Machann Dlo'],
  ])('mistyped as "%s" still finds "%s"', (query, title) =>
    inTransaction(async (as) => {
      await openCatalogue(as);
      expect(await titles(as, query)).toContain(title);
    })(),
  );

  test(
    'finds a film at every character of its title',
    inTransaction(async (as) => {
      await openCatalogue(as);
      for (let typed = 1; typed <= 'kamyonet'.length; typed += 1)
        expect(await titles(as, 'kamyonet'.slice(0, typed))).toContain('Kamyonèt');
    }),
  );

  test(
    'puts the title itself first, then titles that begin so, then titles that go on so, then people, then descriptions',
    inTransaction(async (as) => {
      await openCatalogue(as);
      const movies = (await search(as, 'machann')).filter(({ kind }) => kind === 'movie');
      expect(movies.map(({ title }) => title)).toEqual([
        'Machann',
        'Machann Dlo',
        'Yon bèl machann',
        'Pa gen wout',
        'Lè lapli tonbe',
      ]);
      expect(movies.map(({ rank }) => rank)).toEqual(
        movies.map(({ rank }) => rank).toSorted((a, b) => b - a),
      );
    }),
  );

  test(
    'shows films, series and topics, each with a subtitle',
    inTransaction(async (as) => {
      await openCatalogue(as);
      const found = await search(as, 'machann');
      const subtitles = Object.fromEntries(found.map(({ title, subtitle }) => [title, subtitle]));
      expect(subtitles).toMatchObject({
        'Machann Dlo': '1996 · Antoine Lespérance',
        'Lakou Machann': 'Idalya Médé',
        'Ki machann ou pito?': 'Mizik',
      });
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['movie', 'series', 'topic']));
    }),
  );

  test.each([
    [1, 1],
    [3, 3],
    [null, SEARCH_EACH],
    [0, 1],
    [-5, 1],
    [100_000, SEARCH_EACH_MAX],
  ])('asked for %s of each kind shows %i', (asked, shown) =>
    inTransaction(async (as) => {
      for (const table of ['movies', 'series'])
        await as('owner').query(
          `insert into ${table} (title, published) select 'Zetwal ' || n, true from generate_series(1, 30) n`,
        );
      const found = await search(as, 'zetwal', 'visitor', asked);
      expect(found.filter(({ kind }) => kind === 'movie')).toHaveLength(shown);
      expect(found.filter(({ kind }) => kind === 'series')).toHaveLength(shown);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    })(),
  );

  test(
    'that means nothing finds nothing',
    inTransaction(async (as) => {
      await openCatalogue(as);
      for (const query of [
        '',
        ' ',
        '\u0001\u0007\u200b',
        '%',
        '_',
        '*',
        '***',
        "'",
        '\\',
        ':*',
        '!?…',
        '🎬',
        'xqzwvk',
        null,
      ])
        expect(await search(as, query), JSON.stringify(query)).toEqual([]);
    }),
  );

  test(
    'takes signs for what they are, and no more',
    inTransaction(async (as) => {
      await openCatalogue(as);
      for (const query of [
        '%kamyonet%',
        "'kamyonet' | 'wout'",
        'kamyonet:*',
        '\\kamyonet',
        'kamyonet\u0001',
        '(kamyonet',
      ]) {
        expect(await titles(as, query), query).toContain('Kamyonèt');
      }
    }),
  );

  test(
    'of any length and any characters is harmless',
    inTransaction(async (as) => {
      await openCatalogue(as);
      const anything = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 120 }),
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.string({ unit: fc.constantFrom(...`'"\\:*&|!()<>%_@#$ -a1`), maxLength: 60 }),
        fc.constantFrom(
          'machann '.repeat(1_250),
          'a'.repeat(10_000),
          '%'.repeat(10_000),
          '\ufdfa'.repeat(10_000),
        ),
      );
      await fc.assert(
        fc.asyncProperty(anything, async (text) => {
          // The NUL character, which PostgreSQL cannot store, and lone surrogates never reach it.
          const query = text.replaceAll('\0', '').toWellFormed();
          expect((await search(as, query)).length).toBeLessThanOrEqual(3 * SEARCH_EACH);
          expect((await list(as, { containing: query, in_genre: query })).length).toBeLessThanOrEqual(24);
          expect((await list(as, { containing: query })).length).toBeLessThanOrEqual(24);
        }),
        { numRuns: 60 },
      );
    }),
  );
});

describe('who searches', () => {
  const sees: [Person, boolean][] = [
    ['visitor', false],
    ['tiJo', false],
    ['kesner', false],
    ['marlene', true],
    ['dieudonne', true],
    ['rosemond', false],
    ['wilner', false],
    ['frantz', false],
    ['moderator', false],
    ['editor', true],
    ['admin', true],
  ];
  test.each(sees)('%s: finds an unpublished title that was bought or rented: %s', (person, found) =>
    inTransaction(async (as) => {
      for (const query of ['bouyon', 'bouion', 'bouyon movie']) {
        const hits = await search(as, query, person);
        expect(hits.some(({ id }) => id === fixture['paid draft movie'])).toBe(found);
      }
      const series = await search(as, 'bouyon series', person);
      expect(series.some(({ id }) => id === fixture['paid draft series'])).toBe(found);
    })(),
  );

  test(
    'finds published titles beside drafts of the same name',
    inTransaction(async (as) => {
      await as('editor').query(
        `insert into movies (title, published) select 'Bouyon', n > 30 from generate_series(1, 33) n`,
      );
      for (const person of ['visitor', 'tiJo', 'marlene'] as const) {
        for (const query of ['bouyon', 'bouion']) {
          const movies = (await search(as, query, person)).filter(({ kind }) => kind === 'movie');
          expect(movies.filter(({ title }) => title === 'Bouyon')).toHaveLength(3);
          expect(movies).toHaveLength(person === 'marlene' ? 4 : 3);
        }
      }
    }),
  );

  test(
    'never learns of a draft from its description, its people or its genre',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into movies (title, description, director, actors, genre)
        values ('Sekrè', 'Yon trezò kache', 'Ketsia Baptistin', '{Manno Sylvestre}', '{Mistè}')`,
      );
      for (const query of ['sekre', 'sekrt', 'trezo kache', 'ketsia', 'manno', 'miste']) {
        expect(await titles(as, query), query).toEqual([]);
        expect(await titles(as, query, 'mimose'), query).toEqual([]);
        expect(await titles(as, query, 'editor'), query).toContain('Sekrè');
      }
    }),
  );

  test(
    'finds a title from the moment it is published until it is withdrawn, renamed or deleted',
    inTransaction(async (as) => {
      const change = async (sql: string) => {
        await as('editor').query(sql);
        return [await titles(as, 'zetwal'), await titles(as, 'solokoto')];
      };
      expect(await change(`insert into movies (title) values ('Zetwal')`)).toEqual([[], []]);
      expect(await change(`update movies set published = true where title = 'Zetwal'`)).toEqual([
        ['Zetwal'],
        [],
      ]);
      expect(await change(`update movies set title = 'Solokoto' where title = 'Zetwal'`)).toEqual([
        [],
        ['Solokoto'],
      ]);
      expect(await change(`update movies set published = false where title = 'Solokoto'`)).toEqual([[], []]);
      expect(await change(`update movies set published = true where title = 'Solokoto'`)).toEqual([
        [],
        ['Solokoto'],
      ]);
      expect(await change(`delete from movies where title = 'Solokoto'`)).toEqual([[], []]);
    }),
  );

  test(
    'does not find a deleted topic',
    inTransaction(async (as) => {
      await as('mimose').query(
        `insert into forum_topics (title, content) values ('Zetwal yo', 'Gade syèl la')`,
      );
      expect(await titles(as, 'zetwal')).toEqual(['Zetwal yo']);
      await as('mimose').query(`delete from forum_topics where title = 'Zetwal yo'`);
      expect(await titles(as, 'zetwal')).toEqual([]);
    }),
  );
});

interface Listed {
  kind: 'movie' | 'series';
  id: string;
  title: string;
  director: string;
  total: number;
}
interface ListFilter {
  of_kind?: string;
  in_genre?: string;
  containing?: string;
  page?: number | null;
  page_size?: number | null;
}
function list(as: As, filter: ListFilter, person: Person = 'visitor'): Promise<Listed[]> {
  const names = Object.keys(filter);
  const given = names.map((name, index) => `${name} => $${index + 1}`);
  return as(person).query<Listed>(`select * from list_titles(${given.join(', ')})`, ...Object.values(filter));
}
const names = async (as: As, filter: ListFilter, person: Person = 'visitor') =>
  (await list(as, filter, person)).map(({ title }) => title);

describe('the list of titles', () => {
  test(
    'shows published titles only, newest first, to everybody the same',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'tiJo', 'marlene', 'editor', 'admin'] as const) {
        const movies = await list(as, { of_kind: 'movie' }, person);
        expect(movies.map(({ id }) => id)).toEqual(
          (
            await as('owner').query<{ id: string }>(
              'select id from movies where published order by created_at desc, id',
            )
          ).map(({ id }) => id),
        );
        expect(movies[0]?.total).toBe(3);
        expect(await list(as, {}, person)).toHaveLength(6);
      }
    }),
  );

  test(
    'turns its pages without losing or repeating a title',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into movies (title, published, created_at)
        select 'Film ' || n, true, now() - n % 7 * interval '1 day' from generate_series(1, 50) n`,
      );
      const pages = [];
      for (let page = 1; page <= 9; page += 1) pages.push(await list(as, { page, page_size: 7 }));
      expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 0]);
      expect(pages.flat().map(({ id }) => id)).toEqual(
        (
          await as('owner').query<{ id: string }>(
            `select id, created_at from movies where published
            union all select id, created_at from series where published order by created_at desc, id`,
          )
        ).map(({ id }) => id),
      );
      expect(new Set(pages.flat().map(({ total }) => total))).toEqual(new Set([56]));
      expect(await as('visitor').value(`select count_titles('movie')`)).toBe(53);
    }),
  );

  test.each([
    ['drama', ['Machann', 'Létà']],
    ['DRAMA', ['Machann', 'Létà']],
    ['cine-club', ['L’ap Vini: Ti-Jo']],
    ['dram', []],
    ['%', []],
    ['🎬', []],
  ])('of the genre "%s"', (in_genre, expected) =>
    inTransaction(async (as) => {
      await openCatalogue(as);
      expect((await names(as, { of_kind: 'movie', in_genre })).toSorted()).toEqual(expected.toSorted());
      expect(await as('visitor').value('select count_titles($1, $2)', 'movie', in_genre)).toBe(
        expected.length,
      );
    })(),
  );

  test.each([
    ['MACHANN', ['Lè lapli tonbe', 'Machann', 'Machann Dlo', 'Yon bèl machann']],
    ['mach', ['Lè lapli tonbe', 'Machann', 'Machann Dlo', 'Yon bèl machann']],
    ['istwa fanm', ['Machann']],
    ['kamyonèt', ['Kamyonèt']],
    ['myone', ['Kamyonèt']],
    ['kamionet', ['Kamyonèt']],
    ['k', ['Kamyonèt']],
    ['claudel', []],
    ['???', []],
  ])('containing "%s" in title or description', (containing, expected) =>
    inTransaction(async (as) => {
      await openCatalogue(as);
      expect((await names(as, { of_kind: 'movie', containing })).toSorted()).toEqual(expected);
      expect(await as('visitor').value('select count_titles($1, null, $2)', 'movie', containing)).toBe(
        expected.length,
      );
    })(),
  );

  test(
    'of a genre and containing words, films and series together',
    inTransaction(async (as) => {
      await openCatalogue(as);
      await as('owner').query(
        `insert into series (title, creator, genre, published) values ('Machann nwit', 'Mona', '{comedy}', true)`,
      );
      const found = await list(as, { in_genre: 'Comedy', containing: 'machann' });
      expect(found.map(({ title }) => title).toSorted()).toEqual([
        'Machann Dlo',
        'Machann nwit',
        'Yon bèl machann',
      ]);
      expect(found.find(({ kind }) => kind === 'series')?.director).toBe('Mona');
    }),
  );

  test(
    'is never longer than the largest page size',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into movies (title, description, published) select 'Film ' || n, 'Zetwal', true from generate_series(1, 600) n`,
      );
      expect(await list(as, { page_size: 100_000 })).toHaveLength(PAGE_SIZE_MAX);
      expect(await list(as, { page_size: 0 })).toHaveLength(1);
      expect(await list(as, { page: -3, page_size: null })).toHaveLength(24);
      expect(await list(as, { page: 2_147_483_647, page_size: 100 })).toEqual([]);
      expect(await list(as, { of_kind: 'topic' })).toEqual([]);
      const found = await list(as, { containing: 'zetwal', page: 20 });
      expect([found.length, found[0]?.total]).toEqual([24, MATCHES_MAX]);
      expect(await list(as, { containing: 'zetwal', page: 21 })).toEqual([]);
      expect(await list(as, { containing: 'f', page: 2 })).toHaveLength(24);
    }),
  );

  test(
    'is counted right after every change',
    inTransaction(async (as) => {
      const counts = () =>
        as('visitor').query(`select count_titles('movie', 'mistè') as mystery, count_titles('movie') as all`);
      const steps: [string, { mystery: number; all: number }][] = [
        [`insert into movies (title, genre, published) values ('A', '{Mistè}', true), ('B', '{MISTÈ,Drama}', true), ('C', '{Mistè}', false)`, { mystery: 2, all: 5 }],
        [`update movies set published = true where title = 'C'`, { mystery: 3, all: 6 }],
        [`update movies set genre = '{Drama,""}' where title in ('A', 'B')`, { mystery: 1, all: 6 }],
        [`update movies set description = 'Lòt mo' where title in ('A', 'B', 'C')`, { mystery: 1, all: 6 }],
        [`delete from movies where title in ('A', 'C')`, { mystery: 0, all: 4 }],
      ]; // biome-ignore format: a table
      for (const [sql, expected] of steps) {
        await as('owner').query(sql);
        expect(await counts(), sql).toEqual([expected]);
      }
    }),
  );
});

test(
  'a review, a view or a reply is no reason to index a title again',
  inTransaction(async (as) => {
    const seen = () =>
      as('owner').value<string>(
        `select string_agg(ctid::text, ' ' order by kind, id) from private.search_entries`,
      );
    const before = await seen();
    await as('tiJo').query('insert into reviews (movie_id, rating) values ($1, 5)', fixture['free movie']);
    await as('tiJo').query('select increment_topic_view($1)', fixture.topic);
    await as('tiJo').query(`insert into forum_posts (topic_id, content) values ($1, 'Wi')`, fixture.topic);
    await as('editor').query(
      'update movies set title = title, is_free = false where id = $1',
      fixture['free movie'],
    );
    expect(await seen()).toBe(before);
  }),
);
