import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ STATEMENT_TIMEOUT_MS: '60000', TRUSTED_PROXIES: '1' });
});
afterAll(() => server?.close());

const read = (path: string, address = '203.0.113.5', headers = {}) =>
  fetch(`${server.url}/rest/v1${path}`, {
    headers: { apikey: server.anonKey, 'x-forwarded-for': address, ...headers },
  });

test('one visitor’s request cannot keep the server busy with a regular expression or with nested rows', async () => {
  const expression = encodeURIComponent('((((a|b){0,60}){0,60}c){0,6})z');
  const nested = (levels: number): string =>
    levels === 0 ? '*' : `*,forum_posts(*,profiles(${nested(levels - 1)}))`;
  for (const path of [`/movies?title=match.${expression}`, `/profiles?select=${nested(3)},bio`]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => read(path)));
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PGRST100' }]);
    }
  }
  expect((await read('/episodes?order=created_at&limit=1', '203.0.113.6')).status).toBe(200);
});

test('a visitor’s slow statement ends after three seconds, although the server allows a minute', async () => {
  await server.database.transaction((transaction) =>
    transaction.script(`
      create function public.busy_for(seconds numeric) returns int language plpgsql stable as $$
      declare ends timestamptz := clock_timestamp() + make_interval(secs => seconds);
      begin
        while clock_timestamp() < ends loop null; end loop;
        return 1;
      end $$;
      grant execute on function public.busy_for to anon, authenticated;
      notify pgrst, 'reload schema';
    `),
  );
  const call = (address: string) => read('/rpc/busy_for?seconds=6', address);
  await expect
    .poll(async () => (await read('/rpc/busy_for?seconds=0')).status, { timeout: 15_000 })
    .toBe(200);
  expect(await (await call('203.0.113.7')).json()).toMatchObject({ code: '57014' });
  // Each one took three seconds: after some, the address has to wait, and others do not.
  let refused: Response | undefined;
  for (let sent = 0; sent < 10 && refused?.status !== 429; sent += 1) refused = await call('203.0.113.7');
  expect([refused?.status, Number(refused?.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await read('/movies?select=id&limit=1', '203.0.113.7')).status).toBe(429);
  expect((await read('/movies?select=id&limit=1', '203.0.113.8')).status).toBe(200);
});

test('what the web app reads stays within the limits', async () => {
  const source = /\.from\('(\w+)'\)\s*\.select\(\s*'([^']+)'/g;
  const folder = new URL('../../../web/src/', import.meta.url);
  const reads = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(source),
  ]);
  expect(reads.length).toBeGreaterThan(15);
  const authorization = `Bearer ${await server.token({ sub: crypto.randomUUID(), role: 'authenticated' })}`;
  for (const [, table, columns] of reads) {
    const answer = await read(`/${table}?select=${columns?.replaceAll(' ', '')}`, '203.0.113.9', {
      authorization,
    });
    expect(((await answer.json()) as { message?: string }).message, `${table}: ${columns}`).toBeUndefined();
  }
});
