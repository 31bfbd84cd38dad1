import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
let films: Film[];
let reviews: Review[];

interface Film {
  id: number;
  title: string;
  year: number | null;
  price: number | null;
  is_free: boolean | null;
  genres: string[];
  meta: Record<string, unknown> | null;
  director_id: number | null;
}
interface Review {
  id: number;
  film_id: number;
  stars: number;
  words: string | null;
}

beforeAll(async () => {
  // Hundreds of people at once wait long on a busy machine.
  world = await startRestWorld({ limits: { statements: { waitMs: 60_000 } } });
  films = await world.database.query<Film>(
    'select id, title, year, price::float8, is_free, genres, meta, director_id from films',
  );
  reviews = await world.database.query<Review>('select id, film_id, stars, words from reviews');
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** SQL's third truth value is null here. */
type Truth = boolean | null;
type Row = Record<string, unknown>;
interface Test {
  text: string;
  holds: (row: Row) => Truth;
}

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const any = (all: Truth[]): Truth => (all.includes(true) ? true : all.includes(null) ? null : false);
const every = (all: Truth[]): Truth => (all.includes(false) ? false : all.includes(null) ? null : true);
const known = (value: unknown, decide: () => boolean): Truth =>
  value === null || value === undefined ? null : decide();

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  neq: (a, b) => a !== b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

/** A pattern of SQL's LIKE, in which PostgREST also reads `*` as `%`. */
function like(text: string, pattern: string, ignoreCase: boolean): boolean {
  const source = [...pattern]
    .map((character) =>
      character === '*' || character === '%'
        ? '.*'
        : character === '_'
          ? '.'
          : character.replace(/[^\w\s]/, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`, ignoreCase ? 'is' : 's').test(text);
}

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const word = fc.constantFrom<string[]>(
  'Anita',
  'Barikad',
  'a',
  'Drama',
  'Short',
  'Comedy',
  '100% *fat* "cat", (x)',
  'x)y,"z',
  '',
  'ö',
);
const small = fc.integer({ min: -1, max: 14 });

function numeric(column: string, value: fc.Arbitrary<number>): fc.Arbitrary<Test> {
  const read = (row: Row) => row[column] as number;
  return fc.oneof(
    fc
      .record({ operator: fc.constantFrom(...Object.keys(comparisons)), value })
      .map(({ operator, value: wanted }) => ({
        text: `${column}.${operator}.${wanted}`,
        holds: (row: Row) => known(read(row), () => comparisons[operator]?.(read(row), wanted) ?? false),
      })),
    fc.array(value, { maxLength: 4 }).map((values) => ({
      text: `${column}.in.(${values.join(',')})`,
      holds: (row: Row) => (values.length === 0 ? false : known(read(row), () => values.includes(read(row)))),
    })),
    fc
      .record({
        operator: fc.constantFrom('gt', 'eq', 'lte'),
        values: fc.array(value, { minLength: 1, maxLength: 3 }),
        all: fc.boolean(),
      })
      .map(({ operator, values, all }) => ({
        text: `${column}.${operator}(${all ? 'all' : 'any'}).{${values.join(',')}}`,
        holds: (row: Row) =>
          known(read(row), () =>
            values[all ? 'every' : 'some']((one) => comparisons[operator]?.(read(row), one) ?? false),
          ),
      })),
    value.map((wanted) => ({
      text: `${column}.isdistinct.${wanted}`,
      holds: (row: Row) => read(row) !== wanted,
    })),
    fc.constant({ text: `${column}.is.null`, holds: (row: Row) => row[column] === null }),
    fc.constant({ text: `${column}.is.not_null`, holds: (row: Row) => row[column] !== null }),
  );
}

function textual(column: string): fc.Arbitrary<Test> {
  const read = (row: Row) => row[column] as string;
  return fc.oneof(
    word.map((wanted) => ({
      text: `${column}.eq.${quoted(wanted)}`,
      holds: (row: Row) => known(read(row), () => read(row) === wanted),
    })),
    fc.array(word, { minLength: 1, maxLength: 3 }).map((values) => ({
      text: `${column}.in.(${values.map(quoted).join(',')})`,
      // PostgREST reads a list of one empty text as an empty list.
      holds: (row: Row) =>
        values.join() === '' ? false : known(read(row), () => values.includes(read(row))),
    })),
    fc
      .record({
        pattern: fc.constantFrom('A*', '*a*', '%d', '_ni%', '*', 'anita', '*fat*'),
        ignoreCase: fc.boolean(),
      })
      .map(({ pattern, ignoreCase }) => ({
        text: `${column}.${ignoreCase ? 'ilike' : 'like'}.${pattern}`,
        holds: (row: Row) => known(read(row), () => like(read(row), pattern, ignoreCase)),
      })),
  );
}

const genreList = fc.uniqueArray(fc.constantFrom<string[]>('Drama', 'Short', 'Comedy', 'Documentary'), {
  maxLength: 3,
});
const arrays: fc.Arbitrary<Test> = fc
  .record({ operator: fc.constantFrom('cs', 'cd', 'ov'), values: genreList })
  .map(({ operator, values }) => ({
    text: `genres.${operator}.{${values.join(',')}}`,
    holds: (row: Row) => {
      const has = row.genres as string[];
      if (operator === 'cs') return values.every((value) => has.includes(value));
      if (operator === 'cd') return has.every((value) => values.includes(value));
      return has.some((value) => values.includes(value));
    },
  }));
const truths: fc.Arbitrary<Test> = fc.constantFrom(
  { text: 'is_free.is.true', holds: (row: Row) => row.is_free === true },
  { text: 'is_free.is.false', holds: (row: Row) => row.is_free === false },
  { text: 'is_free.is.unknown', holds: (row: Row) => row.is_free === null },
  { text: 'is_free.eq.true', holds: (row: Row) => row.is_free as Truth },
);
const insideJson: fc.Arbitrary<Test> = fc.constantFrom('3', '5', '9').map((wanted) => ({
  text: `meta->>stars.eq.${wanted}`,
  holds: (row: Row) => {
    const value = (row.meta as Record<string, unknown> | null)?.stars;
    return known(value, () => String(value) === wanted);
  },
}));

const filmTest = fc.oneof(
  numeric('id', small),
  numeric('year', fc.constantFrom(1980, 2002, 2006, 2012, 1990)),
  numeric('price', fc.constantFrom(0, 4.5, 9.99, 12, 7)),
  textual('title'),
  arrays,
  truths,
  insideJson,
);
const reviewTest = fc.oneof(
  numeric('stars', fc.integer({ min: 0, max: 6 })),
  numeric('id', small),
  textual('words'),
);

/** Conditions joined by and, or and not, some levels deep. */
function tree(leaf: fc.Arbitrary<Test>): fc.Arbitrary<Test> {
  const negatable = fc.record({ test: leaf, negated: fc.boolean() }).map(({ test: one, negated }): Test => {
    if (!negated) return one;
    const dot = one.text.search(/\.(?=[a-z]+[.(])/);
    return {
      text: `${one.text.slice(0, dot)}.not${one.text.slice(dot)}`,
      holds: (row: Row) => not(one.holds(row)),
    };
  });
  return fc.letrec<{ node: Test }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      negatable,
      fc
        .record({
          operator: fc.constantFrom('and', 'or'),
          negated: fc.boolean(),
          children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        })
        .map(
          ({ operator, negated, children }): Test => ({
            text: `${negated ? 'not.' : ''}${operator}(${children.map((child) => child.text).join(',')})`,
            holds: (row: Row) => {
              const all = children.map((child) => child.holds(row));
              const joined = operator === 'and' ? every(all) : any(all);
              return negated ? not(joined) : joined;
            },
          }),
        ),
    ),
  })).node;
}

const order = fc.record({
  column: fc.constantFrom('year', 'price', 'id', 'director_id'),
  descending: fc.boolean(),
  nulls: fc.constantFrom(undefined, 'first', 'last'),
});
type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | undefined };

function compare(a: Row, b: Row, { column, descending, nulls }: Order): number {
  const [x, y] = [a[column] as number | null, b[column] as number | null];
  const nullsFirst = nulls === undefined ? descending : nulls === 'first';
  if (x === null || y === null) return x === y ? 0 : (x === null) === nullsFirst ? -1 : 1;
  return descending ? y - x : x - y;
}

describe('any query', () => {
  test('returns the same rows as a plain interpreter of the query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tree(filmTest), { maxLength: 2 }),
        fc.option(
          fc.record({
            condition: fc.option(tree(reviewTest)),
            inner: fc.boolean(),
            limit: fc.option(fc.integer({ min: 0, max: 2 })),
          }),
        ),
        fc.array(order, { maxLength: 2 }),
        fc.option(fc.integer({ min: 0, max: 5 })),
        fc.option(fc.integer({ min: 0, max: 3 })),
        async (conditions, embed, orders, limit, offset) => {
          const parameters = new URLSearchParams();
          const embedText = embed ? `,r:reviews${embed.inner ? '!inner' : ''}(stars,key:id)` : '';
          parameters.set('select', `id,name:title,year${embedText}`);
          for (const condition of conditions) parameters.append('and', `(${condition.text})`);
          if (embed?.condition) parameters.append('reviews.and', `(${embed.condition.text})`);
          if (embed) parameters.append('r.order', 'stars.desc,id');
          if (embed?.limit !== null && embed?.limit !== undefined)
            parameters.append('r.limit', String(embed.limit));
          const orderText = orders.map(
            (one) =>
              `${one.column}.${one.descending ? 'desc' : 'asc'}${one.nulls ? `.nulls${one.nulls}` : ''}`,
          );
          parameters.set('order', [...orderText, 'id'].join(','));
          if (limit !== null) parameters.set('limit', String(limit));
          if (offset !== null) parameters.set('offset', String(offset));

          const response = await world.fetch(`/films?${parameters}`);
          const answer = await response.json();
          expect({ status: response.status, answer }).toMatchObject({ status: 200 });
          expect(answer).toEqual(expected());

          function expected(): unknown[] {
            const embedded = (film: Film) =>
              reviews
                .filter(
                  (review) =>
                    review.film_id === film.id &&
                    (!embed?.condition || embed.condition.holds(review as unknown as Row) === true),
                )
                .sort((a, b) => b.stars - a.stars || a.id - b.id)
                .slice(0, embed?.limit ?? undefined)
                .map(({ stars, id }) => ({ stars, key: id }));
            return films
              .filter((film) =>
                conditions.every((condition) => condition.holds(film as unknown as Row) === true),
              )
              .filter((film) => !embed?.inner || embedded(film).length > 0)
              .sort((a, b) => {
                for (const one of orders) {
                  const difference = compare(a as unknown as Row, b as unknown as Row, one);
                  if (difference !== 0) return difference;
                }
                return a.id - b.id;
              })
              .slice(offset ?? 0)
              .slice(0, limit ?? undefined)
              .map((film) => ({
                id: film.id,
                name: film.title,
                year: film.year,
                ...(embed && { r: embedded(film) }),
              }));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('any garbage', () => {
  const pieces = fc.constantFrom(
    ...[...'(),.*:"\'\\!-><=;|&%+#?/@$~^[]{}_ \u0000\n\t0aé😀'],
    'select',
    'eq.',
    'not.',
    'in.(',
    'is.null',
    'or',
    'and',
    'id',
    'title',
    'reviews',
    'count()',
    '->>',
    '::int',
    '...',
    '--',
    '/*',
    '$1',
    "'; drop table films; --",
    '") union select 1 --',
    'order',
    'limit',
    'fts(',
    '{',
    '}',
    '-1',
    '99999999999999999999',
    'null',
    'people!director_id(',
  );
  const garbage = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
  const key = fc.oneof(
    garbage,
    fc.constantFrom(
      'select',
      'order',
      'limit',
      'offset',
      'or',
      'and',
      'not.or',
      'id',
      'title',
      'reviews.id',
      'columns',
      'on_conflict',
      'meta->a',
      'genres',
    ),
  );
  const printable = garbage.map((text) => text.replace(/[^\x20-\x7e]/g, ''));

  test('in the address never breaks the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, garbage), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (pairs, raw) => {
          const search = pairs
            .map(([name, value]) =>
              raw
                ? `${encodeURI(name)}=${encodeURI(value)}`
                : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
            )
            .join('&');
          const response = await world.fetch(`/films?${search.replaceAll('#', '%23')}`);
          expect({ search, status: response.status, body: await response.text() }).toMatchObject({
            status: expect.toSatisfy((status: number) => status < 500),
          });
        },
      ),
      { numRuns: 400 },
    );
  });

  test('in the path, the headers and the method never breaks the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        garbage,
        printable,
        printable,
        printable,
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'FOO'),
        async (path, prefer, accept, range, method) => {
          const response = await world.fetch(`/${encodeURIComponent(path)}`, {
            method,
            headers: { prefer, accept, range, 'content-profile': 'public' },
            ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: '{}' }),
          });
          expect({ path, prefer, accept, status: response.status }).toMatchObject({
            status: expect.toSatisfy((status: number) => status < 500),
          });
        },
      ),
      { numRuns: 250 },
    );
  });

  test('that is well-formed but does not fit the column is a client error', async () => {
    const columns = fc.constantFrom(
      ...[
        'id',
        'small',
        'big',
        'amount',
        'ratio',
        'flag',
        'day',
        'moment',
        'span',
        'code',
        'doc',
        'docb',
        'words',
        'numbers',
        'bytes',
      ],
      ...['doc->a', 'docb->>a', 'docb->0', 'words->0', 'ctid', 'kinds', 'count', 'id->x'],
    );
    const operators = fc.constantFrom(
      ...[
        'eq',
        'neq',
        'gt',
        'lte',
        'like',
        'ilike',
        'match',
        'imatch',
        'cs',
        'cd',
        'ov',
        'sl',
        'sr',
        'nxr',
        'nxl',
        'adj',
        'isdistinct',
      ],
      ...[
        'eq(any)',
        'like(all)',
        'gt(any)',
        'match(any)',
        'fts',
        'plfts(english)',
        'phfts(nope)',
        'wfts(simple)',
        'is',
        'in',
      ],
    );
    const values = fc.constantFrom(
      ...[
        '',
        '1',
        'x',
        '-1',
        '1e400',
        'NaN',
        'null',
        'true',
        '{1,2}',
        '{',
        '(1,2)',
        '("a")',
        '[1,2)',
        '{"a":1}',
        '[1]',
        '2024-01-01',
      ],
      ...[
        'infinity',
        '\\',
        '%',
        '*',
        '(',
        '[',
        '(?<a',
        "'",
        'a & | b',
        '99999999999999999999',
        '\\x00',
        '1 year',
        '12:00',
        '{{1},{2}}',
        '\u0000',
        '😀',
      ],
    );
    const casts = fc.constantFrom(
      '',
      '::text',
      '::int4',
      '::json',
      '::jsonb',
      '::uuid',
      '::bytea',
      '::regclass',
      '::int4range',
      '::mood',
      '::xml',
      '::point',
      '::nope',
    );
    const aggregates = fc.constantFrom('', '', '', '.sum()', '.count()');
    await fc.assert(
      fc.asyncProperty(
        columns,
        operators,
        values,
        fc.boolean(),
        columns,
        casts,
        aggregates,
        columns,
        async (column, operator, value, negated, shown, cast, aggregate, sorted) => {
          const query = new URLSearchParams({
            select: `a:${shown}${cast}${aggregate}`,
            [column]: `${negated ? 'not.' : ''}${operator}.${value}`,
            order: sorted,
          });
          const response = await world.fetch(`/kinds?${query}`);
          expect({
            query: String(query),
            status: response.status,
            body: await response.text(),
          }).toMatchObject({
            status: expect.toSatisfy((status: number) => status < 500),
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('in the body is a client error', async () => {
    const before = await world.database.query('select * from tags order by id');
    const value: fc.Arbitrary<unknown> = fc.oneof(garbage, fc.jsonValue(), fc.integer(), fc.constant(null));
    const body = fc.oneof(
      garbage,
      fc.jsonValue().map((json) => JSON.stringify(json)),
      fc
        .array(fc.dictionary(fc.constantFrom('id', 'label', 'nope', '', '"'), value), { maxLength: 3 })
        .map((rows) => JSON.stringify(rows.map((row) => ({ ...row, id: 'no number' })))),
    );
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom(
          'application/json',
          'text/csv',
          'application/x-www-form-urlencoded',
          'text/plain',
          'nonsense/nonsense',
        ),
        fc.constantFrom('/tags', '/rpc/add', '/rpc/take_json', '/tags?columns=id,label'),
        fc.constantFrom('POST', 'PATCH'),
        async (content, type, path, method) => {
          const target = method === 'PATCH' && !path.startsWith('/rpc') ? '/tags?id=eq.-5' : path;
          const response = await world.fetch(target, {
            method,
            body: content,
            headers: { 'content-type': type, prefer: 'return=representation' },
          });
          expect({
            content,
            type,
            target,
            status: response.status,
            text: await response.text(),
          }).toMatchObject({ status: expect.toSatisfy((status: number) => status < 500) });
        },
      ),
      { numRuns: 300 },
    );
    expect(await world.database.query('select * from tags order by id')).toEqual(before);
    expect(await world.database.query('select count(*)::int as films from films')).toEqual([
      { films: films.length },
    ]);
  });
});

describe('many people at once', () => {
  test('each keep their own role and claims', async () => {
    const people = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const role = (['anon', 'authenticated', 'service_role'] as const)[index % 3] ?? 'anon';
        const sub = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
        return { role, sub, token: await world.token(role, { sub }) };
      }),
    );
    const answers = await Promise.all(
      people.map(async ({ role, sub, token }, index) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-test': sub,
        };
        if (index % 4 === 1 && role === 'authenticated') {
          const note = await world.fetch('/notes?select=owner', {
            method: 'POST',
            body: '{"text":"mine"}',
            headers: { ...headers, prefer: 'return=representation' },
          });
          return { status: note.status, body: await note.json(), wanted: [{ owner: sub }] };
        }
        const failing = index % 7 === 0;
        if (failing) await world.fetch('/films?id=eq.none', { headers });
        const who = await world.fetch('/rpc/who', { method: index % 2 ? 'POST' : 'GET', headers });
        return {
          status: who.status,
          body: await who.json(),
          wanted: { role, sub, method: index % 2 ? 'POST' : 'GET', header: sub },
        };
      }),
    );
    for (const { body, wanted } of answers) expect(body).toEqual(wanted);
    const [, ann] = people;
    const mine = await world.fetch('/notes?select=owner', {
      headers: { authorization: `Bearer ${ann?.token}` },
    });
    expect(await mine.json()).toEqual([{ owner: ann?.sub }]);
  });
});
