import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import {
  newDatabase,
  type PostgresServer,
  sparePort,
  startPostgresServer,
} from '../support/postgres-server.ts';
import { Browser } from '../support/streams.ts';

/** Two processes of one machine behind nginx, with one PostgreSQL and one folder, restarted one after the other. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-rolling-'));
const DELIVERY_SECRET = 'a-secret-of-nginx-and-its-processes';
const auth = { persistSession: false, autoRefreshToken: false };
/** What nginx or a process answers when the request was not carried out, or can be repeated because it only reads. */
const REPEATABLE = [502, 503, 504];

let postgres: PostgresServer;
let env: Record<string, string>;
let ports: number[];
const servers: LakouProcess[] = [];
let nginx: Nginx;
let url: string;
let owner: Client;
let keys: Awaited<ReturnType<typeof loadSigningKeys>>;

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
  };
  // The first makes the keys that the second reads.
  for (const own of ports) servers.push(await start(own));
  keys = await loadSigningKeys({ folder: DATA_DIR });
  nginx = await startNginx(join(DATA_DIR, 'nginx'), port, {
    servers: ports.map((own) => `http://127.0.0.1:${own}`),
    deliverySecret: DELIVERY_SECRET,
    streams: join(DATA_DIR, 'streams'),
  });
  owner = new Client({ connectionString: DATABASE_URL });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await nginx?.stop();
  for (const server of servers) await server.stop('SIGKILL');
  await postgres?.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const start = (port: number) => startLakou({ ...env, PORT: String(port) });

/** As docs/operation/several-processes.md says: the next one only when nginx uses this one again. */
async function restart(n: number): Promise<void> {
  expect(await servers[n]?.stop()).toBe(0);
  const server = await start(ports[n] ?? 0);
  servers[n] = server;
  await vi.waitFor(() => expect(server.output()).toContain('"path":"/forum"'), {
    timeout: 120_000,
    interval: 100,
  });
}

/** Until the restarts are over, and often enough before and after to mean something. */
interface Traffic {
  isOver(): boolean;
  /** How many processes have been restarted. */
  restarted(): number;
}

/** What only reads is repeated, as browsers and players do; it must not be refused, and must arrive soon. */
async function read(send: () => Promise<Response>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send().catch((error: Error) => error);
    if (answer instanceof Error && tries === 5) throw answer;
    if (!(answer instanceof Error)) {
      const text = await answer.text();
      if (answer.status === 200) return;
      if (!REPEATABLE.includes(answer.status) || tries === 5)
        throw new Error(`${answer.url} was answered ${answer.status} at try ${tries}: ${text.slice(0, 200)}`);
    }
    await sleep(200 * tries);
  }
}

async function watch(traffic: Traffic, film: string): Promise<number> {
  const viewer = new Browser(url);
  const { base } = await viewer.play('movie', film);
  let segments = 0;
  while (!traffic.isOver()) {
    for (const file of ['v145/playlist.m3u8', 'v145/00000.m4s']) await read(() => viewer.get(base + file));
    segments += 1;
    await sleep(50);
  }
  return segments;
}

async function browse(traffic: Traffic): Promise<void> {
  while (!traffic.isOver()) {
    for (const path of ['/', '/faq', '/forum']) await read(() => fetch(url + path));
    await sleep(100);
  }
}

/** Every answer says whether it was carried out: 201 or a clear no. */
async function reply(traffic: Traffic, topic: string, userId: string) {
  const answers: { content: string; status: number }[] = [];
  for (let n = 0; !traffic.isOver(); n += 1) {
    const content = `Repons ${n}`;
    const answer = await fetch(`${url}/rest/v1/forum_posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.serviceKey}` },
      body: JSON.stringify({ topic_id: topic, user_id: userId, content }),
    });
    await answer.arrayBuffer();
    answers.push({ content, status: answer.status });
    await sleep(50);
  }
  return answers;
}

/** Four parts before each restart is over, so that both happen in the middle. */
function uploadSlowly(
  traffic: Traffic,
  movie: string,
  bytes: Buffer,
): Promise<{ created: number; parts: number }> {
  const seen = { created: 0, parts: 0 };
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      chunkSize: 64 * 1024,
      retryDelays: [100, 200, 400, 800, 1600, 3200],
      headers: { authorization: `Bearer ${keys.serviceKey}` },
      metadata: { bucketName: 'movies', objectName: `movies/${movie}.mp4`, contentType: 'video/mp4' },
      async onBeforeRequest(request) {
        if (request.getMethod() === 'POST') seen.created += 1;
        if (request.getMethod() !== 'PATCH') return;
        seen.parts += 1;
        while (!traffic.isOver() && seen.parts > 4 * (traffic.restarted() + 1)) await sleep(100);
      },
      onShouldRetry: () => true,
      onError: reject,
      onSuccess: () => resolve(seen),
    });
    upload.start();
  });
}

test('two processes are restarted one after the other, and nobody loses anything', async () => {
  const service = createClient(url, keys.serviceKey, { auth });
  const { rows: films } = await owner.query<{ id: string }>(
    `select m.id from public.movies m join private.streams s on s.movie_id = m.id where m.is_free and m.published limit 1`,
  );
  const film = films[0]?.id ?? '';
  const [member] = (await owner.query<{ id: string }>('select id from auth.users limit 1')).rows;
  const userId = member?.id ?? '';
  const opened = await service
    .from('forum_topics')
    .insert({ title: 'Pandan n ap rekòmanse', content: 'Tout moun la?', user_id: userId })
    .select('id')
    .single();
  expect(opened.error).toBeNull();
  const movie = await service.from('movies').insert({ title: 'Pandan rekòmansman' }).select('id').single();
  expect(movie.error).toBeNull();
  const bytes = readFileSync(new URL('../../supabase/streams/tanbou-minwi/v365/init.mp4', import.meta.url));
  const upload = Buffer.concat([bytes, Buffer.alloc(12 * 64 * 1024 - bytes.length, 7)]);

  let over = false;
  let restarted = 0;
  const traffic: Traffic = { isOver: () => over, restarted: () => restarted };
  const going = Promise.all([
    watch(traffic, film),
    watch(traffic, film),
    reply(traffic, String(opened.data?.id), userId),
    uploadSlowly(traffic, String(movie.data?.id), upload),
    browse(traffic),
  ]);
  const restarting = (async () => {
    await sleep(1_000);
    for (const n of [0, 1]) {
      await restart(n);
      restarted += 1;
    }
    await sleep(1_000);
  })().finally(() => {
    over = true;
  });
  const [[first, second, answers, sent]] = await Promise.all([going, restarting]);

  expect(Math.min(first, second)).toBeGreaterThan(5);
  expect(sent.created).toBe(1);
  const { rows: objects } = await owner.query<{ size: string }>(
    `select metadata ->> 'size' as size from storage.objects where name = $1`,
    [`movies/${movie.data?.id}.mp4`],
  );
  expect(objects).toEqual([{ size: String(upload.length) }]);

  const unclear = answers.filter(({ status }) => status !== 201 && status !== 503);
  expect(unclear).toEqual([]);
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(10);
  const { rows } = await owner.query<{ content: string }>(
    'select content from public.forum_posts where topic_id = $1',
    [opened.data?.id],
  );
  const stored = rows.map(({ content }) => content).toSorted();
  const acknowledged = answers.filter(({ status }) => status === 201).map(({ content }) => content);
  expect(stored).toEqual(acknowledged.toSorted());
});
