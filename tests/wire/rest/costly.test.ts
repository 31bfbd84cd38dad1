import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  // No limit for members in the settings: the one for visitors has to stay.
  world = await startRestWorld({ limits: { timeoutMs: { default: 60_000 }, embeddedRows: 12 } });
});
afterAll(() => world?.[Symbol.asyncDispose]());

interface Answer {
  status: number;
  code?: string;
  message?: string;
  hint?: string | null;
}

async function request(path: string, role = 'anon', init: RequestInit = {}): Promise<Answer> {
  const authorization = `Bearer ${await world.token(role)}`;
  const headers = { authorization, 'content-type': 'application/json', ...init.headers };
  const response = await world.fetch(path, { ...init, headers });
  const body = (await response.text()) || '{}';
  return { status: response.status, ...(JSON.parse(body) as object) };
}

const write = (method: string, body?: object) => ({
  method,
  headers: { prefer: 'return=representation' },
  ...(body && { body: JSON.stringify(body) }),
});

describe('a visitor or member cannot filter by a regular expression', () => {
  const costly = encodeURIComponent('((((a|b){0,60}){0,60}c){0,6})z');
  const forms: [string, string, RequestInit?][] = [
    ['plain', `/films?title=match.${costly}`],
    ['without case', `/films?title=imatch.${costly}`],
    ['negated', `/films?title=not.match.${costly}`],
    ['any of several', `/films?title=match(any).{${costly}}`],
    ['all of several', `/films?title=not.imatch(all).{${costly}}`],
    ['in or', `/films?or=(id.eq.1,title.match.z)`],
    ['in nested logic', `/films?and=(id.gt.0,or(not.and(title.not.imatch.z,id.eq.1),id.eq.2))`],
    ['on an embedded resource', `/films?select=id,reviews(id)&reviews.words=match.z`],
    ['in the logic of an embedded resource', `/films?select=id,reviews(id)&reviews.or=(words.match.z)`],
    ['on a place inside JSON', `/people?address->>city=match.z`],
    ['on a computed column', `/films?full_label=match.z`],
    ['on a view', `/recent_films?title=match.z`],
    ['on the rows of a function', `/rpc/films_of?person=1&title=match.z`],
    ['on the rows of a posted function', `/rpc/films_of?title=match.z`, write('POST', { person: 1 })],
    ['in a count', `/films?title=match.z`, { method: 'HEAD', headers: { prefer: 'count=exact' } }],
    ['in an update', `/settings?name=match.z`, write('PATCH', { value: 'x' })],
    ['in a deletion', `/settings?name=match.z`, write('DELETE')],
    [
      'on what an insert returns',
      `/films?select=id,reviews(id)&reviews.words=match.z`,
      write('POST', { title: 'x' }),
    ],
  ];

  test.each(forms)('%s', async (_form, path, init) => {
    for (const role of ['anon', 'authenticated']) {
      const answer = await request(path, role, init);
      if (init?.method === 'HEAD') expect(answer.status).toBe(400);
      else {
        expect(answer).toMatchObject({
          status: 400,
          code: 'PGRST100',
          message: 'Regular expressions are not allowed',
          hint: expect.stringContaining('like'),
        });
      }
    }
  });

  test('not even after the service role has sent the same request', async () => {
    expect((await request('/films?select=id&title=match.^A', 'service_role')).status).toBe(200);
    expect((await request('/films?select=id&title=match.^A')).status).toBe(400);
  });
});

describe('a visitor or member cannot send a request whose cost multiplies', () => {
  test('by lists inside lists', async () => {
    const nested = (levels: number): string =>
      levels === 0 ? 'id' : `id,films!director_id(id,people!director_id(${nested(levels - 1)}))`;
    expect(await request(`/people?select=${nested(7)}`)).toMatchObject({ status: 400, code: 'PGRST100' });
    expect(
      await request('/people?select=id,films!director_id(reviews(people(films!director_id(reviews(id)))))'),
    ).toMatchObject({ status: 400, message: 'The select parameter nests lists too deeply' });
  });

  test('by more embedded rows than a response can have, in whatever lists they are', async () => {
    const tooMany = { status: 400, message: 'The response would embed too many rows or too much text' };
    const wide = 'a:reviews(id),b:reviews(id),c:reviews(id)';
    expect(await request(`/films?select=id,${wide}`)).toMatchObject(tooMany);
    expect(await request(`/films?select=id,${wide}`, 'authenticated')).toMatchObject(tooMany);
    expect(await request('/films?select=id,...reviews(id),a:reviews(id),b:reviews(id)')).toMatchObject(
      tooMany,
    );
    expect(await request('/films?select=id,reviews(id,films(id,reviews(id)))')).toMatchObject(tooMany);
    expect(await request('/films?select=id,reviews(id,people(id),films(id))')).toMatchObject(tooMany);
    expect(
      await request(
        `/rpc/films_of?person=2&select=id,${wide},d:reviews(id),e:reviews(id),f:reviews(id),g:reviews(id)`,
      ),
    ).toMatchObject(tooMany);
    // With limits it is the client's own choice which rows it gets.
    expect((await request(`/films?select=id,${wide}&limit=1`)).status).toBe(200);
    expect((await request(`/films?select=id,${wide}&a.limit=0&b.limit=0`)).status).toBe(200);
    expect((await request(`/films?select=id,${wide}`, 'service_role')).status).toBe(200);
    // Counting rows embeds one row each.
    expect((await request('/films?select=id,reviews(count)')).status).toBe(200);
  });

  test('by long texts in embedded rows', async () => {
    await world.database.query(`update reviews set words = repeat('x', 30000) where id = 1`);
    expect(await request('/films?select=id,reviews(words)&id=eq.1')).toMatchObject({
      status: 400,
      message: 'The response would embed too many rows or too much text',
    });
    expect(await request('/films?select=id,...reviews(id,words)&id=eq.1')).toMatchObject({ status: 400 });
    expect((await request('/films?select=id,reviews(id)&id=eq.1')).status).toBe(200);
  });

  test('by one column under many names', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}:title`).join(',');
    expect((await request(`/films?select=${names(3)}`)).status).toBe(200);
    for (const path of [`/films?select=${names(4)}`, `/reviews?select=id,films(${names(4)})`]) {
      expect(await request(path)).toMatchObject({
        status: 400,
        message: "The request selects the column 'title' too often",
      });
    }
    expect((await request(`/films?select=*,*,*,*`)).status).toBe(400);
    expect((await request(`/films?select=meta->a,meta->b,meta->c,meta->d,meta->e`)).status).toBe(200);
  });

  test('by what a write returns, which is then not written', async () => {
    const wide = 'a:reviews(id),b:reviews(id),c:reviews(id)';
    expect(
      await request(`/films?select=id,${wide}&id=lt.100`, 'authenticated', write('PATCH', { year: 1 })),
    ).toMatchObject({ status: 400, message: 'The response would embed too many rows or too much text' });
    expect((await world.client().from('films').select('id').eq('year', 1)).data).toEqual([]);
  });

  test('by single related rows under many names', async () => {
    const many = Array.from({ length: 13 }, (_, index) => `d${index}:people!director_id(id)`).join(',');
    expect(await request(`/films?select=id,${many}&limit=1`)).toMatchObject({ status: 400 });
    expect((await request(`/films?select=id,a:people!director_id(id)&limit=5`)).status).toBe(200);
  });

  test('by filters on embedded resources that repeat each other', async () => {
    const repeat = (name: string) => `(${Array(60).fill(`${name}.is.null`).join(',')})`;
    const path = `/people?select=a:films!director_id(b:reviews(c:people()))&or=${repeat('a')}&a.or=${repeat('b')}&a.b.or=${repeat('c')}`;
    expect(await request(path)).toMatchObject({ status: 400, message: 'The request joins too many tables' });
  });

  test('by long or many searches inside texts', async () => {
    const searches = (count: number) => Array(count).fill('title.ilike.*x*').join(',');
    expect((await request(`/films?or=(${searches(30)})`)).status).toBe(200);
    expect(await request(`/films?or=(${searches(31)})`)).toMatchObject({
      status: 400,
      message: 'The request searches in too many places',
    });
    for (const search of ['like', 'not.ilike', 'fts', 'wfts(simple)', 'phfts']) {
      expect(await request(`/films?title=${search}.${'x'.repeat(1_001)}`), search).toMatchObject({
        status: 400,
        message: 'The search is too long',
      });
    }
    expect(await request(`/films?title=like(any).{${'%25a,'.repeat(600)}b}`)).toMatchObject({ status: 400 });
    expect((await request(`/films?title=eq.${'x'.repeat(2_000)}`)).status).toBe(200);
  });

  test('by orders, paths and bodies without end', async () => {
    expect(await request(`/films?order=${'id,'.repeat(50)}id`)).toMatchObject({
      status: 400,
      message: 'The request orders by too many columns',
    });
    expect(await request(`/films?select=meta${'->a'.repeat(1_000)}`)).toMatchObject({
      status: 400,
      message: 'The path into a JSON value is too long',
    });
    for (const [path, method, document] of [
      ['/rpc/take_json', 'POST', (nested: string) => nested],
      ['/kinds', 'POST', (nested: string) => `[{"id": 9, "docb": ${nested}}]`],
      ['/kinds?id=eq.1', 'PATCH', (nested: string) => `{"docb": {"\\"]": ${nested}}}`],
    ] as const) {
      const nested = document('['.repeat(501) + ']'.repeat(501));
      expect(await request(path, 'authenticated', { method, body: nested })).toMatchObject({
        status: 400,
        message: 'The request body is nested too deeply',
      });
    }
    const deep = '['.repeat(1_000_000);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [path, init] of [
      ['/rpc/note_json', { method: 'POST', headers: form, body: `note=${deep}` }],
      [`/rpc/note_json?note=${deep.slice(0, 10_000)}`],
      [`/kinds?docb=eq.${deep.slice(0, 10_000)}`],
      [`/kinds?docb=in.(${deep.slice(0, 10_000)})`],
      [`/kinds?or=(docb->a.eq.${deep.slice(0, 10_000)})`],
    ] as const) {
      expect(await request(path, 'authenticated', init)).toMatchObject({
        status: 400,
        message: 'The value is nested too deeply',
      });
    }
    expect((await request(`/kinds?docb->>a=eq.${deep.slice(0, 10_000)}`)).status).toBe(200);
    const brackets = JSON.stringify({ docb: { '"': '['.repeat(1_000) } });
    expect(
      (await request('/kinds?id=eq.1', 'authenticated', { method: 'PATCH', body: brackets })).status,
    ).toBe(204);
    const body = JSON.stringify({ name: 'x'.repeat(2 ** 20) });
    expect((await request('/rpc/greet', 'anon', { method: 'POST', body })).status).toBe(413);
    expect((await request('/rpc/greet', 'authenticated', { method: 'POST', body })).status).toBe(200);
  });
});

describe('a statement that takes too long', () => {
  test('of a visitor ends at the visitors’ limit, although there is a longer one for others', async () => {
    expect(await request('/rpc/busy_for?seconds=6')).toMatchObject({ status: 500, code: '57014' });
    expect(
      (await world.client(await world.token('authenticated')).rpc('busy_for', { seconds: 6 })).data,
    ).toBe(1);
  });

  test('of a member ends at the members’ limit', async () => {
    await using narrow = await startRestWorld({ limits: { timeoutMs: { default: 500 } } });
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const client = narrow.client(await narrow.token(role));
      expect(await client.rpc('busy_for', { seconds: 6 }), role).toMatchObject({ error: { code: '57014' } });
    }
  });
});
