import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const from = (table: string) => world.client().from(table);
const get = async (path: string, init?: RequestInit) => {
  const response = await world.fetch(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe('a visitor chooses', () => {
  test('all columns, with timestamps in ISO 8601 and numbers as numbers', async () => {
    const { data, error } = await from('films').select().eq('id', 1).single();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      id: 1,
      title: 'Anita',
      price: 9.99,
      genres: ['Drama', 'Short'],
      released: '2020-05-05T10:00:00+00:00',
    });
  });

  test('columns by name, renamed, cast and from inside JSON', async () => {
    const { data } = await from('films')
      .select('name:title,year::text,meta->crew->>sound,second:meta->langs->1,meta->stars')
      .eq('id', 1);
    expect(data).toEqual([{ name: 'Anita', year: '1980', sound: 'Zo', second: 'fr', stars: 3 }]);
  });

  test('columns with odd names, in quotes', async () => {
    const { data } = await from('films').select('"odd name"').eq('odd name', 'x');
    expect(data).toEqual([{ 'odd name': 'x' }]);
  });

  test('JSON paths into columns that are no JSON', async () => {
    const { data } = await from('films').select('genres->0,title').eq('id', 1);
    expect(data).toEqual([{ genres: 'Drama', title: 'Anita' }]);
  });

  test('columns that are functions of the row, and filters and sorts by them', async () => {
    const { data } = await from('films')
      .select('title_length,full_label')
      .gt('title_length', 6)
      .lt('title_length', 9)
      .order('title_length', { ascending: false });
    expect(data).toEqual([
      { title_length: 8, full_label: 'Cousines (2006)' },
      { title_length: 8, full_label: 'Deported (2012)' },
      { title_length: 7, full_label: 'Barikad (2002)' },
    ]);
  });

  test('a column that does not exist, and gets a hint', async () => {
    expect((await from('films').select('titel')).error).toMatchObject({
      code: '42703',
      message: 'column films.titel does not exist',
      hint: 'Perhaps you meant to reference the column "films.title".',
    });
    expect((await from('films').select('id,reviews(nope)')).error).toMatchObject({
      code: '42703',
      message: 'column reviews_1.nope does not exist',
    });
  });

  test('a type that does not exist', async () => {
    const { error, status } = await from('films').select('title::nonsense');
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '42704' });
  });
});

describe('a visitor embeds', () => {
  test('one row the table points to', async () => {
    const { data } = await from('reviews').select('id,film:films(title)').order('id').limit(2);
    expect(data).toEqual([
      { id: 1, film: { title: 'Anita' } },
      { id: 2, film: { title: 'Anita' } },
    ]);
  });

  test('null where it points to nothing, and an empty list where nothing points back', async () => {
    const { data } = await from('films').select('title,people!director_id(name),reviews(stars)').eq('id', 5);
    expect(data).toEqual([{ title: '100% *fat* "cat", (x)', people: null, reviews: [] }]);
  });

  test('many rows that point to it, filtered, sorted and cut on their own', async () => {
    const { data } = await from('films')
      .select('id,reviews(stars)')
      .in('id', [1, 2])
      .order('id')
      .gte('reviews.stars', 2)
      .order('stars', { referencedTable: 'reviews', ascending: false })
      .limit(1, { referencedTable: 'reviews' });
    expect(data).toEqual([
      { id: 1, reviews: [{ stars: 5 }] },
      { id: 2, reviews: [{ stars: 4 }] },
    ]);
  });

  test('one-to-one from both sides, as objects', async () => {
    const { data } = await from('films').select('id,film_details(minutes)').in('id', [1, 3]).order('id');
    expect(data).toEqual([
      { id: 1, film_details: { minutes: 25 } },
      { id: 3, film_details: null },
    ]);
    expect((await from('film_details').select('camera,films(title)').eq('film_id', 1)).data).toEqual([
      { camera: 'Super 8', films: { title: 'Anita' } },
    ]);
  });

  test('through a junction, and the junction itself', async () => {
    const { data } = await from('films')
      .select('id,tags(label),film_tags(tag_id)')
      .eq('id', 1)
      .order('label', { referencedTable: 'tags' });
    expect(data).toEqual([
      { id: 1, tags: [{ label: 'classic' }, { label: 'exile' }], film_tags: [{ tag_id: 1 }, { tag_id: 3 }] },
    ]);
    expect((await from('tags').select('label,films(title)').eq('id', 3)).data?.[0]?.films).toHaveLength(2);
  });

  test('through views, also views of views', async () => {
    const { data } = await from('recent_titles').select('title,people(name),reviews(stars)').eq('film_id', 2);
    expect(data).toEqual([
      { title: 'Barikad', people: { name: 'Bo' }, reviews: [{ stars: 4 }, { stars: 1 }] },
    ]);
    expect((await from('reviews').select('recent_films(title)').eq('id', 1)).data).toEqual([
      { recent_films: null },
    ]);
    expect(
      (await from('people').select('name,recent_films(title)').eq('id', 2)).data?.[0]?.recent_films,
    ).toHaveLength(2);
  });

  test('children by the table and the parent by the column where a table points to itself', async () => {
    const { data } = await from('folders')
      .select('label,parent_id(label),children:folders(label)')
      .eq('id', 2);
    expect(data).toEqual([{ label: 'wall', parent_id: { label: 'root' }, children: [{ label: 'board' }] }]);
  });

  test('children by the column as a hint where a table points to itself, never by the name of the key', async () => {
    const byColumn = await from('folders').select('label,folders!parent_id(label)').eq('id', 2);
    expect(byColumn.data).toEqual([{ label: 'wall', folders: [{ label: 'board' }] }]);
    const byKey = await from('folders').select('label,folders!folders_parent_id_fkey(label)').eq('id', 2);
    expect(byKey.status).toBe(400);
    expect(byKey.error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'folders' and 'folders' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'folders' and 'folders' using the hint 'folders_parent_id_fkey' in the schema 'public', but no matches were found.",
      hint: null,
    });
  });

  test('by keys of several columns', async () => {
    const { data } = await from('seats').select('seat,bookings(guest)').eq('hall', 'A').order('seat');
    expect(data).toEqual([
      { seat: 1, bookings: [{ guest: 'Ana' }, { guest: 'Bo' }] },
      { seat: 2, bookings: [] },
    ]);
  });

  test('by functions of the row', async () => {
    const { data } = await from('films').select('id,good_reviews(stars),made_by(name)').eq('id', 1);
    expect(data).toEqual([{ id: 1, good_reviews: [{ stars: 5 }], made_by: { name: 'Ana' } }]);
  });

  test('on several levels', async () => {
    const { data } = await from('people')
      .select('name,films!director_id(title,reviews(stars,people(name)))')
      .eq('id', 1);
    expect(data).toEqual([
      {
        name: 'Ana',
        films: [
          {
            title: 'Anita',
            reviews: [
              { stars: 5, people: { name: 'Célie' } },
              { stars: 3, people: { name: 'Bo' } },
            ],
          },
        ],
      },
    ]);
  });

  test('by constraint, by column and by the constraint alone', async () => {
    const { data } = await from('films')
      .select(
        'a:people!films_producer_fkey(name),b:people!director_id(name),films_producer_fkey(id),producer_id(mood)',
      )
      .eq('id', 1);
    expect(data).toEqual([
      {
        a: { name: 'Bo' },
        b: { name: 'Ana' },
        films_producer_fkey: { id: 2 },
        producer_id: { mood: 'wild' },
      },
    ]);
  });

  test('and has to disambiguate where there are two relationships', async () => {
    const { error, status } = await from('films').select('people(name)');
    expect(status).toBe(300);
    expect(error).toEqual({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'films' and 'people'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'films with people',
          relationship: 'films_director_id_fkey using films(director_id) and people(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'films with people',
          relationship: 'films_producer_fkey using films(producer_id) and people(id)',
        },
      ],
      hint: "Try changing 'people' to one of the following: 'people!films_director_id_fkey', 'people!films_producer_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  test('an unrelated table, and gets a hint', async () => {
    expect(await from('films').select('reviewz(stars)')).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'films' and 'reviewz' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'films' and 'reviewz' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'reviews' instead of 'reviewz'.",
      },
    });
    expect((await from('films').select('reviews!nope(stars)')).error?.details).toContain(
      "using the hint 'nope'",
    );
  });

  test('under one name only once', async () => {
    expect(
      (await from('films').select('people!director_id(name),people!producer_id(name)')).error,
    ).toMatchObject({
      code: '42712',
      message: 'table name "films_people_1" specified more than once',
    });
  });
});

describe('a visitor spreads', () => {
  test('the columns of one related row', async () => {
    const { data } = await from('reviews')
      .select('stars,...films(title,...film_details(minutes))')
      .eq('id', 1);
    expect(data).toEqual([{ stars: 5, title: 'Anita', minutes: 25 }]);
    expect((await from('films').select('id,...film_details(*)').eq('id', 3)).data).toEqual([
      { id: 3, film_id: null, minutes: null, camera: null },
    ]);
  });

  test('the columns of many related rows, as arrays', async () => {
    const { data } = await from('films')
      .select('id,...reviews(stars,...people(reviewer:name))')
      .in('id', [1, 3])
      .order('id')
      .order('stars', { referencedTable: 'reviews' });
    expect(data).toEqual([
      { id: 1, stars: [3, 5], reviewer: ['Bo', 'Célie'] },
      { id: 3, stars: [], reviewer: [] },
    ]);
  });
});

describe('a visitor keeps only rows', () => {
  test('that have a related row, with !inner', async () => {
    const { data, count } = await from('films')
      .select('id,reviews!inner(stars)', { count: 'exact' })
      .eq('reviews.stars', 5)
      .order('id');
    expect(data).toEqual([
      { id: 1, reviews: [{ stars: 5 }] },
      { id: 4, reviews: [{ stars: 5 }] },
    ]);
    expect(count).toBe(2);
  });

  test('that have one on a deeper level', async () => {
    const { data } = await from('people')
      .select('name,films!director_id!inner(reviews!inner(stars))')
      .eq('films.reviews.stars', 1);
    expect(data).toEqual([{ name: 'Bo', films: [{ reviews: [{ stars: 1 }] }] }]);
  });

  test('that have none, or any, with a filter on the embed', async () => {
    expect((await from('films').select('id,reviews()').is('reviews', null).order('id')).data).toEqual([
      { id: 3 },
      { id: 5 },
    ]);
    expect((await from('films').select('id,reviews()').not('reviews', 'is', null).order('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 4 },
    ]);
    const either = await from('films')
      .select('id,reviews(),film_details()', { count: 'exact' })
      .or('reviews.is.null,film_details.not.is.null')
      .order('id');
    expect(either.data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }]);
    expect((await from('films').select('id,reviews(stars)').eq('reviews', '1')).error?.code).toBe('PGRST120');
  });

  test('regardless of a condition on an embed', async () => {
    const { data } = await from('films')
      .select('id,reviews(stars)')
      .or('stars.eq.5,stars.eq.1', { referencedTable: 'reviews' })
      .order('id')
      .limit(2);
    expect(data).toEqual([
      { id: 1, reviews: [{ stars: 5 }] },
      { id: 2, reviews: [{ stars: 1 }] },
    ]);
  });
});

describe('a visitor sorts', () => {
  test('by columns, JSON and with nulls where they are wanted', async () => {
    const ids = async (order: string) =>
      ((await get(`/films?select=id&order=${order}`)).body as { id: number }[]).map(({ id }) => id);
    expect(await ids('year.desc,id')).toEqual([5, 4, 3, 2, 1]);
    expect(await ids('year.desc.nullslast')).toEqual([4, 3, 2, 1, 5]);
    expect(await ids('year.nullsfirst')).toEqual([5, 1, 2, 3, 4]);
    expect(await ids('meta->stars.asc.nullslast,id')).toEqual([4, 1, 2, 3, 5]);
    expect(await ids('title_length.desc,id')).toEqual([5, 3, 4, 2, 1]);
  });

  test('by a column of the related row', async () => {
    const { data } = await from('films')
      .select('id,people!director_id(name)')
      .order('people(name)', { ascending: false, nullsFirst: false })
      .order('id');
    expect(data?.map(({ id }) => id)).toEqual([4, 2, 3, 1, 5]);
    expect((await from('films').select('id,reviews(stars)').order('reviews(stars)')).error).toMatchObject({
      code: 'PGRST118',
      details: "'films' and 'reviews' do not form a many-to-one or one-to-one relationship",
    });
    expect((await from('films').select('id').order('people(name)')).error).toMatchObject({
      code: 'PGRST108',
      message: "'people' is not an embedded resource in this request",
    });
  });
});

describe('a visitor pages', () => {
  test('with limit and offset, and the order holds though rows are embedded', async () => {
    const { data } = await from('films')
      .select('id,people!director_id(name),reviews(stars)')
      .order('id', { ascending: false })
      .range(1, 2);
    expect(data?.map(({ id }) => id)).toEqual([4, 3]);
  });

  test('with a Range header, and gets Content-Range', async () => {
    const page = await get('/films?select=id&order=id', { headers: { range: '1-2', prefer: 'count=exact' } });
    expect(page.status).toBe(206);
    expect(page.headers.get('content-range')).toBe('1-2/5');
    expect(page.headers.get('preference-applied')).toBe('count=exact');
    expect(page.body).toEqual([{ id: 2 }, { id: 3 }]);
    expect((await get('/films?select=id&limit=2')).headers.get('content-range')).toBe('0-1/*');
    expect((await get('/films?select=id&limit=0')).headers.get('content-range')).toBe('*/*');
  });

  test('past the end, and gets an error', async () => {
    const { status, body } = await get('/films?select=id&offset=50', { headers: { prefer: 'count=exact' } });
    expect(status).toBe(416);
    expect(body).toEqual({
      code: 'PGRST103',
      details: 'An offset of 50 was requested, but there are only 5 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    });
    expect((await get('/films?limit=-1')).status).toBe(416);
    expect((await get('/films', { headers: { range: '5-2' } })).status).toBe(416);
    expect((await get('/films?offset=50')).body).toEqual([]);
  });

  test('and counts exactly, by plan or by estimate', async () => {
    expect(await from('films').select('*', { count: 'exact', head: true })).toMatchObject({
      count: 5,
      data: null,
      status: 200,
    });
    const planned = await from('films').select('*', { count: 'planned', head: true });
    expect(planned.count).toBeGreaterThan(0);
    expect(await from('films').select('id', { count: 'estimated' }).limit(2)).toMatchObject({
      count: 5,
      status: 206,
    });
    expect((await from('films').select('id,reviews!inner(id)', { count: 'exact' }).limit(1)).count).toBe(3);
  });
});

describe('a visitor asks for', () => {
  test('a single row, and for none or several gets a refusal', async () => {
    expect((await from('films').select('title').eq('id', 2).single()).data).toEqual({ title: 'Barikad' });
    expect(await from('films').select('title').single()).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 5 rows',
        hint: null,
      },
    });
    expect((await from('films').select('title').eq('id', 99).single()).error?.details).toBe(
      'The result contains 0 rows',
    );
    expect(await from('films').select('title').eq('id', 99).maybeSingle()).toMatchObject({
      data: null,
      error: null,
      status: 200,
    });
  });

  test('rows without nulls', async () => {
    const { data } = await from('films').select('id,price,year').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3, year: 2006 }]);
    expect((await from('films').select('id,price').eq('id', 3).single().stripNulls()).data).toEqual({
      id: 3,
    });
  });

  test('CSV', async () => {
    const { data } = await from('films').select('id,title,price').in('id', [3, 5]).order('id').csv();
    expect(data).toBe('id,title,price\n3,Cousines,\n5,"100% *fat* ""cat"", (x)",0.00');
  });

  test('an unknown media type', async () => {
    const { status, body } = await get('/films', { headers: { accept: 'image/png' } });
    expect({ status, body }).toMatchObject({
      status: 406,
      body: { code: 'PGRST107', message: 'None of these media types are available: image/png' },
    });
    expect(
      (await get('/films?select=id&limit=1', { headers: { accept: 'image/png, application/json;q=0.5' } }))
        .status,
    ).toBe(200);
  });

  test('another schema', async () => {
    const { data } = await world
      .client(undefined, { schema: 'club' })
      .from('people')
      .select('name,visits(id)')
      .order('id');
    expect(data).toEqual([
      { name: 'Zed', visits: [] },
      { name: 'Yvon', visits: [{ id: 1 }] },
    ]);
    expect(await world.client(undefined, { schema: 'secret' }).from('people').select()).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST106',
        message: 'Invalid schema: secret',
        hint: 'Only the following schemas are exposed: public, club',
      },
    });
    const { headers } = await get('/people?select=id&limit=1', { headers: { 'accept-profile': 'club' } });
    expect(headers.get('content-profile')).toBe('club');
  });

  test('a table that does not exist, and gets a hint', async () => {
    expect(await from('filmz').select()).toMatchObject({
      status: 404,
      error: {
        code: 'PGRST205',
        message: "Could not find the table 'public.filmz' in the schema cache",
        hint: "Perhaps you meant the table 'public.films'",
      },
    });
    expect((await get('/a/b/c')).body).toMatchObject({ code: 'PGRST125' });
  });

  test('the number of related rows, whatever the setting for aggregates', async () => {
    const { data } = await from('films')
      .select('id,reviews(count),n:film_tags(count())')
      .in('id', [1, 3])
      .order('id');
    expect(data).toEqual([
      { id: 1, reviews: [{ count: 2 }], n: [{ count: 2 }] },
      { id: 3, reviews: [{ count: 0 }], n: [{ count: 0 }] },
    ]);
    expect((await from('films').select('count').single()).data).toEqual({ count: 5 });
    expect((await from('reviews').select('films(count)').eq('id', 1)).data).toEqual([
      { films: { count: 1 } },
    ]);
    expect((await from('films').select('stars:id.sum()')).error).toMatchObject({
      code: 'PGRST123',
      message: 'Use of aggregate functions is not allowed',
    });
  });
});

describe('names of columns', () => {
  test('can be those that our generated SQL uses', async () => {
    const row = { id: 1, answer: 'yes', t1: 'a', r2: 'b', e3: 'c', written: 'd', called: 'e', count: 7 };
    expect((await from('questions').select().eq('id', 1)).data).toEqual([row]);
    expect((await from('questions').select('*,loud,hints(e4,t3)').eq('id', 1)).data).toEqual([
      { ...row, loud: 'YES', hints: [{ e4: 'x', t3: 'y' }] },
    ]);
    expect((await from('hints').select('e4,questions(answer,loud),...questions(t1)')).error?.code).toBe(
      '42712',
    );
    expect((await from('hints').select('e4,questions(answer,loud)')).data).toEqual([
      { e4: 'x', questions: { answer: 'yes', loud: 'YES' } },
    ]);
    expect(
      (await from('questions').update({ answer: 'yes' }).eq('id', 1).select('answer,written').single()).data,
    ).toEqual({ answer: 'yes', written: 'd' });
    expect((await from('questions').select('answer').order('id').csv()).data).toBe('answer\nyes\nno');
    expect((await from('questions').select('count').eq('id', 1)).data).toEqual([{ count: 7 }]);
  });
});

describe('values', () => {
  test('of every type are returned as JSON', async () => {
    const response = await world.fetch('/kinds?id=eq.1');
    const body = await response.text();
    // Numbers beyond JavaScript's precision arrive with all digits.
    expect(body).toContain('9007199254740993');
    expect(body).toContain('12345678901234567890.123');
    expect(JSON.parse(body)[0]).toMatchObject({
      small: 1,
      ratio: 1.5,
      flag: true,
      day: '2024-02-29',
      moment: '2024-02-29T12:30:00+00:00',
      span: '1 day 02:00:00',
      code: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      docb: { a: 2, b: 1 },
      words: ['x', 'y z', null],
      numbers: [1, 2, 3],
      bytes: '\\xdeadbeef',
    });
  });

  test('that a column cannot hold are a client error', async () => {
    const codes = await Promise.all(
      [
        'id=eq.abc',
        'code=eq.nope',
        'small=eq.99999999',
        'day=eq.2024-13-01',
        'flag=is.maybe',
        'docb=cs.{',
        'words=cs.{',
        'moment=gt.never',
      ].map(async (filter) => {
        const { status, body } = await get(`/kinds?${filter}`);
        return [status, (body as { code: string }).code];
      }),
    );
    expect(codes).toEqual([
      [400, '22P02'],
      [400, '22P02'],
      [400, '22003'],
      [400, '22008'],
      [400, 'PGRST100'],
      [400, '22P02'],
      [400, '22P02'],
      [400, '22007'],
    ]);
  });
});
