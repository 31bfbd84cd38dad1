import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RealtimeClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { installSchemas } from '../../platform/src/schemas/install-schemas.ts';
import { loadSigningKeys, type SigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { changesOf, type Row, subscribed, until } from '../support/realtime-client.ts';
import { realtimeWorld } from '../support/realtime-world.ts';

interface Server {
  url: string;
  child: ChildProcess;
}

const root = join(import.meta.dirname, '../..');
let folder: string;
let postgres: PostgresServer;
let url: string;
let keys: SigningKeys;
const servers: Server[] = [];
const name = `lakou_realtime_${process.pid}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-realtime-'));
  postgres = await startPostgresServer();
  await write(postgres.url, `create database ${name}`);
  const address = new URL(postgres.url);
  address.pathname = `/${name}`;
  url = address.href;
  const database = await openPostgres({ url });
  await installSchemas(database);
  await database.transaction((transaction) => transaction.script(realtimeWorld));
  await database.close();
  keys = await loadSigningKeys({ folder });
  servers.push(await start(), await start());
});
afterAll(async () => {
  for (const { child } of servers) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await write(postgres.url, `drop database if exists ${name} with (force)`);
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes as another program, such as psql. */
async function write(where: string, sql: string): Promise<void> {
  const client = new Client(where);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function start(): Promise<Server> {
  const node = join(root, 'node_modules/.bin/node');
  const script = join(import.meta.dirname, 'realtime-server.ts');
  const child = spawn(node, [script, url, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), child };
}

function clientOf(server: Server | undefined): RealtimeClient {
  return new RealtimeClient(`${server?.url}/realtime/v1`, { params: { apikey: keys.anonKey } });
}

test('the subscribers of every process receive what another program writes, in commit order', async () => {
  const clients = servers.map(clientOf);
  const all = await Promise.all(
    clients.map(async (client) => {
      const channel = client.channel('changes');
      const received = changesOf(channel as never, { table: 'bulletin' });
      await subscribed(channel as never);
      return received;
    }),
  );
  for (const id of [1, 2, 3]) {
    await write(
      url,
      `set timezone = 'America/Port-au-Prince'; insert into public.bulletin (id, at) values (${id}, '2026-01-01 00:00Z')`,
    );
  }
  await until(() => all.every((received) => received.length === 3), 'three changes in each process');
  for (const received of all) {
    expect(received.map(({ new: row }) => (row as Row).id)).toEqual([1, 2, 3]);
    expect(received[0]?.new).toMatchObject({ at: '2026-01-01T00:00:00+00:00' });
  }
  await Promise.all(clients.map((client) => client.disconnect()));
});

test('members connected to different processes share broadcasts and presence, and those of a killed process leave', async () => {
  const doomed = await start();
  const [here, there] = [clientOf(servers[0]), clientOf(doomed)];
  const config = (key: string) => ({ config: { presence: { key, enabled: true } } });
  const [ann, bob] = [here.channel('lobby', config('ann')), there.channel('lobby', config('bob'))];
  const received: unknown[] = [];
  ann.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload));
  await Promise.all([subscribed(ann as never), subscribed(bob as never)]);
  await Promise.all([ann.track({ from: 'Jakmèl' }), bob.track({ from: 'Okap' })]);
  const there2 = () =>
    [Object.keys(ann.presenceState()), Object.keys(bob.presenceState())].map((keys) =>
      keys.toSorted().join(),
    );
  await until(() => there2().every((names) => names === 'ann,bob'), 'both to see both');
  // Longer than a NOTIFY payload can be, and not only ASCII.
  const long = { text: 'Bèl bonjou 🌺 '.repeat(2_000) };
  await bob.send({ type: 'broadcast', event: 'long', payload: long });
  await until(() => received.length === 1, 'the message of the other process');
  expect(received).toEqual([long]);
  doomed.child.kill('SIGKILL');
  await until(() => there2()[0] === 'ann', 'Bob to vanish');
  await Promise.all([here.disconnect(), there.disconnect()]);
});

test('a process that starts later knows who is present', async () => {
  const here = clientOf(servers[1]);
  const ann = here.channel('late', { config: { presence: { key: 'ann', enabled: true } } });
  await subscribed(ann as never);
  await ann.track({});
  const late = await start();
  servers.push(late);
  const there = clientOf(late);
  const bob = there.channel('late', { config: { presence: { key: 'bob', enabled: true } } });
  await subscribed(bob as never);
  await until(() => 'ann' in bob.presenceState(), 'Ann');
  await Promise.all([here.disconnect(), there.disconnect()]);
});
