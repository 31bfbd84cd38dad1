import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }) };
  const realtime = await createRealtime({ database, callers, report: console.error });
  const server = createServer((request, response) => {
    response.writeHead(404).end(request.url);
  });
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
    const crowd = await gather({
      url,
      apikey: keys.anonKey,
      people: 1,
      tokens: [one],
      speak: write ? 0 : BURST,
      pauseMs: 0,
      changes: false,
    });
    const start = Date.now();
    if (write) await Promise.all(Array.from({ length: BURST }, write));
    const committed = Date.now() - start;
    const { p50, p99, most, received } = await crowd.result(BURST);
    rows.push(`| ${what} | ${name} | ${p50} | ${p99} | ${most} | ${received} of ${BURST} |`);
    if (write) bursts.push(`| ${what} | ${name} | ${committed} | ${most} | ${most - committed} |`);
    console.error(rows.at(-1));
  };
  await burst(`${BURST} broadcasts at once, no database`, undefined);
  const send = () =>
    elsewhere.query(`select realtime.send(jsonb_build_object('body', $1::text), 'x', 'bench', false)`, [
      String(Date.now()),
    ]);
  await burst(`${BURST} × realtime.send at once`, send);
  await database.transaction((transaction) => transaction.script(notifyEach));
  await burst(`the same with a NOTIFY in each transaction`, send);
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

A burst of transactions: milliseconds from its start until the last of them has committed, until the last message has
arrived, and between the two.

| what | database | last commit | last arrival | after the commit |
|---|---|---:|---:|---:|
${bursts.join('\n')}
`);
