import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld({ allowRollback: true });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const from = (table: string) => world.client().from(table);
const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.fetch(path, {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const settingsNamed = async (pattern: string) =>
  (await from('settings').select('name,value').like('name', pattern).order('name')).data;

describe('a member inserts', () => {
  test('one row and gets no body unless requested', async () => {
    const { data, status, error } = await from('settings').insert({ name: 'one' });
    expect({ data, status, error }).toEqual({ data: null, status: 201, error: null });
    const response = await send('POST', '/settings', { name: 'one-b' });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      201,
      '',
      '*/*',
    ]);
  });

  test('and gets the stored row back, with embedded rows', async () => {
    const { data, status } = await from('reviews')
      .insert({ film_id: 3, author_id: 2, stars: 2 })
      .select('stars,words,films(title),people(name)')
      .single();
    expect(status).toBe(201);
    expect(data).toEqual({ stars: 2, words: null, films: { title: 'Cousines' }, people: { name: 'Bo' } });
    await from('reviews').delete().eq('film_id', 3);
  });

  test('many rows, whose missing values are null or, on request, the default', async () => {
    const nulls = await from('settings')
      .insert([{ name: 'm1', value: 'x' }, { name: 'm2' }])
      .select('name,value');
    expect(nulls.data).toEqual([
      { name: 'm1', value: 'x' },
      { name: 'm2', value: null },
    ]);
    const defaults = await from('settings')
      .insert([{ name: 'd1', level: 9 }, { name: 'd2' }], { defaultToNull: false })
      .select('name,value,level,token');
    expect(defaults.data).toMatchObject([
      { name: 'd1', level: 9, value: 'unset' },
      { name: 'd2', level: 3, value: 'unset' },
    ]);
    expect(defaults.data?.[0]?.token).not.toBe(defaults.data?.[1]?.token);
  });

  test('only the columns that are named', async () => {
    const response = await send(
      'POST',
      '/settings?columns=name&select=name,value',
      [{ name: 'only', value: 'ignored' }],
      { prefer: 'return=representation' },
    );
    expect(await response.json()).toEqual([{ name: 'only', value: 'unset' }]);
  });

  test('nothing, or a row of defaults', async () => {
    const none = await from('settings').insert([]).select();
    expect(none).toMatchObject({ data: [], status: 201 });
    const { error } = await from('settings').insert({}).select();
    expect(error?.code).toBe('23502');
  });

  test('CSV and forms', async () => {
    const csv = await send('POST', '/settings?select=name,value', 'name,value\ncsv1,"a,b"\ncsv2,NULL\n', {
      'content-type': 'text/csv',
      prefer: 'return=representation',
    });
    expect(await csv.json()).toEqual([
      { name: 'csv1', value: 'a,b' },
      { name: 'csv2', value: null },
    ]);
    const form = await send('POST', '/settings?select=name', 'name=form1&value=x', {
      'content-type': 'application/x-www-form-urlencoded',
      prefer: 'return=representation',
    });
    expect(await form.json()).toEqual([{ name: 'form1' }]);
  });

  test('and gets the row’s Location', async () => {
    const response = await send(
      'POST',
      '/seats',
      { hall: 'Z & Y', seat: 4 },
      { prefer: 'return=headers-only' },
    );
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('/seats?hall=eq.Z%20%26%20Y&seat=eq.4');
    expect(response.headers.get('preference-applied')).toBe('return=headers-only');
  });

  test('a column that does not exist, a body that is none, rows that do not match', async () => {
    expect(await from('settings').insert({ nam: 'x' })).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST204',
        message: "Could not find the 'nam' column of 'settings' in the schema cache",
      },
    });
    expect(await (await send('POST', '/settings', '{"name":')).json()).toMatchObject({
      code: 'PGRST102',
      message: 'Empty or invalid json',
    });
    expect(await (await send('POST', '/settings', '')).json()).toMatchObject({ code: 'PGRST102' });
    expect(await (await send('POST', '/settings', [{ name: 'a' }, { value: 'b' }])).json()).toMatchObject({
      code: 'PGRST102',
      message: 'All object keys must match',
    });
    expect(
      await (await send('POST', '/settings', 'x', { 'content-type': 'image/png' })).json(),
    ).toMatchObject({ code: 'PGRST102', message: 'Content-Type not acceptable: image/png' });
  });

  test('what the database refuses', async () => {
    expect(await from('tags').insert({ id: 1, label: 'again' })).toMatchObject({
      status: 409,
      error: { code: '23505', details: 'Key (id)=(1) already exists.' },
    });
    expect(await from('reviews').insert({ film_id: 999, stars: 3 })).toMatchObject({
      status: 409,
      error: { code: '23503' },
    });
    expect(await from('reviews').insert({ film_id: 1, stars: 9 })).toMatchObject({
      status: 400,
      error: { code: '23514' },
    });
    expect(await from('reviews').insert({ film_id: 1 })).toMatchObject({
      status: 400,
      error: { code: '23502' },
    });
    expect(await from('reviews').insert({ film_id: 'one', stars: 1 })).toMatchObject({
      status: 400,
      error: { code: '22P02' },
    });
    expect((await from('film_counts').insert({ total: 1 })).status).toBe(400);
  });

  test('through a view', async () => {
    expect(
      await from('simple_settings').insert({ name: 'viewed', value: 'v' }).select('name').single(),
    ).toMatchObject({ status: 201, data: { name: 'viewed' } });
  });
});

describe('a member upserts', () => {
  test('and existing rows are changed', async () => {
    const one = await from('settings')
      .upsert({ id: 1, name: 'colour', value: 'blue' })
      .select('value')
      .single();
    expect(one).toMatchObject({ data: { value: 'blue' }, status: 200 });
    const mixed = await from('settings')
      .upsert([
        { id: 1, name: 'colour', value: 'green' },
        { id: 50, name: 'fifty', value: 'new' },
      ])
      .select('id,value');
    expect(mixed).toMatchObject({
      status: 201,
      data: [
        { id: 1, value: 'green' },
        { id: 50, value: 'new' },
      ],
    });
  });

  test('by another unique column', async () => {
    const { data, status } = await from('settings')
      .upsert({ name: 'size', value: 'tiny' }, { onConflict: 'name' })
      .select('id,value');
    expect({ data, status }).toEqual({ data: [{ id: 2, value: 'tiny' }], status: 200 });
    expect((await from('settings').upsert({ name: 'size' }, { onConflict: 'nope' })).error?.code).toBe(
      'PGRST204',
    );
  });

  test('or existing rows are left alone', async () => {
    const { data, status } = await from('settings')
      .upsert(
        [
          { id: 2, name: 'other' },
          { id: 60, name: 'sixty' },
        ],
        { ignoreDuplicates: true },
      )
      .select('id');
    expect({ data, status }).toEqual({ data: [{ id: 60 }], status: 201 });
  });

  test('one row by PUT', async () => {
    const put = (path: string, body: unknown) => send('PUT', path, body, { prefer: 'return=representation' });
    expect((await put('/seats?hall=eq.Q&seat=eq.1', { hall: 'Q', seat: 1, price: 3 })).status).toBe(201);
    const again = await put('/seats?hall=eq.Q&seat=eq.1', { hall: 'Q', seat: 1, price: 4 });
    expect([again.status, await again.json()]).toEqual([200, [{ hall: 'Q', seat: 1, price: 4 }]]);
    expect(
      await (await put('/seats?hall=eq.Q&seat=eq.1', { hall: 'R', seat: 1, price: 4 })).json(),
    ).toMatchObject({ code: 'PGRST115' });
    expect(await (await put('/seats?hall=eq.Q', { hall: 'Q', seat: 1 })).json()).toMatchObject({
      code: 'PGRST105',
    });
    expect(
      await (await put('/seats?hall=eq.Q&seat=eq.1&limit=1', { hall: 'Q', seat: 1 })).json(),
    ).toMatchObject({ code: 'PGRST114' });
    expect((await from('seats').select('hall').eq('hall', 'R')).data).toEqual([]);
  });
});

describe('a member updates', () => {
  test('the rows that match, and gets them only on request', async () => {
    await from('settings').insert([
      { name: 'u1', value: 'a' },
      { name: 'u2', value: 'a' },
    ]);
    expect(await from('settings').update({ value: 'b' }).eq('name', 'u1')).toMatchObject({
      data: null,
      status: 204,
    });
    expect(await settingsNamed('u_')).toEqual([
      { name: 'u1', value: 'b' },
      { name: 'u2', value: 'a' },
    ]);
    const { data, count, status } = await from('settings')
      .update({ value: 'c' }, { count: 'exact' })
      .in('name', ['u1', 'u2'])
      .select('name,value')
      .order('name', { ascending: false });
    expect({ data, count, status }).toEqual({
      data: [
        { name: 'u2', value: 'c' },
        { name: 'u1', value: 'c' },
      ],
      count: 2,
      status: 200,
    });
    expect(await from('settings').update({ value: 'z' }).eq('name', 'nobody').select()).toMatchObject({
      data: [],
      status: 200,
    });
    const response = await send('PATCH', '/settings?name=eq.u1', { value: 'c' }, { prefer: 'count=exact' });
    expect([response.status, response.headers.get('content-range')]).toEqual([204, '0-0/1']);
  });

  test('nothing, with an empty body', async () => {
    expect(await from('settings').update({}).eq('name', 'u1').select()).toMatchObject({
      data: [],
      status: 200,
    });
  });

  test('and gets related rows', async () => {
    const { data } = await from('films')
      .update({ year: 1981 })
      .eq('id', 1)
      .select('year,people!director_id(name),reviews(stars),title_length')
      .single();
    expect(data).toEqual({
      year: 1981,
      people: { name: 'Ana' },
      reviews: [{ stars: 5 }, { stars: 3 }],
      title_length: 5,
    });
    await from('films').update({ year: 1980 }).eq('id', 1);
  });

  test('one row or none at all', async () => {
    await from('settings').insert([
      { name: 's1', value: 'a' },
      { name: 's2', value: 'a' },
    ]);
    const { status, error } = await from('settings')
      .update({ value: 'b' })
      .like('name', 's_')
      .select()
      .single();
    expect({ status, error }).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    });
    expect(await settingsNamed('s_')).toEqual([
      { name: 's1', value: 'a' },
      { name: 's2', value: 'a' },
    ]);
  });

  test('at most max-affected rows', async () => {
    await from('settings').insert([
      { name: 'x1', value: 'a' },
      { name: 'x2', value: 'a' },
    ]);
    const refused = await from('settings').update({ value: 'b' }).like('name', 'x_').select().maxAffected(1);
    expect(refused).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 2 rows',
      },
    });
    expect(await settingsNamed('x_')).toEqual([
      { name: 'x1', value: 'a' },
      { name: 'x2', value: 'a' },
    ]);
    expect((await from('settings').delete().like('name', 'x_').maxAffected(1)).error?.code).toBe('PGRST124');
    expect((await from('settings').delete().like('name', 'x_').maxAffected(2)).error).toBeNull();
    expect(await settingsNamed('x_')).toEqual([]);
  });
});

describe('a member deletes', () => {
  test('the rows that match', async () => {
    await from('settings').insert([
      { name: 'r1', value: '1' },
      { name: 'r2', value: '2' },
    ]);
    expect(await from('settings').delete().eq('name', 'r1').select('value')).toMatchObject({
      data: [{ value: '1' }],
      status: 200,
    });
    expect(await from('settings').delete({ count: 'exact' }).eq('name', 'r2')).toMatchObject({
      data: null,
      status: 204,
      count: 1,
    });
    expect(await settingsNamed('r_')).toEqual([]);
  });
});

describe('a member tries out', () => {
  test('a write that is rolled back', async () => {
    const { data } = await from('settings').insert({ name: 'tried' }).select('name').rollback().single();
    expect(data).toEqual({ name: 'tried' });
    expect(await settingsNamed('tried')).toEqual([]);
    const response = await send('POST', '/settings', { name: 'tried' }, { prefer: 'tx=rollback' });
    expect(response.headers.get('preference-applied')).toBe('tx=rollback');
  });

  test('unknown preferences', async () => {
    const strict = await send('POST', '/settings', { name: 'p' }, { prefer: 'handling=strict, nonsense' });
    expect(await strict.json()).toMatchObject({ code: 'PGRST122', details: 'Invalid preferences: nonsense' });
    expect(
      (await send('POST', '/settings', { name: 'p' }, { prefer: 'handling=lenient, nonsense, tx=rollback' }))
        .status,
    ).toBe(201);
  });

  test('a method that does not exist', async () => {
    expect(await (await world.fetch('/settings', { method: 'PROPFIND' })).json()).toMatchObject({
      code: 'PGRST117',
      message: 'Unsupported HTTP method: PROPFIND',
    });
  });
});
