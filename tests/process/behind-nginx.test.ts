import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
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
import { subscribed } from '../support/realtime-client.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { Browser } from '../support/streams.ts';
import { tinyFilms } from '../support/tiny-films.ts';

/** Two servers behind nginx as on two machines: one PostgreSQL and one S3, but each its own folder. */
const parent = mkdtempSync(join(tmpdir(), 'lakou-nginx-'));
const films = tinyFilms();
const auth = { persistSession: false, autoRefreshToken: false };
const DELIVERY_SECRET = 'a-secret-of-nginx-and-its-processes';
const account = { email: 'anaise@egzanp.test', password: 'yon-modpas-ki-long' };
let postgres: PostgresServer;
let s3: S3Server;
let servers: LakouProcess[];
let nginx: Nginx;
let url: string;
let owner: Client;
let keys: Awaited<ReturnType<typeof loadSigningKeys>>;

beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgresServer(), startS3Server()]);
  const port = await sparePort();
  url = `http://127.0.0.1:${port}`;
  keys = await loadSigningKeys({ folder: parent });
  const DATABASE_URL = await newDatabase(postgres, 'lakou_behind_nginx', 'migrated');
  const env = {
    LAKOU_ENV: 'production',
    DATABASE_URL,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '1',
    JWT_KEYS: readFileSync(join(parent, 'keys.json'), 'utf8'),
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    DELIVERY_SECRET,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'support@lakou.test',
    AUTH_CONFIRM_EMAIL: 'no',
    INGEST: 'on',
    INGEST_THREADS: '1',
  };
  const ports = [await sparePort(), await sparePort()];
  servers = await Promise.all(
    ports.map(async (own, n) => {
      const server = await startLakou({ ...env, PORT: String(own), DATA_DIR: join(parent, `data-${n}`) });
      // It prints the public address.
      return { ...server, url: `http://127.0.0.1:${own}` };
    }),
  );
  nginx = await startNginx(join(parent, 'nginx'), port, {
    servers: servers.map((server) => server.url),
    deliverySecret: DELIVERY_SECRET,
    store: s3.endpoint,
  });
  owner = new Client({ connectionString: DATABASE_URL });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await nginx?.stop();
  for (const server of servers ?? []) await server.stop('SIGKILL');
  await s3?.close();
  await postgres?.stop();
  films[Symbol.dispose]();
  rmSync(parent, { recursive: true, force: true });
});

const at = (place: string, key = keys.anonKey) => createClient(place, key, { auth });

async function newFilm(service: SupabaseClient, title: string): Promise<string> {
  const { data, error } = await service
    .from('movies')
    .insert({ title, published: true, is_free: true })
    .select('id')
    .single();
  expect(error).toBeNull();
  return data?.id;
}

async function untilJob(
  movie: string,
  wanted: string,
  ms = 120_000,
): Promise<{ worker: string; attempts: number }> {
  return vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        `select j.status, j.attempts, j.percent, r.worker from public.media_jobs j
          left join private.media_runs r on r.job_id = j.id where j.movie_id = $1`,
        [movie],
      );
      expect(rows[0]).toMatchObject({ status: wanted });
      return rows[0];
    },
    { timeout: ms, interval: 100 },
  );
}

/** How many uploads the client began, and from where it went on. */
interface Sent {
  created: number;
  offsets: number[];
}

/** Uploads in parts through nginx with retries, as the admin's page does. */
function uploadInParts(movie: string, bytes: Buffer, onPart: () => void): Promise<Sent> {
  const sent: Sent = { created: 0, offsets: [] };
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      chunkSize: Math.ceil(bytes.length / 12),
      retryDelays: [100, 200, 400, 800, 1600, 3200],
      headers: { authorization: `Bearer ${keys.serviceKey}` },
      metadata: { bucketName: 'movies', objectName: `movies/${movie}.mp4`, contentType: 'video/mp4' },
      onBeforeRequest(request) {
        if (request.getMethod() === 'POST') sent.created += 1;
        if (request.getMethod() === 'PATCH') sent.offsets.push(Number(request.getHeader('Upload-Offset')));
      },
      onChunkComplete: onPart,
      onShouldRetry: () => true,
      onError: reject,
      onSuccess: () => resolve(sent),
    });
    upload.start();
  });
}

test('members sign in at one server and continue at the other', async () => {
  const [first, second] = servers.map((server) => at(server.url)) as [SupabaseClient, SupabaseClient];
  expect((await first.auth.signUp(account)).error).toBeNull();
  const { access_token, refresh_token } = (await first.auth.signInWithPassword(account)).data.session!;
  expect((await second.auth.setSession({ access_token, refresh_token })).error).toBeNull();

  // A film is uploaded to the second server; either of them encodes it, and both serve it.
  const service = at(servers[1]!.url, keys.serviceKey);
  const movie = await newFilm(service, 'Dèyè nginx');
  const bytes = readFileSync(films.make({ seconds: 2, size: '320x180' }));
  const stored = await service.storage
    .from('movies')
    .upload(`movies/${movie}.mp4`, bytes, { contentType: 'video/mp4' });
  expect(stored.error).toBeNull();
  await untilJob(movie, 'done');
  const viewer = new Browser(url);
  const { base } = await viewer.play('movie', movie);
  for (let n = 0; n < 4; n += 1) expect(await viewer.status(`${base}master.m3u8`)).toBe(200);
});

test('one server is killed under load, and nothing is lost', async () => {
  const member = at(url);
  const { user } = (await member.auth.signInWithPassword(account)).data;
  const service = at(url, keys.serviceKey);
  const watched = (await owner.query(`select id from public.movies where title = 'Dèyè nginx'`)).rows[0].id;
  const viewer = new Browser(url);
  const { base } = await viewer.play('movie', watched);

  // Two subscribers, so that most likely each server has one.
  const received = [new Set<string>(), new Set<string>()];
  const listeners = [at(url), at(url)];
  for (const [n, listener] of listeners.entries()) {
    const channel = listener
      .channel('forum')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'forum_posts' }, ({ new: row }) =>
        received[n]?.add(row.content),
      );
    await subscribed(channel as never);
  }
  const topic = { title: 'Youn tonbe', content: 'Lòt la kanpe', user_id: user?.id };
  const opened = await member.from('forum_topics').insert(topic).select('id').single();
  expect(opened.error).toBeNull();

  // The server that encodes the film is the one that is killed.
  const preparing = await newFilm(service, 'Nan mitan');
  const film = readFileSync(films.make({ seconds: 12, rate: 24 }));
  await service.storage.from('movies').upload(`movies/${preparing}.mp4`, film, { contentType: 'video/mp4' });
  const { worker } = await untilJob(preparing, 'running');
  const victim = servers.find((server) => server.output().includes(worker))!;

  let killed = false;
  const acknowledged: string[] = [];
  const post = async (content: string) => {
    const reply = { topic_id: opened.data?.id, user_id: user?.id, content };
    const { error } = await service.from('forum_posts').insert(reply);
    if (!error) acknowledged.push(content);
  };
  const posting = (async () => {
    for (let n = 0; !killed || n < 30; n += 1) await post(`Repons ${n}`).then(() => sleep(30));
  })();
  const uploading = await newFilm(service, 'Pa moso');
  let parts = 0;
  const arrived = uploadInParts(uploading, readFileSync(films.make({ seconds: 3 })), () => {
    parts += 1;
    if (parts !== 5) return;
    victim.child.kill('SIGKILL');
    killed = true;
  });
  const watching = (async () => {
    let refused = 0;
    for (let n = 0; !killed || n < 40; n += 1) {
      const status = await viewer.status(`${base}v145/playlist.m3u8`).catch(() => 0);
      // Requests to the killed server break off; the player retries.
      if (status === 401 || status === 403 || status === 404) refused += 1;
      await sleep(20);
    }
    return refused;
  })();

  const sent = await arrived;
  expect(sent.created).toBe(1);
  // What was acknowledged is not sent again: each part begins where an earlier one did, or after it.
  expect(sent.offsets).toEqual(sent.offsets.toSorted((a, b) => a - b));
  expect(new Set(sent.offsets).size).toBeGreaterThanOrEqual(12);
  await posting;
  expect(await watching).toBe(0);
  expect(await viewer.status(`${base}v145/playlist.m3u8`)).toBe(200);
  const { rows } = await owner.query('select content from public.forum_posts');
  const kept = rows.map(({ content }) => content as string);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((content) => kept.filter((one) => one === content).length !== 1)).toEqual([]);
  await post('Apre');
  expect(acknowledged.at(-1)).toBe('Apre');
  await vi.waitFor(
    async () => {
      await post(`Ankò ${Math.random()}`);
      const last = acknowledged.at(-1) ?? '';
      await vi.waitFor(() => expect(received.every((one) => one.has(last))).toBe(true), { timeout: 1_500 });
    },
    { timeout: 60_000, interval: 200 },
  );
  await untilJob(uploading, 'done');
  expect(await untilJob(preparing, 'done', 150_000)).toMatchObject({ attempts: 2 });
  for (const listener of listeners) await listener.removeAllChannels();
});
