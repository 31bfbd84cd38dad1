import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { Client } from 'pg';
import type { Database } from '../platform/src/database/database.ts';
import { openEmbedded } from '../platform/src/database/embedded.ts';
import { openPostgres } from '../platform/src/database/postgres.ts';
import { createRealtime } from '../platform/src/realtime/create-realtime.ts';
import { installSchemas } from '../platform/src/schemas/install-schemas.ts';
import { loadSigningKeys } from '../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../platform/src/tokens/verify-token.ts';
import { startPostgresServer } from '../tests/support/postgres-server.ts';
import { realtimeWorld } from '../tests/support/realtime-world.ts';
import { gather } from './gather-crowd.ts';

/*
 * How long after a commit do 1,000 subscribers of one topic receive it? The server runs here, the subscribers in a
 * thread beside it, on the same two cores, so the figures are an upper bound. One write at a time, with a pause, so that
 * it is latency and not a queue that is measured; its rival is the same fan-out of a plain broadcast, without a row, a
 * policy or a database.
 */
const people = Number(process.env.SUBSCRIBERS ?? 1_000);
const changes = Number(process.env.CHANGES ?? 30);
const BURST = 200;
/** The median of these, because the first ones warm up. */
const BURST_RUNS = 7;
const owner = '00000000-0000-4000-8000-000000000001';
const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
const keys = await loadSigningKeys({ folder });
const rows: string[] = [];
const bursts: string[] = [];

/** As each message did before one notified for all: PostgreSQL commits such transactions one at a time. */
const notifyEach = `
  create function public.notify_each() returns trigger language plpgsql as $$
    begin
      perform pg_notify('bench', new.id::text);
      return null;
    end $$;
  create trigger notify_each after insert on realtime.messages for each row execute function public.notify_each()`;

/** `elsewhere` sends bursts on connections of its own, as a process that serves requests does; the embedded database has one. */
async function measure(name: string, database: Database, elsewhere = database): Promise<void> {
  await installSchemas(database);
  await database.transaction((transaction) => transaction.script(realtimeWorld));
  await database.transaction((transaction) => transaction.script('create table public.bare (body text)'));
  const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }) };
  // Everything comes from one address, and a burst from one socket.
  const limits = { httpMessagesPerSecond: BURST * 10, messagesPerSecond: BURST * 10 };
  const realtime = await createRealtime({ database, callers, limits, report: console.error });
  const server = createServer(getRequestListener(new Hono().route('/realtime/v1', realtime.app).fetch));
  realtime.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/realtime/v1/websocket`;
  const one = await keys.sign({ sub: owner, role: 'authenticated' }, '1h');
  const each = await Promise.all(
    Array.from({ length: people }, (_, n) => keys.sign({ sub: owner, role: 'authenticated', n }, '1h')),
  );
  let id = 0;
  const insert = (text: string) => () => {
    id += 1;
    return database.query(text, [id, owner, String(Date.now())]);
  };
  const bulletin = insert(
    'insert into public.bulletin (id, extra, body) values ($1, to_jsonb($2::text), $3)',
  );
  const note = insert('insert into public.note (id, owner, body) values ($1, $2, $3)');

  const run = async (what: string, tokens: string[], write: (() => Promise<unknown>) | undefined) => {
    const crowd = await gather({ url, apikey: keys.anonKey, people, tokens, speak: write ? 0 : changes });
    for (let n = 0; write && n < changes; n += 1) {
      await write();
      await sleep(150);
    }
    const { p50, p99, most, received } = await crowd.result(people * changes);
    rows.push(`| ${what} | ${name} | ${p50} | ${p99} | ${most} | ${received} of ${people * changes} |`);
    console.error(rows.at(-1));
  };
  await run('broadcast, no database', [one], undefined);
  await run('row, open table', [one], bulletin);
  await run('row behind a policy, one person', [one], note);
  await run(`row behind a policy, ${people} persons`, each, note);
  const burst = async (what: string, write: (() => Promise<unknown>) | undefined) => {
    const runs: { committed: number; arrived: number }[] = [];
    for (let n = 0; n < BURST_RUNS; n += 1) {
      const speak = write ? 0 : BURST;
      const crowd = await gather({
        ...{ url, apikey: keys.anonKey, people: 1, tokens: [one], speak },
        ...{ pauseMs: 0, changes: false },
      });
      const start = Date.now();
      await Promise.all(Array.from({ length: write ? BURST : 0 }, write ?? (async () => {})));
      const committed = Date.now() - start;
      const { most, received } = await crowd.result(BURST);
      if (received !== BURST) throw new Error(`${what}: ${received} of ${BURST} arrived`);
      runs.push({ committed, arrived: most });
    }
    const { committed, arrived } = runs.toSorted((a, b) => a.arrived - b.arrived)[runs.length >> 1] as {
      committed: number;
      arrived: number;
    };
    bursts.push(`| ${what} | ${name} | ${write ? committed : ''} | ${arrived} |`);
    console.error(bursts.at(-1));
  };
  const bare = async () => {
    const start = Date.now();
    const insertBare = () =>
      elsewhere.query('insert into public.bare (body) values ($1)', [String(Date.now())]);
    await Promise.all(Array.from({ length: BURST }, insertBare));
    return Date.now() - start;
  };
  const httpUrl = `${url.replace('ws:', 'http:').replace('websocket', 'api/broadcast')}/bench/events/x`;
  const post = async () => {
    const headers = { apikey: keys.anonKey, 'content-type': 'application/json' };
    const answer = await fetch(httpUrl, {
      method: 'POST',
      headers,
      body: JSON.stringify({ body: String(Date.now()) }),
    });
    if (answer.status !== 202) throw new Error(`broadcast by HTTP: ${answer.status}`);
    await answer.arrayBuffer();
  };
  const send = () =>
    elsewhere.query(`select realtime.send(jsonb_build_object('body', $1::text), 'x', 'bench', false)`, [
      String(Date.now()),
    ]);
  await burst(`${BURST} broadcasts over one socket, no database`, undefined);
  await burst(`${BURST} broadcasts by HTTP at once, no database`, post);
  const inserts: number[] = [];
  for (let n = 0; n < BURST_RUNS; n += 1) inserts.push(await bare());
  bursts.push(
    `| ${BURST} × a bare insert at once, nothing sent | ${name} | ${inserts.toSorted((a, b) => a - b)[BURST_RUNS >> 1]} | |`,
  );
  await burst(`${BURST} × realtime.send at once`, send);
  await database.transaction((transaction) => transaction.script(notifyEach));
  await burst('the same with a NOTIFY in each transaction', send);
  await realtime.close();
  server.close();
}

const embedded = await openEmbedded({ folder: join(folder, 'database') });
await measure('embedded', embedded);
await embedded.close();

const postgres = await startPostgresServer();
const admin = new Client(postgres.url);
await admin.connect();
await admin.query('create database lakou_bench');
const address = new URL(postgres.url);
address.pathname = '/lakou_bench';
const database = await openPostgres({ url: address.href });
const elsewhere = await openPostgres({ url: address.href });
await measure('PostgreSQL', database, elsewhere);
await elsewhere.close();
await database.close();
await admin.query('drop database lakou_bench with (force)');
await admin.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
console.log(`## Realtime: ${people} subscribers on one topic

From the write to the arrival at each subscriber, ${changes} messages one after the other, in milliseconds. The
subscribers share the server's machine.

| what | database | p50 | p99 | slowest | arrived |
|---|---|---:|---:|---:|---:|
${rows.join('\n')}

${BURST} messages at once to one subscriber: milliseconds from the start until the last sender has its answer (the transactions
have committed), and until the last message has arrived. Each is the median of ${BURST_RUNS} bursts.

| what | database | last answer | last arrival |
|---|---|---:|---:|
${bursts.join('\n')}
`);
