import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const rpc = (name: string, args?: object, options?: { get?: boolean; head?: boolean; count?: 'exact' }) =>
  world.client().rpc(name, args, options);
const post = (name: string, body: string | Uint8Array<ArrayBuffer>, type: string) =>
  world.fetch(`/rpc/${name}`, { method: 'POST', body, headers: { 'content-type': type } });

describe('a function', () => {
  test('gives a value, with arguments by name and defaults', async () => {
    expect(await rpc('add', { a: 1, b: 2 })).toMatchObject({ data: 3, status: 200 });
    expect((await rpc('add', { a: 1 })).data).toBe(11);
    expect((await rpc('add', { a: 1 }, { get: true })).data).toBe(11);
    expect((await rpc('greet', { name: 'Ana' }, { get: true })).data).toBe('hello Ana');
    expect(await rpc('add', { a: 1 }, { head: true, count: 'exact' })).toMatchObject({
      data: null,
      count: 1,
      status: 200,
    });
  });

  test('gives nothing', async () => {
    expect(await rpc('nothing')).toMatchObject({ data: null, error: null, status: 204 });
  });

  test('gives rows that it declares itself', async () => {
    expect((await rpc('now_and_then')).data).toEqual([
      { label: 'now', at: 1 },
      { label: 'then', at: 2 },
    ]);
    expect((await rpc('now_and_then').select('label').eq('at', 2)).data).toEqual([{ label: 'then' }]);
    expect((await rpc('two_things')).data).toEqual({ one: 1, two: 'zwei' });
    expect((await rpc('numbers', { upto: 3 })).data).toEqual([1, 2, 3]);
  });

  test('gives rows of a table, to be filtered, sorted, paged, counted and embedded', async () => {
    const { data, count } = await rpc('films_of', { person: 2 }, { count: 'exact' })
      .select('title,reviews(stars),people!director_id(name),title_length')
      .order('id', { ascending: false })
      .limit(1);
    expect(data).toEqual([{ title: 'Cousines', reviews: [], people: { name: 'Bo' }, title_length: 8 }]);
    expect(count).toBe(2);
    expect((await rpc('films_of', { person: 2 }, { get: true }).select('id').gt('id', 2)).data).toEqual([
      { id: 3 },
    ]);
    expect((await rpc('one_film', { film_id: 1 }).select('title,reviews(stars)')).data).toEqual({
      title: 'Anita',
      reviews: [{ stars: 5 }, { stars: 3 }],
    });
    expect((await rpc('films_of', { person: 1 }).select('title').single()).data).toEqual({ title: 'Anita' });
  });

  test('takes a row, a list, a document, a text or bytes', async () => {
    const member = await world.token('authenticated');
    expect((await world.client(member).rpc('person_name', { person: { id: 1, name: 'Ana' } })).data).toBe(
      'Ana',
    );
    expect((await rpc('total', { xs: [1, 2, 3] })).data).toBe(6);
    expect(await (await world.fetch('/rpc/total?xs=1&xs=2')).json()).toBe(3);
    expect((await rpc('take_json', { a: 'x' })).data).toBe('json x');
    expect(await (await post('count_items', '[1, "two", {"three": 3}]', 'application/json')).json()).toBe(3);
    expect(await (await post('take_text', 'words', 'text/plain')).json()).toBe('text words');
    expect(
      await (await post('take_bytes', new Uint8Array([0, 255, 10]), 'application/octet-stream')).json(),
    ).toBe(3);
    expect(await (await post('add', 'a=4&b=5', 'application/x-www-form-urlencoded')).json()).toBe(9);
    expect(await (await post('nothing', '', 'application/json')).text()).toBe('');
  });

  test('is chosen among overloads by its arguments', async () => {
    expect((await rpc('overloaded')).data).toBe('none');
    expect((await rpc('overloaded', { a: 1 })).data).toBe('a');
    expect((await rpc('overloaded', { a: 1, b: 2 })).data).toBe('a and b');
    expect(await rpc('unclear', { a: 1 })).toMatchObject({
      status: 300,
      error: {
        code: 'PGRST203',
        details: null,
        message:
          'Could not choose the best candidate function between: public.unclear(a => integer), public.unclear(a => text)',
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    });
  });

  test('that does not exist is answered with a hint', async () => {
    expect(await rpc('greeet', { name: 'x' })).toMatchObject({
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function public.greeet(name) in the schema cache',
        details:
          'Searched for the function public.greeet with parameter name or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.greet',
      },
    });
    expect((await rpc('add', { a: 1, c: 2 })).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.add(a, b)',
    });
    expect((await rpc('greet')).error).toMatchObject({
      message: 'Could not find the function public.greet without parameters in the schema cache',
      hint: null,
    });
  });

  test('of another schema', async () => {
    expect((await world.client(undefined, { schema: 'club' }).rpc('greet', { name: 'Ana' })).data).toBe(
      'welcome Ana',
    );
  });

  test('writes with POST, and cannot with GET', async () => {
    expect((await rpc('add_setting', { name: 'called' }).select('name').single()).data).toEqual({
      name: 'called',
    });
    expect(await rpc('add_setting', { name: 'sneaky' }, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006' },
    });
    expect((await world.client().from('settings').select('name').eq('name', 'sneaky')).data).toEqual([]);
  });

  test('is rolled back when its result is not the single row that was requested', async () => {
    const { status } = await rpc('add_setting', { name: 'undone' }).eq('name', 'somebody else').single();
    expect(status).toBe(406);
    expect((await world.client().from('settings').select('name').eq('name', 'undone')).data).toEqual([]);
  });

  test('reads the request’s settings and can set the response’s status and headers', async () => {
    const ann = await world.token('authenticated', { sub: 'ann' });
    const { data } = await world.client(ann, { headers: { 'x-test': 'yes' } }).rpc('who');
    expect(data).toEqual({ role: 'authenticated', sub: 'ann', method: 'POST', header: 'yes' });
    expect((await rpc('who')).data).toEqual({ role: 'anon', sub: null, method: 'POST', header: null });
    expect(await (await world.fetch('/rpc/who')).json()).toMatchObject({
      role: 'anon',
      sub: null,
      method: 'GET',
    });
    const tea = await world.fetch('/rpc/teapot', { method: 'POST' });
    expect([
      tea.status,
      tea.headers.get('x-kind'),
      tea.headers.get('cache-control'),
      await tea.json(),
    ]).toEqual([418, 'tea', 'max-age=60', 7]);
  });

  test('raises its own error and status', async () => {
    expect(await rpc('refuse', { how: 'plain' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'no', details: 'because', hint: 'ask again' },
    });
    expect(await rpc('refuse', { how: 'payment' })).toMatchObject({
      status: 402,
      error: { code: 'PT402', message: 'pay first', details: 'quota', hint: 'upgrade' },
    });
    const whole = await post('refuse', '{"how":"whole"}', 'application/json');
    expect([whole.status, whole.headers.get('x-powered-by'), await whole.json()]).toEqual([
      332,
      'Nerd Rage',
      { code: '123', message: 'all mine', details: 'd', hint: 'h' },
    ]);
    expect(await rpc('refuse', { how: 'broken' })).toMatchObject({
      status: 500,
      error: { code: 'PGRST121' },
    });
    expect(await rpc('refuse', { how: 'unique' })).toMatchObject({ status: 409, error: { code: '23505' } });
  });

  test('is called with GET, HEAD or POST only', async () => {
    expect(await (await world.fetch('/rpc/add', { method: 'PUT' })).json()).toMatchObject({
      code: 'PGRST101',
      message: 'Cannot use the PUT method on RPC',
    });
  });

  test('with wrong arguments is a client error', async () => {
    expect(await rpc('add', { a: 'x' })).toMatchObject({ status: 400, error: { code: '22P02' } });
    expect(await (await world.fetch('/rpc/add?a=99999999999')).json()).toMatchObject({ code: '22003' });
    expect(await rpc('films_of', { person: 1 }).select('nope')).toMatchObject({
      status: 400,
      error: { code: '42703' },
    });
  });
});
