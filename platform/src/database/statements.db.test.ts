import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';
import { DatabaseError } from './errors.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await database.transaction((transaction) =>
    transaction.script(`
      create table films (id int primary key, title text not null check (title <> ''), poster bytea);
      create table copies (film int references films deferrable initially deferred);
    `),
  );
});
afterAll(() => database.close());

const count = async (): Promise<unknown> => (await database.query('select count(*) as n from films'))[0];
const failure = (work: Promise<unknown>): Promise<DatabaseError> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: DatabaseError) => error,
  );

describe('statements of one run', () => {
  test('return one result each, with the bytes that the database sent', async () => {
    const results = await database.run([
      { text: `insert into films values (1, 'Twa Fey'), (2, $1)`, values: ['Lanmè'] },
      { text: 'select id, title, poster from films order by id' },
      { text: 'update films set title = title where id > $1', values: ['0'] },
      { text: `select json_build_object('titles', json_agg(title order by id)) from films` },
      { text: 'delete from films' },
      { text: '' },
    ]);
    expect(results.map(({ command, count }) => [command, count])).toEqual([
      ['INSERT', 2],
      ['SELECT', 2],
      ['UPDATE', 2],
      ['SELECT', 1],
      ['DELETE', 2],
      ['', 0],
    ]);
    expect(results[1]?.fields).toEqual([
      { name: 'id', type: 23 },
      { name: 'title', type: 25 },
      { name: 'poster', type: 17 },
    ]);
    expect(results[1]?.rows).toEqual([
      [Buffer.from('1'), Buffer.from('Twa Fey'), null],
      [Buffer.from('2'), Buffer.from('Lanmè'), null],
    ]);
    expect(results[3]?.rows).toEqual([[Buffer.from('{"titles" : ["Twa Fey", "Lanmè"]}')]]);
  });

  test('take effect all together or not at all', async () => {
    const failed = database.run([
      { text: `insert into films values (3, 'Kept?')` },
      { text: `insert into films values (3, 'Twice')` },
    ]);
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toEqual({ n: 0 });
  });

  test('can be rolled back after returning their results', async () => {
    const results = await database.run([{ text: `insert into films values (4, 'Ghost') returning title` }], {
      rollback: true,
    });
    expect(results[0]?.rows).toEqual([[Buffer.from('Ghost')]]);
    expect(await count()).toEqual({ n: 0 });
  });

  test('check deferred constraints even when they are rolled back', async () => {
    const failed = database.run([{ text: 'insert into copies values (99)' }], { rollback: true });
    await expect(failed).rejects.toMatchObject({ code: '23503' });
    await expect(database.run([{ text: 'insert into copies values (99)' }])).rejects.toMatchObject({
      code: '23503',
    });
  });

  test('cannot write when they are read-only', async () => {
    const failed = database.run([{ text: `insert into films values (5, 'No')` }], { readOnly: true });
    await expect(failed).rejects.toMatchObject({ code: '25006' });
    await database.run([{ text: `insert into films values (5, 'Yes')` }, { text: 'delete from films' }]);
  });

  test('cannot open a transaction that outlives them', async () => {
    await expect(database.run([{ text: 'begin' }])).rejects.toThrow('opened a transaction of its own');
    const twice = [{ text: 'begin' }, { text: 'select 1 / 0' }];
    await expect(database.run(twice)).rejects.toMatchObject({ code: '22012' });
    const inside = await Promise.all(
      Array.from({ length: 20 }, () => database.query('select txid_current_if_assigned() as id')),
    );
    expect(inside.flat()).toEqual(Array.from({ length: 20 }, () => ({ id: null })));
  });
});

describe('an error of the database', () => {
  test('has all its fields', async () => {
    await database.run([{ text: `insert into films values (7, 'One')` }]);
    const duplicate = await failure(database.run([{ text: `insert into films values (7, 'Two')` }]));
    expect(duplicate).toBeInstanceOf(DatabaseError);
    expect(duplicate).toMatchObject({
      code: '23505',
      schema: 'public',
      table: 'films',
      constraint: 'films_pkey',
      detail: 'Key (id)=(7) already exists.',
    });
    const missing = await failure(database.query('insert into films (id) values (8)'));
    expect(missing).toMatchObject({ code: '23502', column: 'title' });
    await database.query('delete from films');
  });

  test('has the position, the hint and the PL/pgSQL context', async () => {
    expect(await failure(database.query('select title, nothing from films'))).toMatchObject({
      code: '42703',
      position: 15,
    });
    const raise = `do $$ begin raise exception 'film_locked' using errcode = 'PT403', hint = 'ask', detail = 'why'; end $$`;
    expect(await failure(database.query(raise))).toMatchObject({
      code: 'PT403',
      message: 'film_locked',
      hint: 'ask',
      detail: 'why',
      where: expect.stringContaining('PL/pgSQL'),
    });
  });
});

describe('values', () => {
  test('of every type are returned as they were sent', async () => {
    const [row] = await database.query<Record<string, unknown>>(
      `select $1::text as text, $2::int as int, $3::int8 as small, $4::int8 as big, $5::numeric as numeric,
         $6::boolean as boolean, $7::jsonb as json, $8::bytea as bytes, $9::timestamptz as moment, $10::text[] as list,
         $11::text as nothing, $12::int8[] as ids, '2026-03-04'::date as day, $13::timestamptz[] as moments`,
      [
        'Ayiti 🇭🇹 "é" \\ \n',
        -5,
        42,
        9007199254740993n,
        '12.50',
        true,
        { a: ['ß', null] },
        Buffer.from([0, 1, 255]),
        new Date('2026-03-04T05:06:07.089Z'),
        ['a,b', '"', '\\', '', null, 'NULL', '{}'],
        undefined,
        [1, 9007199254740993n],
        [new Date(0)],
      ],
    );
    expect(row).toEqual({
      text: 'Ayiti 🇭🇹 "é" \\ \n',
      int: -5,
      small: 42,
      big: '9007199254740993',
      numeric: '12.50',
      boolean: true,
      json: { a: ['ß', null] },
      bytes: Buffer.from([0, 1, 255]),
      moment: '2026-03-04T05:06:07.089+00:00',
      list: ['a,b', '"', '\\', '', null, 'NULL', '{}'],
      nothing: null,
      ids: [1, '9007199254740993'],
      day: '2026-03-04',
      moments: ['1970-01-01T00:00:00+00:00'],
    });
  });

  test('of many megabytes arrive completely', async () => {
    const poster = Buffer.alloc(20_000_000, 'film');
    const title = 'é'.repeat(5_000_000);
    await database.run([{ text: 'insert into films values (9, $1, $2)', values: [title, poster] }]);
    const [row] = await database.query<{ title: string; poster: Buffer }>(
      'delete from films returning title, poster',
    );
    expect(row?.title === title).toBe(true);
    expect(row?.poster.equals(poster)).toBe(true);
  });

  test('are bound, never read as SQL', async () => {
    const evil = `'; drop table films; --`;
    expect(await database.query('select $1::text as echo', [evil])).toEqual([{ echo: evil }]);
    expect(await count()).toEqual({ n: 0 });
  });

  test('with a NUL character are refused, and the connection goes on', async () => {
    await expect(database.query('select $1::text', ['a\0b'])).rejects.toMatchObject({ code: '22021' });
    await expect(database.query('select 1 \0; drop table films')).rejects.toMatchObject({ code: '22021' });
    await expect(database.run([{ text: 'select 1', name: 'a\0b' }])).resolves.toHaveLength(1);
    expect(await count()).toEqual({ n: 0 });
  });

  test('that are no valid UTF-8 are refused, and the connection goes on', async () => {
    await expect(database.query('select $1::text', [Buffer.from([0xc3, 0x28])])).rejects.toMatchObject({
      code: '22021',
    });
    expect(await database.query('select $1::text as lone', ['\ud800'])).toEqual([{ lone: '\ufffd' }]);
    expect(await count()).toEqual({ n: 0 });
  });

  test('of a wrong kind or number are refused, and the connection goes on', async () => {
    await expect(database.query('select 1', [1, 2])).rejects.toMatchObject({ code: '08P01' });
    await expect(database.query('select $1::int', ['one'])).rejects.toMatchObject({ code: '22P02' });
    await expect(database.query('select 1', [() => {}])).rejects.toThrow(TypeError);
    await expect(database.run([{ text: 'select $1', values: [5 as unknown as string] }])).rejects.toThrow(
      TypeError,
    );
    await expect(database.query('select 1', Array(70_000).fill('x'))).rejects.toMatchObject({
      code: '54023',
    });
    expect(await count()).toEqual({ n: 0 });
  });

  test('that are nested too deeply are refused, and the connection goes on', {
    timeout: 180_000,
  }, async () => {
    const deep = ['['.repeat(2_000_000)];
    const patient = { timeoutMs: 60_000 };
    await expect(database.query('select $1::json', deep, patient)).rejects.toMatchObject({ code: '54001' });
    await expect(database.query('select $1::jsonb', deep, patient)).rejects.toMatchObject({ code: '54001' });
    await expect(database.query(`select ${'1+'.repeat(50_000)}1`)).rejects.toMatchObject({ code: '54001' });
    await expect(database.query(`select 'a' ~ $1`, ['('.repeat(50_000)])).rejects.toMatchObject({
      code: '2201B',
    });
    await database.query(
      `create function endless(n int) returns int language plpgsql as 'begin return endless(n + 1); end'`,
    );
    await expect(database.query('select endless(1)')).rejects.toMatchObject({ code: '54001' });
    expect(await count()).toEqual({ n: 0 });
  });

  test('cannot be streamed in by COPY, and the connection goes on', async () => {
    await expect(database.query('copy films from stdin')).rejects.toThrow();
    expect(await count()).toEqual({ n: 0 });
  });
});

describe('a named statement', () => {
  const read = { name: 'trial', text: 'select * from trial' };
  const titles = async () => (await database.run([read]))[0]?.fields.map(({ name }) => name);

  test('still works after its table has changed', async () => {
    await database.query('create table trial (a int)');
    const before = await Promise.all(Array.from({ length: 30 }, titles));
    expect(before).toEqual(Array.from({ length: 30 }, () => ['a']));
    await database.query('alter table trial add column b text');
    const after = await Promise.all(Array.from({ length: 30 }, titles));
    expect(after).toEqual(Array.from({ length: 30 }, () => ['a', 'b']));
    await database.query('drop table trial');
  });

  test('still works after all prepared statements were deallocated', async () => {
    const statement = { name: 'echo', text: 'select $1::text', values: ['x'] };
    await Promise.all(Array.from({ length: 30 }, () => database.run([statement])));
    await Promise.all(Array.from({ length: 30 }, () => database.run([{ text: 'deallocate all' }])));
    const answers = await Promise.all(Array.from({ length: 30 }, () => database.run([statement])));
    expect(answers.every(([result]) => result?.rows[0]?.[0]?.toString() === 'x')).toBe(true);
  });

  test('that failed the first time works the next', async () => {
    const insert = (title: string) => ({
      name: 'insert',
      text: `insert into films values (11, $1)`,
      values: [title],
    });
    for (let round = 0; round < 3; round += 1) {
      await expect(database.run([insert('')])).rejects.toMatchObject({ code: '23514' });
    }
    const broken = { name: 'broken', text: 'select * from not_yet' };
    await expect(database.run([broken])).rejects.toMatchObject({ code: '42P01' });
    await database.query('create table not_yet (a int)');
    await expect(database.run([broken])).resolves.toHaveLength(1);
    await database.run([insert('Good'), { text: 'delete from films' }]);
  });

  test('can occur twice in one run', async () => {
    const twice = { name: 'one more', text: 'select $1::int + 1', values: ['1'] };
    const results = await database.run([twice, twice]);
    expect(results.map(({ rows }) => rows[0]?.[0]?.toString())).toEqual(['2', '2']);
  });

  test('has one text only', async () => {
    await database.run([{ name: 'same', text: 'select 1' }]);
    const other = Array.from({ length: 30 }, () => database.run([{ name: 'same', text: 'select 2' }]));
    const outcomes = await Promise.allSettled(other);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  });

  test('can be one of thousands', async () => {
    for (let number = 0; number < 1_000; number += 1) {
      await database.run([{ name: `number ${number}`, text: `select ${number}` }]);
    }
    const prepared = await database.query<{ n: number }>('select count(*) as n from pg_prepared_statements');
    expect(prepared[0]?.n).toBeLessThanOrEqual(201);
  });
});
