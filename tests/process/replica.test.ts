import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../platform/src/database/open-database.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { newDatabase, type OwnPostgres, startOwnPostgres } from '../support/postgres-server.ts';
import { subscribed } from '../support/realtime-client.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** Two servers on a primary, which read from its streaming replica. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-replica-'));
const account = { email: 'member@lakou.test', password: 'lakou-demo' };
let primary: OwnPostgres;
let replica: OwnPostgres;
let DATABASE_URL: string;
let replicaUrl: string;
let proxy: TcpProxy;
let owner: Client;
let onReplica: Client;
let servers: [LakouProcess, LakouProcess];
let visitors: [SupabaseClient, SupabaseClient];
let members: [SupabaseClient, SupabaseClient];
let userId: string;

beforeAll(async () => {
  primary = await startOwnPostgres({ synchronous_commit: 'on', max_standby_streaming_delay: '0' });
  DATABASE_URL = await newDatabase(primary, 'lakou_replica', 'demo');
  replica = await primary.startReplica();
  replicaUrl = new URL('/lakou_replica', replica.url).href;
  proxy = await startTcpProxy(replicaUrl);
  const env = { DATABASE_URL, DATABASE_REPLICA_URL: proxy.url, DATA_DIR };
  servers = await Promise.all([startLakou(env), startLakou(env)]);
  owner = await connected(DATABASE_URL);
  onReplica = await connected(replicaUrl);
  await createWitnesses();
  visitors = [await browser(servers[0]), await browser(servers[1])];
  members = [await browser(servers[0]), await browser(servers[1])];
  userId = (await members[0].auth.signInWithPassword(account)).data.user?.id ?? '';
  const { data } = await members[0].auth.getSession();
  await members[1].auth.setSession(data.session!);
  await untilAnsweredBy('replica');
});
afterEach(async () => {
  await onReplica?.query('select pg_wal_replay_resume() where pg_is_in_recovery()').catch(() => {});
});
afterAll(async () => {
  await Promise.all([...(visitors ?? []), ...(members ?? [])].map((client) => client.removeAllChannels()));
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await owner?.end();
  await onReplica?.end().catch(() => {});
  await proxy?.stop();
  await replica?.stop();
  await primary?.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** A replica that replays refuses connections at times. */
function connected(connectionString: string): Promise<Client> {
  const connect = async () => {
    const client = new Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return vi.waitFor(connect, { timeout: 30_000, interval: 200 });
}

/** Recovery can cancel any statement. */
function askReplica(text: string) {
  return vi.waitFor(() => onReplica.query(text), { timeout: 30_000, interval: 50 });
}

async function browser(server: LakouProcess) {
  const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { anonKey: string };
  return createClient(server.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** A view and functions that tell which server answers. */
async function createWitnesses(): Promise<void> {
  const answer = `select case when pg_is_in_recovery() then 'replica' else 'primary' end`;
  await owner.query(`
    create view public.answering as ${answer} as server;
    create function public.stable_answer() returns text language sql stable as $$${answer}$$;
    create function public.volatile_answer() returns text language sql volatile as $$${answer}$$;
    grant select on public.answering to anon, authenticated;
    grant execute on function public.stable_answer(), public.volatile_answer() to anon, authenticated;
    notify pgrst, 'reload schema';
  `);
  const known = async () => {
    const answers = await Promise.all(
      servers.map(({ url }) => fetch(`${url}/rest/v1/rpc/volatile_answer`, { method: 'POST' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  };
  await vi.waitFor(known, 10_000);
}

const answering = async (client: SupabaseClient) => {
  const { data, error } = await client.from('answering').select('server').single();
  return error ? `${error.code} ${error.message}` : String(data?.server);
};

async function untilAnsweredBy(server: 'primary' | 'replica'): Promise<void> {
  const all = [...visitors, ...members];
  const asked = async () => expect(await Promise.all(all.map(answering))).toEqual(all.map(() => server));
  await vi.waitFor(asked, { timeout: 30_000, interval: 100 });
}

async function metric(server: LakouProcess, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

async function openTopic(client: SupabaseClient): Promise<string> {
  const title = `Yon sijè ${randomUUID()}`;
  const { error } = await client.from('forum_topics').insert({ title, content: 'x', user_id: userId });
  expect(error).toBeNull();
  return title;
}

async function findTopics(client: SupabaseClient, title: string): Promise<number> {
  const { data, error } = await client.from('forum_topics').select('id').eq('title', title);
  expect(error).toBeNull();
  return data?.length ?? 0;
}

test('visitors and members read from the replica, and what could write runs on the primary', async () => {
  const before = await metric(servers[0], 'database_reads_total{target="replica"}');
  for (const client of [visitors[0], members[0]]) {
    expect(await answering(client)).toBe('replica');
    expect((await client.rpc('stable_answer')).data).toBe('replica');
    expect((await client.rpc('stable_answer', {}, { get: true })).data).toBe('replica');
    expect((await client.rpc('volatile_answer')).data).toBe('primary');
  }
  expect((await fetch(`${servers[0].url}/`)).status).toBe(200);
  const after = await metric(servers[0], 'database_reads_total{target="replica"}');
  expect(after).toBeGreaterThanOrEqual(before + 6);
  expect(await metric(servers[0], 'database_replica_up')).toBe(1);
  expect(await metric(servers[0], 'database_replica_lag_seconds')).toBeLessThan(1);
});

test('a member reads at either server at once what was written at the other, whatever the replica has', async () => {
  for (let round = 0; round < 10; round += 1) {
    const title = await openTopic(members[round % 2]!);
    expect(await Promise.all(members.map((client) => findTopics(client, title)))).toEqual([1, 1]);
  }
  await askReplica('select pg_wal_replay_pause()');
  const title = await openTopic(members[0]);
  expect(await Promise.all([...members, ...visitors].map((client) => findTopics(client, title)))).toEqual([
    1, 1, 1, 1,
  ]);
});

test('a visitor who is notified of a change by one server finds it at the other', async () => {
  const found: Promise<number>[] = [];
  const channel = visitors[0]
    .channel('forum')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'forum_topics' }, ({ new: row }) =>
      found.push(findTopics(visitors[1], row.title)),
    );
  await subscribed(channel as never);
  for (let round = 1; round <= 10; round += 1) {
    if (round === 8) await askReplica('select pg_wal_replay_pause()');
    await openTopic(members[0]);
    await vi.waitFor(() => expect(found).toHaveLength(round), 20_000);
  }
  expect(await Promise.all(found)).toEqual(found.map(() => 1));
});

test('a replica that is more than a second behind is not read from until it has caught up', async () => {
  await untilAnsweredBy('replica');
  await askReplica('select pg_wal_replay_pause()');
  await openTopic(members[0]);
  await vi.waitFor(
    async () => expect(await metric(servers[1], 'database_replica_lag_seconds')).toBeGreaterThan(1),
    { timeout: 20_000, interval: 100 },
  );
  expect(await Promise.all([...visitors, ...members].map(answering))).toEqual(Array(4).fill('primary'));
  await askReplica('select pg_wal_replay_resume()');
  await untilAnsweredBy('replica');
  expect(await metric(servers[1], 'database_replica_lag_seconds')).toBeLessThan(1);
});

const read = { readOnly: true, lane: 'api' } as const;

test('a read that the replica cancels is repeated until it is answered', async () => {
  await owner.query('create table public.emptied as select generate_series(1, 3)');
  const database = await openDatabase({ url: DATABASE_URL, replicaUrl });
  const readsThere = () => database.load().replica?.reads.replica ?? 0;
  await vi.waitFor(async () => {
    await database.query('select from public.emptied', [], read);
    expect(readsThere()).toBeGreaterThan(0);
  }, 60_000);
  const reading = database.query(
    'select count(*)::integer as rows, pg_sleep(1) is null from public.emptied',
    [],
    read,
  );
  const isReading = `select from pg_stat_activity where query like '%pg_sleep(1)%' and pid <> pg_backend_pid()`;
  await vi.waitFor(async () => expect((await onReplica.query(isReading)).rowCount).toBe(1), 60_000);
  await owner.query('truncate public.emptied');
  expect(await reading).toMatchObject([{ rows: 0 }]);
  const conflicts = `select confl_lock::integer as locks from pg_stat_database_conflicts where datname = current_database()`;
  await vi.waitFor(
    async () => expect((await onReplica.query(conflicts)).rows[0].locks).toBeGreaterThan(0),
    60_000,
  );
  await database.close();
});

test.each([
  ['dead', () => `postgres://postgres@127.0.0.1:1/lakou_replica`, 'ECONNREFUSED'],
  ['the primary', () => DATABASE_URL, 'not a replica'],
  ['another database', () => replica.url, 'no copy of'],
])(
  'with an address of a replica that is %s the primary answers, and the operator is warned once',
  async (_, address, said) => {
    const warnings: string[] = [];
    const report = (message: string) => warnings.push(message);
    const database = await openDatabase({ url: DATABASE_URL, replicaUrl: address(), report });
    expect(await database.query('select 1 as one', [], read)).toEqual([{ one: 1 }]);
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining(said)]), 20_000);
    await sleep(1_000);
    expect(warnings).toHaveLength(1);
    expect(database.load().replica).toEqual({ lagSeconds: undefined, reads: { primary: 1, replica: 0 } });
    await database.close();
  },
);

/** Reads without a pause until the work is done; every answer counts. */
async function readWhile(work: () => Promise<void>): Promise<Set<string>> {
  const answers = new Set<string>();
  let isOver = false;
  const reader = async (client: SupabaseClient) => {
    while (!isOver) {
      answers.add(await answering(client));
      await sleep(5);
    }
  };
  const readers = [...visitors, ...members].map(reader);
  // Before anything happens they read from the replica.
  await vi.waitFor(() => expect([...answers]).toEqual(['replica']), { timeout: 30_000 });
  await work().finally(() => (isOver = true));
  await Promise.all(readers);
  return answers;
}

test('a replica that falls silent costs no request its answer, and is used again when it answers', async () => {
  const answers = await readWhile(async () => {
    proxy.freeze();
    await untilAnsweredBy('primary');
    expect(await metric(servers[0], 'database_replica_up')).toBe(0);
    proxy.thaw();
    await untilAnsweredBy('replica');
  });
  expect([...answers].toSorted()).toEqual(['primary', 'replica']);
  for (const line of [
    'The primary answers all reads until the read replica is back',
    'The read replica is used again',
  ])
    await vi.waitFor(() => expect(servers[0].output()).toContain(line), { timeout: 30_000 });
});

test('a replica that stops costs no request its answer, and is used again when it is back', async () => {
  const answers = await readWhile(async () => {
    await replica.whileDown(async () => {
      await untilAnsweredBy('primary');
      const title = await openTopic(members[1]);
      expect(await findTopics(visitors[0], title)).toBe(1);
      expect((await fetch(`${servers[0].url}/readyz`)).status).toBe(200);
    });
    await untilAnsweredBy('replica');
  });
  expect([...answers].toSorted()).toEqual(['primary', 'replica']);
});

test('a replica that was promoted is not read from any more, and nothing is written to it', async () => {
  const promoted = await connected(replicaUrl);
  const answers = await readWhile(async () => {
    await promoted.query('select pg_promote()');
    await promoted.query(`delete from public.forum_topics`);
    await untilAnsweredBy('primary');
    const title = await openTopic(members[0]);
    expect(await findTopics(visitors[1], title)).toBe(1);
    const { rows } = await promoted.query('select from public.forum_topics');
    expect(rows).toEqual([]);
  });
  await promoted.end();
  expect([...answers].toSorted()).toEqual(['primary', 'replica']);
});
