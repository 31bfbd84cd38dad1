import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld({
    limits: {
      timeoutMs: { default: 20_000, anon: 3_000 },
      maxRows: 3,
      urlLength: 3_000,
      bodyBytes: { default: 5_000 },
      embedDepth: 2,
      embeds: 4,
      filterDepth: 3,
      filters: 20,
      selectItems: 30,
    },
  });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const body = async (path: string, init?: RequestInit) => {
  const response = await world.fetch(path, init);
  return { status: response.status, ...((await response.json()) as { code: string; message: string }) };
};

describe('the database decides', () => {
  const ann = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
  const ben = 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a22';

  test('a member reads and writes only their own rows', async () => {
    const asAnn = world.client(await world.token('authenticated', { sub: ann }));
    const asBen = world.client(await world.token('authenticated', { sub: ben }));
    expect((await asAnn.from('notes').insert({ text: 'mine' }).select('text,owner').single()).data).toEqual({
      text: 'mine',
      owner: ann,
    });
    expect(await asAnn.from('notes').insert({ text: 'forged', owner: ben })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect((await asBen.from('notes').select()).data).toEqual([]);
    expect((await asAnn.from('notes').select('text')).data).toEqual([{ text: 'mine' }]);
    expect((await world.client().from('notes').select()).data).toEqual([]);
    expect(
      (
        await world
          .client(await world.token('service_role'))
          .from('notes')
          .select('text')
      ).data,
    ).toEqual([{ text: 'mine' }]);
  });

  test('a visitor gets 401 where a member gets 403', async () => {
    const response = await world.fetch('/secrets');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({
      code: '42501',
      message: 'permission denied for table secrets',
    });
    const member = world.client(await world.token('authenticated'));
    expect(await member.from('secrets').select()).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(
      (
        await world
          .client(await world.token('service_role'))
          .from('secrets')
          .select()
      ).data,
    ).toEqual([{ id: 1, text: 'hidden' }]);
    expect((await world.client().rpc('person_name', { person: { id: 1 } })).status).toBe(401);
  });

  test('a visitor with a grant on some columns reads those', async () => {
    expect((await world.client().from('people').select('id,name').eq('id', 1)).data).toEqual([
      { id: 1, name: 'Ana' },
    ]);
    expect(
      (await world.client().from('films').select('title,people!director_id(name)').eq('id', 1)).data,
    ).toEqual([{ title: 'Anita', people: { name: 'Ana' } }]);
  });

  test('an invalid token is refused', async () => {
    expect(await body('/films', { headers: { authorization: 'Bearer a.b.c' } })).toMatchObject({
      status: 401,
      code: 'PGRST301',
    });
    expect(await body('/films', { headers: { apikey: 'nonsense' } })).toMatchObject({ status: 401 });
    expect((await world.fetch('/films?limit=1')).status).toBe(200);
  });
});

describe('no request can block the server', () => {
  test('a statement that takes too long is cancelled, and others go on', async () => {
    const started = Date.now();
    const slow = world.client().rpc('spin', { rounds: 2_000_000_000 });
    expect(await slow).toMatchObject({ error: { code: '57014' } });
    expect(Date.now() - started).toBeLessThan(25_000);
    expect((await world.client().from('films').select('id').eq('id', 1)).data).toEqual([{ id: 1 }]);
  });

  test('no response and no embedded list has more rows than the limit', async () => {
    const { data } = await world.client().from('films').select('id,reviews(id)').order('id');
    expect(data).toHaveLength(3);
    expect((await world.client().from('films').select('id').limit(100)).data).toHaveLength(3);
    expect((await world.client().rpc('numbers', { upto: 10 })).data).toHaveLength(3);
    expect(await world.client().from('films').select('id', { count: 'exact' })).toMatchObject({
      count: 5,
      status: 206,
    });
  });

  test('what is too long, too deep or too much is refused', async () => {
    expect(await body(`/films?title=eq.${'x'.repeat(4_000)}`)).toMatchObject({ status: 414 });
    expect(
      await body('/settings', {
        method: 'POST',
        body: JSON.stringify({ name: 'x'.repeat(6_000) }),
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({ status: 413 });
    expect(await body('/films?select=reviews(films(reviews(id)))')).toMatchObject({
      status: 400,
      message: expect.stringContaining('too deeply'),
    });
    expect(
      await body('/films?select=a:reviews(id),b:reviews(id),c:reviews(id),d:reviews(id),e:reviews(id)'),
    ).toMatchObject({ status: 400, message: expect.stringContaining('too many resources') });
    expect(await body('/films?or=(and(or(and(id.eq.1,id.eq.2))))')).toMatchObject({
      status: 400,
      message: expect.stringContaining('too deeply'),
    });
    expect(await body(`/films?${'id=gt.0&'.repeat(30)}`)).toMatchObject({
      status: 400,
      message: expect.stringContaining('too many filters'),
    });
    expect(await body(`/films?select=${'id,'.repeat(40)}id`)).toMatchObject({
      status: 400,
      message: expect.stringContaining('too many items'),
    });
  });

  test('a body without a length is limited while it is read', async () => {
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(1_000))),
    });
    const response = await world.fetch('/settings', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit);
    expect(response.status).toBe(413);
  });
});

describe('a browser on another origin', () => {
  test('can send requests, and can read the headers it needs', async () => {
    const preflight = await world.fetch('/films', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey, prefer',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey, prefer');
    const response = await world.fetch('/films?limit=1', { headers: { origin: 'https://elsewhere.test' } });
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });

  test('does not get another origin’s cached response', async () => {
    const response = await world.fetch('/films?limit=1');
    expect(response.headers.get('cache-control')).toMatch(/private/);
    expect(response.headers.get('vary')).toMatch(/Authorization/);
  });
});

describe('a browser that has the rows already', () => {
  test('gets 304 until they change', async () => {
    const request = (tag = '') =>
      world.fetch('/tags?select=label&id=eq.4', {
        headers: { 'sec-fetch-mode': 'cors', ...(tag && { 'if-none-match': tag }) },
      });
    const tag = (await request()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    const again = await request(tag);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    await world.database.query("update tags set label = 'used' where id = 4");
    // Its notice comes after the commit.
    await vi.waitFor(async () => {
      const changed = await request(tag);
      expect([changed.status, await changed.text()]).toEqual([200, '[{"label":"used"}]']);
    }, 20_000);
  });

  test('does not cache a page as a partial file', async () => {
    const page = await world.fetch('/films?select=id&limit=1', {
      headers: { prefer: 'count=exact', 'sec-fetch-mode': 'cors' },
    });
    expect([page.status, page.headers.get('cache-control'), page.headers.get('etag')]).toEqual([
      206,
      'no-store',
      null,
    ]);
  });
});

describe('a client that discovers the API', () => {
  test('gets the methods with OPTIONS', async () => {
    const allow = async (path: string) =>
      (await world.fetch(path, { method: 'OPTIONS' })).headers.get('allow');
    expect(await allow('/films')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    expect(await allow('/film_counts')).toBe('OPTIONS,GET,HEAD');
    expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST');
    expect(await allow('/rpc/add_setting')).toBe('OPTIONS,POST');
    expect(await allow('/')).toBe('OPTIONS,GET,HEAD');
  });

  test('gets an OpenAPI description of what its role can use', async () => {
    type Description = {
      swagger: string;
      paths: Record<string, Record<string, unknown>>;
      definitions: Record<string, { properties: Record<string, { description?: string }> }>;
    };
    const describeFor = async (token?: string) => {
      const response = await world.fetch('/', { headers: token ? { authorization: `Bearer ${token}` } : {} });
      expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
      return (await response.json()) as Description;
    };
    const visitor = await describeFor();
    expect(visitor.swagger).toBe('2.0');
    expect(Object.keys(visitor.paths)).toEqual(expect.arrayContaining(['/', '/films', '/rpc/add']));
    expect(visitor.paths['/secrets']).toBeUndefined();
    expect(visitor.paths['/rpc/person_name']).toBeUndefined();
    expect(visitor.definitions.films?.properties.id?.description).toContain('Primary Key.<pk/>');
    expect(visitor.definitions.films?.properties.director_id?.description).toContain(
      "<fk table='people' column='id'/>",
    );
    expect(Object.keys(visitor.paths['/film_counts'] ?? {})).toEqual(['get']);
    const service = await describeFor(await world.token('service_role'));
    expect(service.paths['/secrets']).toBeDefined();
  });
});

describe('a change of the schema', () => {
  test('is used after a reload and after a notification', async () => {
    expect((await world.client().from('later').select()).error?.code).toBe('PGRST205');
    await world.database.transaction((transaction) =>
      transaction.script('create table public.later (id int); grant select on public.later to anon;'),
    );
    await world.rest.reload();
    expect((await world.client().from('later').select()).data).toEqual([]);
    await world.database.transaction((transaction) =>
      transaction.script(`alter table public.later add column extra text; notify pgrst, 'reload schema';`),
    );
    await expect
      .poll(async () => (await world.client().from('later').select('extra')).error, { timeout: 10_000 })
      .toBeNull();
  });
});
