import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addFilm } from '../../bench/load/add-film.ts';
import { Crowd } from '../../bench/load/crowd.ts';
import { openWorld } from '../../bench/load/open-world.ts';
import { type Result, Tally } from '../../bench/load/tally.ts';
import { Visitor } from '../../bench/load/visitor.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, root, startLakou } from '../support/lakou-process.ts';
import { makeNextVersion } from '../support/next-version.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import {
  newDatabase,
  type PostgresServer,
  sparePort,
  startPostgresServer,
} from '../support/postgres-server.ts';
import { fillParts, uploadInTurn } from '../support/upload-in-turn.ts';

/**
 * Two processes of one machine behind nginx, with one PostgreSQL and one folder, replaced one after the other while people
 * watch, browse, search, reply, pay and upload.
 */
const PEOPLE = 25;
/** They think, read and watch five times as fast, so that enough happens. */
const PACE = 5;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-rolling-'));
const DELIVERY_SECRET = 'a-secret-of-nginx-and-its-processes';
const auth = { persistSession: false, autoRefreshToken: false };
/** What each process is asked again and again, to know that nginx uses it: with all columns, of which an upgrade adds some. */
const ROWS = '/rest/v1/movies?select=*&limit=3';

let postgres: PostgresServer;
let env: Record<string, string>;
let ports: number[];
const servers: LakouProcess[] = [];
let nginx: Nginx;
let url: string;
let owner: Client;
let keys: Awaited<ReturnType<typeof loadSigningKeys>>;
let crowd: Crowd;
let replies: Replies;
let readers: Promise<void>;
let isOver = false;
const tally = new Tally();
/** The program that runs. */
let project = root;

beforeAll(async () => {
  postgres = await startPostgresServer();
  const port = await sparePort();
  url = `http://127.0.0.1:${port}`;
  ports = [await sparePort(), await sparePort()];
  const DATABASE_URL = await newDatabase(postgres, 'lakou_rolling', 'demo');
  env = {
    DATABASE_URL,
    DATA_DIR,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '1',
    DELIVERY_SECRET,
    LOG_REQUESTS: 'info',
    AUTH_LIMITS: 'signUps=off',
  };
  // The first makes the keys that the second reads.
  for (const n of [0, 1]) await start(n);
  keys = await loadSigningKeys({ folder: DATA_DIR });
  nginx = await startNginx(join(DATA_DIR, 'nginx'), port, {
    servers: ports.map((own) => `http://127.0.0.1:${own}`),
    deliverySecret: DELIVERY_SECRET,
    streams: join(DATA_DIR, 'streams'),
  });
  owner = new Client({ connectionString: DATABASE_URL });
  await owner.connect();
  const film = await addFilm(DATABASE_URL, DATA_DIR, 0.05);
  crowd = new Crowd(await openWorld(url, film), tally, { mix: 'friday', pace: PACE, repeats: true });
  await crowd.resize(PEOPLE);
  replies = new Replies(await openTopic());
  readers = Promise.all([readRows(), replies.send()]).then(() => {});
});
afterAll(async () => {
  isOver = true;
  await crowd?.leave();
  await readers;
  await owner?.end();
  await nginx?.stop();
  for (const server of servers) await server.stop('SIGKILL');
  await postgres?.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});
beforeEach(() => {
  tally.begin();
  replies.answers.length = 0;
});

async function start(n: number): Promise<void> {
  servers[n] = await startLakou({ ...env, PORT: String(ports[n]) }, { project });
}

/** As docs/operation/several-processes.md says: the next one only when nginx uses this one again. */
async function untilUsed(n: number): Promise<void> {
  const isUsed = () => expect(servers[n]?.output()).toContain('"path":"/rest/v1/movies"');
  await vi.waitFor(isUsed, { timeout: 120_000, interval: 100 });
}

async function readRows(): Promise<void> {
  const visitor = new Visitor({ url, tally, number: 60_000, repeats: true });
  while (!isOver) {
    await visitor.send('api', ROWS, { headers: { apikey: keys.anonKey } }).catch(() => {});
    await sleep(50);
  }
  visitor.close();
}

async function openTopic(): Promise<{ topic_id: string; user_id: string }> {
  const [member] = (await owner.query<{ id: string }>('select id from auth.users limit 1')).rows;
  const user_id = member?.id ?? '';
  const service = createClient(url, keys.serviceKey, { auth });
  const topic = { title: 'Pandan n ap rekòmanse', content: 'Tout moun la?', user_id };
  const { data, error } = await service.from('forum_topics').insert(topic).select('id').single();
  expect(error).toBeNull();
  return { topic_id: String(data?.id), user_id };
}

/** More replies than members can write, each with what was answered. */
class Replies {
  readonly answers: { content: string; status: number }[] = [];
  readonly #topic: { topic_id: string; user_id: string };
  #count = 0;

  constructor(topic: { topic_id: string; user_id: string }) {
    this.#topic = topic;
  }

  async send(): Promise<void> {
    while (!isOver) {
      this.#count += 1;
      const content = `Repons ${this.#count}`;
      const answer = await fetch(`${url}/rest/v1/forum_posts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.serviceKey}` },
        body: JSON.stringify({ ...this.#topic, content }),
      });
      await answer.arrayBuffer();
      this.answers.push({ content, status: answer.status });
      await sleep(50);
    }
  }

  with(status: number): string[] {
    return this.answers.filter((answer) => answer.status === status).map(({ content }) => content);
  }

  /** What is in the database, once for each time that it is there. */
  async stored(): Promise<string[]> {
    const { rows } = await owner.query<{ content: string }>(
      'select content from public.forum_posts where topic_id = $1',
      [this.#topic.topic_id],
    );
    return rows.map(({ content }) => content);
  }
}

/** All that people asked was answered. What only reads can be asked twice: by the player, by a reload. */
function expectServed({ failed, repeated, examples, kinds }: Result): void {
  expect({ failed, examples }).toEqual({ failed: {}, examples: [] });
  for (const [name, count] of Object.entries(repeated)) expect(count, name).toBeLessThanOrEqual(PEOPLE);
  for (const kind of ['page', 'api', 'segment', 'write'] as const)
    expect(kinds[kind].requests, kind).toBeGreaterThan(10);
}

/** What was acknowledged is stored, and once. */
async function expectStored(): Promise<void> {
  const acknowledged = replies.with(201);
  const stored = await replies.stored();
  expect(new Set(stored).size).toBe(stored.length);
  expect(acknowledged.filter((content) => !stored.includes(content))).toEqual([]);
}

/** Ends one process after the other as systemd does, and starts the program that is there now, while a film is uploaded. */
async function replaceInTurn(): Promise<void> {
  const service = createClient(url, keys.serviceKey, { auth });
  const movie = await service.from('movies').insert({ title: 'Pandan rekòmansman' }).select('id').single();
  expect(movie.error).toBeNull();
  const id = String(movie.data?.id);
  const bytes = fillParts(
    readFileSync(new URL('../../supabase/streams/tanbou-minwi/v365/init.mp4', import.meta.url)),
  );
  const upload = uploadInTurn({ url, token: keys.serviceKey, movie: id, bytes });
  for (const n of [0, 1]) {
    expect(await servers[n]?.stop()).toBe(0);
    await start(n);
    await untilUsed(n);
    upload.goOn();
  }
  expect(await upload.finished).toBe(1);
  const { rows } = await owner.query<{ size: string }>(
    `select metadata ->> 'size' as size from storage.objects where name = $1`,
    [`movies/${id}.mp4`],
  );
  expect(rows).toEqual([{ size: String(bytes.length) }]);
  expectServed(tally.end());
  expect(replies.answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(replies.with(201).length).toBeGreaterThan(10);
  await expectStored();
}

test('two processes are restarted one after the other, and nobody loses anything', async () => {
  await replaceInTurn();
});

/**
 * What a new version changes in tables and functions that the old one uses at that moment. A file for each table: who waits for
 * the second while holding the first can wait for somebody who does it the other way round.
 */
function changes(mark: string): Record<string, string> {
  const table = `public.moods_${mark}`;
  const count = `public.count_moods_${mark}()`;
  const search = `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and proname = 'search'`;
  const statements = [
    `alter table public.movies add column note_${mark} text not null default 'x'`,
    `create index concurrently if not exists movies_note_${mark} on public.movies (note_${mark})`,
    `alter table public.forum_posts add column mood_${mark} text`,
    `alter table public.orders add column origin_${mark} text not null default 'web'`,
    `alter table private.profiles add column colour_${mark} text`,
    `alter table private.streams add column hint_${mark} text`,
    `create table ${table} (id bigint primary key); alter table ${table} enable row level security`,
    `create function ${count} returns bigint language sql stable set search_path = ''
      as 'select count(*) from public.forum_posts where mood_${mark} is not null';
      grant execute on function ${count} to anon`,
    `do $change$ begin execute (${search}); end $change$`,
  ];
  return Object.fromEntries(statements.map((sql, n) => [`${mark}0${n}_change`, `${sql};`]));
}

test('two processes are upgraded one after the other, and nobody loses anything', async () => {
  // Each try is an upgrade.
  const { rows } = await owner.query<{ tries: string }>(
    `select count(*) as tries from supabase_migrations.schema_migrations where version like '2999%'`,
  );
  const mark = `29990101${String(Number(rows[0]?.tries)).padStart(4, '0')}`;
  project = makeNextVersion(DATA_DIR, project, changes(mark));
  await replaceInTurn();
  for (const port of ports) {
    const headers = { apikey: keys.anonKey };
    const counted = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/count_moods_${mark}`, { headers });
    expect(await counted.text()).toBe('0');
    const movies = await fetch(`http://127.0.0.1:${port}${ROWS}`, { headers });
    expect(Object.keys(((await movies.json()) as object[])[0] ?? {})).toContain(`note_${mark}`);
  }
});

test('a process that dies costs its writes that were on their way, which are answered 502, and nothing else', async () => {
  const { child } = servers[0] as LakouProcess;
  child.kill('SIGKILL');
  await servers[0]?.stop();
  await start(0);
  await untilUsed(0);
  const { failed, examples, ...result } = tally.end();
  for (const [name, count] of Object.entries(failed)) {
    // A ticket for a film and the call of a function are writes too.
    expect(['write 502', 'api 502'], examples.join('\n')).toContain(name);
    expect(count, name).toBeLessThanOrEqual(PEOPLE);
  }
  expect(examples.filter((example) => !/^\w+ POST /.test(example))).toEqual([]);
  expectServed({ ...result, failed: {}, examples: [] });
  expect(replies.answers.filter(({ status }) => status !== 201 && status !== 502)).toEqual([]);
  await expectStored();
});
