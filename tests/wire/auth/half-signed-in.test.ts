import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newBrowser, password, register, setUpFactor, signIn } from '../../support/account-people.ts';
import { DEMO_PASSWORD } from '../../support/auth-server.ts';
import { until } from '../../support/realtime-client.ts';
import { RawSocket } from '../../support/realtime-socket.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const functionFolder = join(import.meta.dirname, '../../../supabase/functions');

let server: TestServer;
/** Tokens of one member who has an authenticator app: after the password, and after its code. */
let half: string;
let full: string;
let memberId: string;
beforeAll(async () => {
  server = await startTestServer();
  const email = 'subscriber@lakou.test';
  const owner = newBrowser(server);
  await owner.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  await setUpFactor({ client: owner, token: '', refreshToken: '' });
  const { data } = await owner.auth.getSession();
  full = data.session?.access_token ?? '';
  memberId = data.session?.user.id ?? '';
  const second = await newBrowser(server).auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  half = second.data.session?.access_token ?? '';
});
afterAll(() => server?.close());

interface Request {
  method: string;
  path: string;
  body?: unknown;
}

async function answerTo({ method, path, body }: Request, token: string): Promise<string> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Writes are undone.
      prefer: 'tx=rollback',
      connection: 'close',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return `${answer.status} ${withoutChance(await answer.text())}`;
}

/** Without what differs from request to request: ids, tickets, codes, times. */
function withoutChance(text: string): string {
  return text.replace(/[\w-]{24,}|"[A-Z\d]{4}-[A-Z\d]{4}"|\d{4}-\d\d-\d\dT[\d:.+Z]*|\d{10,}/g, '');
}

/** All tables, views and functions of the Data API, as it describes itself. */
async function dataApi(): Promise<Request[]> {
  const answer = await fetch(`${server.url}/rest/v1/`, {
    headers: { apikey: server.anonKey, authorization: `Bearer ${await serviceToken()}` },
  });
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: `/rest/v1${path}` })),
  );
}

const serviceToken = () => server.token({ role: 'service_role' });

const FILTERED = new Set(['PATCH', 'DELETE']);
const NOBODY = '00000000-0000-0000-0000-000000000000';

test('somebody who has entered the password only is a visitor for the whole Data API', async () => {
  const described = (await dataApi()).filter(({ path }) => path !== '/rest/v1/');
  expect(described.length).toBeGreaterThan(80);
  let differs = 0;
  for (const { method, path } of described) {
    if (path.endsWith('/rpc/use_recovery_code')) continue;
    const isTable = !path.includes('/rpc/');
    const request: Request = {
      method,
      path:
        path +
        (method === 'GET' && isTable ? '?limit=3' : FILTERED.has(method) ? `?user_id=eq.${NOBODY}` : ''),
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    };
    const visitor = await answerTo(request, server.anonKey);
    expect([method, path, await answerTo(request, half)]).toEqual([method, path, visitor]);
    if ((await answerTo(request, full)) !== visitor) differs += 1;
  }
  // A member gets other answers: the comparison says something.
  expect(differs).toBeGreaterThan(20);
});

test('… cannot call a function that asks for a token', async () => {
  const names = readdirSync(functionFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const request = { method: 'POST', path: `/functions/v1/${name}`, body: {} };
    const answer = await answerTo(request, half);
    const visitor = await answerTo(request, server.anonKey);
    expect([name, answer === visitor || answer.startsWith('403 {"error":"second_factor_needed"')]).toEqual([
      name,
      true,
    ]);
  }
  const deletion = {
    method: 'POST',
    path: '/functions/v1/delete-account',
    body: { password: DEMO_PASSWORD },
  };
  expect(await answerTo(deletion, half)).toContain('second_factor_needed');
});

test('… is a visitor for every bucket', async () => {
  const buckets = await server.database.query<{ id: string }>('select id from storage.buckets');
  expect(buckets.length).toBeGreaterThan(2);
  for (const { id } of buckets) {
    const own = `${memberId}/x.png`;
    const requests: Request[] = [
      { method: 'POST', path: `/storage/v1/object/list/${id}`, body: { prefix: '' } },
      { method: 'POST', path: `/storage/v1/object/list/${id}`, body: { prefix: memberId } },
      { method: 'POST', path: `/storage/v1/object/${id}/${own}`, body: {} },
      { method: 'GET', path: `/storage/v1/object/${id}/${own}` },
      { method: 'GET', path: `/storage/v1/object/authenticated/${id}/${own}` },
      { method: 'POST', path: `/storage/v1/object/sign/${id}/${own}`, body: { expiresIn: 60 } },
      { method: 'POST', path: `/storage/v1/object/upload/sign/${id}/${own}`, body: {} },
      { method: 'DELETE', path: `/storage/v1/object/${id}`, body: { prefixes: [own] } },
      { method: 'GET', path: `/storage/v1/bucket/${id}` },
    ];
    for (const request of requests) {
      const visitor = await answerTo(request, server.anonKey);
      expect([request, await answerTo(request, half)]).toEqual([request, visitor]);
    }
  }
});

test('… gets a ticket for no film that a visitor gets none for', async () => {
  const films = await server.database.query<{ id: string }>('select id from public.movies order by id');
  let opened = 0;
  for (const { id } of films) {
    const request = { method: 'POST', path: '/functions/v1/playback', body: { mediaType: 'movie', id } };
    const isTicket = async (token: string) => (await answerTo(request, token)).startsWith('200');
    if (await isTicket(server.anonKey)) continue;
    expect([id, await isTicket(half)]).toEqual([id, false]);
    if (await isTicket(full)) opened += 1;
  }
  expect(opened).toBeGreaterThan(0);
});

test('… hears nothing that realtime tells the member', async () => {
  const join = async (token: string) => {
    const socket = await RawSocket.open(server.url, { apikey: server.anonKey, vsn: '1.0.0' });
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'notification_counts' }] };
    socket.send('realtime:mine', 'phx_join', { config, access_token: token }, '1');
    await socket.reply('1');
    await until(() => socket.received.some(({ event }) => event === 'system'), 'the confirmation');
    return socket;
  };
  const [member, thief] = [await join(full), await join(half)];
  await server.database.query(
    `insert into public.notification_counts (user_id) values ($1)
     on conflict (user_id) do update set unread = public.notification_counts.unread + 1`,
    [memberId],
  );
  const changes = ({ received }: RawSocket) => received.filter(({ event }) => event === 'postgres_changes');
  await until(() => changes(member).length > 0, 'the change');
  expect(changes(thief)).toEqual([]);
  for (const { socket } of [member, thief]) socket.terminate();
});

test('the first factor ends the other sessions at once: their tokens, refresh tokens and sockets', async () => {
  const person = await register(server);
  const other = await signIn(server, person.email);
  const socket = await RawSocket.open(server.url, { apikey: server.anonKey, vsn: '1.0.0' });
  socket.send('realtime:lobby', 'phx_join', { config: {}, access_token: other.token }, '1');
  expect((await socket.reply('1')).status).toBe('ok');
  await setUpFactor(person);
  await until(
    () => JSON.stringify(socket.received).includes('The session has ended'),
    'the end of the other session’s channel',
  );
  expect(await answerTo({ method: 'GET', path: '/rest/v1/watchlist?select=id' }, other.token)).toMatch(
    /^401/,
  );
  const again = createClient(server.url, server.anonKey, { auth: { persistSession: false } });
  const { error } = await again.auth.refreshSession({ refresh_token: other.refreshToken });
  expect(error?.code).toBe('refresh_token_not_found');
  socket.socket.terminate();
});

test('a recovery code still completes the sign-in, and only that function can be called', async () => {
  const person = await register(server);
  await setUpFactor(person);
  const { data: codes } = await person.client.rpc('make_recovery_codes').throwOnError();
  const { client, token } = await signIn(server, person.email);
  expect((await client.rpc('download_my_data')).error?.code).toBe('42501');
  for (const path of ['/rest/v1/rpc/use_recovery_code?select=*', '/rest/v1//rpc/use_recovery_code']) {
    const wrong = await answerTo({ method: 'POST', path, body: { code: 'aaaa' } }, token);
    expect(wrong).not.toContain(person.email);
  }
  const { data } = await client.rpc('use_recovery_code', { code: codes[0] ?? '' });
  expect(data).toBe(true);
  await vi.waitFor(async () => {
    const outbox = await (await fetch(`${server.url}/_mail`)).text();
    expect(outbox.includes(person.email) && outbox.includes('A second factor was removed')).toBe(true);
  }, 20_000);
  await client.auth.refreshSession();
  expect((await client.rpc('my_sessions').throwOnError()).data.length).toBeGreaterThan(0);
  expect(
    (await newBrowser(server).auth.signInWithPassword({ email: person.email, password })).error,
  ).toBeNull();
});
