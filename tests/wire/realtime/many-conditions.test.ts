import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Admissions } from '../../../platform/src/rest/admission/admission.ts';
import { mergeLimits } from '../../../platform/src/rest/limits.ts';
import { until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';
import { RawSocket } from '../../support/realtime-socket.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

const visitor = '198.51.100.7';
const conditions = (count: number) => Array.from({ length: count }, (_, n) => `id=gt.${n}`).join();

async function open(url = server.url): Promise<RawSocket> {
  const socket = await RawSocket.open(url, { apikey: server.keys.anonKey, vsn: '1.0.0' });
  onTestFinished(() => socket.socket.close());
  return socket;
}

function join(socket: RawSocket, name: string, filters: string[]): void {
  const postgres_changes = filters.map((filter) => ({ event: '*', table: 'bulletin', filter }));
  const config = { postgres_changes, postgres_changes_options: { wait: true } };
  socket.send(`realtime:${name}`, 'phx_join', { config }, name);
}

async function problemOf(socket: RawSocket, name: string, filters: string[]): Promise<string | undefined> {
  join(socket, name, filters);
  return (await socket.reply(name)).response.reason;
}

/** A second server that counts what its visitors cause. */
async function counting(waitingPerCaller: number) {
  const limits = mergeLimits({ statements: { connections: 2, waitingPerCaller } });
  const admissions = new Admissions(limits, 'anon');
  const admit = admissions.of.bind(admissions);
  const from = { address: visitor };
  const second = await server.beside(server.database, {}, { addressOf: () => from.address, admit });
  onTestFinished(() => second.close());
  return { second, admit, from };
}

test('a join with many conditions is refused without a statement', async () => {
  const socket = await open();
  const run = vi.spyOn(server.database, 'run');
  expect(await problemOf(socket, 'long', [conditions(11)])).toContain('at most 10 conditions');
  expect(await problemOf(socket, 'large', [`body=eq.${'x'.repeat(5_000)}`])).toContain('at most 4096 bytes');
  const many = Array.from({ length: 11 }, () => conditions(10));
  expect(await problemOf(socket, 'many', many)).toContain('Too many conditions');
  expect(run.mock.calls.map(([statements]) => statements[0]?.name)).not.toContain('realtime_tables');
});

test('a join takes two round trips, however many conditions and bindings it has', async () => {
  const socket = await open();
  const run = vi.spyOn(server.database, 'run');
  run.mockClear();
  const filters = Array.from({ length: 10 }, () => conditions(10));
  expect(await problemOf(socket, 'most', filters)).toBeUndefined();
  const lanes = run.mock.calls.map(([, options]) => options?.lane);
  expect(lanes.filter((lane) => lane === 'api')).toHaveLength(2);
  expect(await problemOf(socket, 'wrong', [conditions(9), 'id=gt.1,id=eq.one'])).toContain('invalid filter');
});

test('the conditions of a visitor wait with the statements that the visitor sends to the Data API', async () => {
  const { second, admit, from } = await counting(0);
  const { promise: ended, resolve: end } = Promise.withResolvers<[]>();
  const statement = admit({ role: 'anon' }, visitor, new AbortController().signal).run(() => ended);
  const socket = await open(second.url);
  expect(await problemOf(socket, 'a', [conditions(1)])).toContain('Too many of your statements are waiting');
  expect(await problemOf(socket, 'b', [])).toBeUndefined();
  from.address = '198.51.100.8';
  expect(await problemOf(await open(second.url), 'c', [conditions(1)])).toBeUndefined();
  end([]);
  await statement;
});

test('the rights to a private topic wait with the visitor’s statements too', async () => {
  const { second, admit, from } = await counting(0);
  const { promise: ended, resolve: end } = Promise.withResolvers<[]>();
  const statement = admit({ role: 'anon' }, visitor, new AbortController().signal).run(() => ended);
  const ask = async (socket: RawSocket) => {
    socket.send('realtime:club:a', 'phx_join', { config: { private: true } }, 'club');
    return (await socket.reply('club')).response.reason;
  };
  expect(await ask(await open(second.url))).toContain('Too many of your statements are waiting');
  from.address = '198.51.100.8';
  expect(await ask(await open(second.url))).toContain('Unauthorized');
  end([]);
  await statement;
});

test('the conditions of a connection that has closed are not looked at', async () => {
  const { second, admit } = await counting(1);
  const { promise: ended, resolve: end } = Promise.withResolvers<[]>();
  const stays = new AbortController().signal;
  const statement = admit({ role: 'anon' }, visitor, stays).run(() => ended);
  const socket = await open(second.url);
  join(socket, 'a', [conditions(1)]);
  await until(() => second.realtime.connections === 1, 'the connection');
  socket.socket.terminate();
  await until(() => second.realtime.connections === 0, 'the end of the connection');
  const run = vi.spyOn(server.database, 'run');
  run.mockClear();
  end([]);
  await statement;
  // The next statement has the turn that it left.
  await admit({ role: 'anon' }, visitor, stays).run(async () => []);
  expect(run.mock.calls.map(([statements]) => statements[0]?.name)).not.toContain('realtime_tables');
});
