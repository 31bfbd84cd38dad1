import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fileKind } from '../../server/src/playback/stream-file-names.ts';
import { type LakouProcess, root, startLakou } from '../support/lakou-process.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import {
  newDatabase,
  type PostgresServer,
  sparePort,
  startPostgresServer,
} from '../support/postgres-server.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { addStream, Browser, type TestStream } from '../support/streams.ts';

/** deploy/nginx.conf sends the segments itself, from the process's folder or from an S3-compatible store. */
const DELIVERY_SECRET = 'a-secret-of-nginx-and-its-processes';
const TRUST_SECONDS = 4;
/** The video of an interpreter. */
const sign = 'sign-0a1b2c3d-sgn-HT.mp4';
const parent = mkdtempSync(join(tmpdir(), 'lakou-delivery-'));
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgresServer();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(parent, { recursive: true, force: true });
});

interface World {
  url: string;
  lakou: LakouProcess;
  nginx: Nginx;
  owner: Client;
  close(): Promise<void>;
}

async function openWorld(
  name: string,
  more: Record<string, string>,
  nginxOptions: { streams?: string; store?: string },
): Promise<World> {
  const port = await sparePort();
  const url = `http://127.0.0.1:${port}`;
  const DATABASE_URL = await newDatabase(postgres, `lakou_${name}`, 'demo');
  const own = await sparePort();
  const lakou = await startLakou({
    DATABASE_URL,
    DATA_DIR: join(parent, name),
    PORT: String(own),
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '1',
    DELIVERY_SECRET,
    PLAYBACK_TRUST_SECONDS: String(TRUST_SECONDS),
    LOG_REQUESTS: 'info',
    ...more,
  });
  const servers = [`http://127.0.0.1:${own}`];
  const nginx = await startNginx(join(parent, `${name}-nginx`), port, {
    servers,
    deliverySecret: DELIVERY_SECRET,
    ...nginxOptions,
  });
  const owner = new Client({ connectionString: DATABASE_URL });
  await owner.connect();
  return {
    url,
    lakou: { ...lakou, url: servers[0]! },
    nginx,
    owner,
    async close() {
      await owner.end();
      await nginx.stop();
      await lakou.stop('SIGKILL');
    },
  };
}

async function addMovie({ owner }: World): Promise<string> {
  const { rows } = await owner.query(
    `insert into public.movies (title, published, is_free) values ('Nan nginx', true, true) returning id`,
  );
  return rows[0].id;
}

/** How many requests for this path the process has logged. */
function logged({ lakou }: World, path: string): number {
  return lakou
    .output()
    .split('\n')
    .filter((line) => line.includes(`"path":"${path}`)).length;
}

/** What the process has answered nginx about the viewers of a stream: 204 or 403. */
function admissionsOf({ lakou }: World, stream: string): number[] {
  const path = `"path":"/delivery/admission/${stream}"`;
  const lines = lakou.output().split('\n');
  return lines.filter((line) => line.includes(path)).map((line) => JSON.parse(line).status);
}

/**
 * Nothing here is timed: nginx keeps an answer for less than the trust seconds, and the process gives none from its memory that
 * is older than half of them. So one more answer at the most can be a yes.
 */
async function expectWithdrawn(
  world: World,
  { viewer, stream, movie, address }: { viewer: Browser; stream: string; movie: string; address: string },
): Promise<void> {
  const asked = await fetch(`${world.lakou.url}/delivery/admission/${stream}`, {
    headers: {
      'x-delivery-secret': DELIVERY_SECRET,
      'x-forwarded-for': '127.0.0.1',
      'user-agent': viewer.name,
      cookie: cookieOf(viewer).slice('cookie: '.length).split('\r\n')[0] ?? '',
    },
  });
  expect(asked.status).toBe(204);
  expect(Number(asked.headers.get('x-accel-expires') ?? Number.NaN)).toBeLessThan(TRUST_SECONDS);
  await world.owner.query('update public.movies set published = false where id = $1', [movie]);
  const before = admissionsOf(world, stream).length;
  await vi.waitFor(async () => expect(await viewer.status(address)).toBe(401), {
    timeout: 30_000,
    interval: 100,
  });
  const after = admissionsOf(world, stream).slice(before);
  expect(after.indexOf(403)).toBeGreaterThanOrEqual(0);
  expect(after.indexOf(403)).toBeLessThanOrEqual(1);
  expect(after.lastIndexOf(204)).toBeLessThan(after.indexOf(403));
}

/** The status and body of a request whose path is sent as it is. */
function sendRaw(url: string, path: string, headers: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject).on('close', () => resolve(text));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lakou\r\nconnection: close\r\n${headers}\r\n`);
  });
}

function cookieOf(browser: Browser): string {
  const [value = ''] = [...browser.cookies].flatMap(([name, held]) =>
    name.endsWith(' lakou_stream') ? [held] : [],
  );
  return `cookie: lakou_stream=${value}\r\nuser-agent: ${browser.name}\r\n`;
}

describe('films on this machine', () => {
  let world: World;
  let movie: string;
  let stream: TestStream;

  beforeAll(async () => {
    const streams = join(parent, 'disk/streams');
    world = await openWorld('disk', {}, { streams });
    movie = await addMovie(world);
    const files = { 'v145/00001.m4s': randomBytes(300_000), [sign]: randomBytes(300_000) };
    stream = await addStream(
      { database: world.owner, dataFolder: join(parent, 'disk') },
      { movie_id: movie },
      files,
    );
    // What nobody is to reach: beside the streams, and in a stream what is no segment.
    writeFileSync(join(parent, 'disk/beside.m4s'), 'beside');
    writeFileSync(join(streams, stream.id, 'v145/.hidden.m4s'), 'hidden');
  });
  afterAll(() => world?.close());

  test('a viewer gets segments from nginx, and the process sends none', async () => {
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', movie);
    for (const name of ['v145/init.mp4', 'v145/00000.m4s', 'v145/00001.m4s', 'audio/00000.m4s', sign]) {
      const answer = await viewer.get(`${base}${name}`);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(stream.files[name]);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('video/mp4');
      expect(logged(world, `${base}${name}`)).toBe(0);
    }
    const piece = await viewer.get(`${base}v145/00000.m4s`, { headers: { range: 'bytes=2-5' } });
    expect([piece.status, await piece.text()]).toEqual([206, '2345']);
    expect(logged(world, `/delivery/admission/${stream.id}`)).toBeGreaterThan(0);
    const kept = readdirSync(join(parent, 'disk-nginx/admissions'), { recursive: true, withFileTypes: true });
    expect(kept.some((entry) => entry.isFile())).toBe(true);
    expect(await viewer.status(`${base}v145/00002.m4s`)).toBe(404);
  });

  test('playlists, keys and refusals come from the process', async () => {
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', movie);
    expect(await viewer.status(`${base}v145/playlist.m3u8`)).toBe(200);
    const key = await viewer.get(`${base}key`);
    expect(Buffer.from(await key.arrayBuffer())).toEqual(stream.key);
    const stranger = await new Browser(world.url).get(`${base}v145/00000.m4s`);
    expect(stranger.status).toBe(401);
    expect(await stranger.json()).toMatchObject({ error: 'playback_ended' });
  });

  test('another browser cannot use a copied cookie, while the answer to its owner is kept', async () => {
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', movie);
    expect(await viewer.status(`${base}v145/00000.m4s`)).toBe(200);
    const thief = new Browser(world.url, { name: 'Mozilla/5.0 Firefox/140.0' });
    for (const [place, value] of viewer.cookies) thief.cookies.set(place, value);
    expect(await thief.status(`${base}v145/00000.m4s`)).toBe(401);
    // Two cookies of the name: the first counts, here as there.
    const doubled = { cookie: `lakou_stream=none; ${cookieOf(viewer).slice(8).split('\r\n')[0]}` };
    expect(
      await new Browser(world.url, { name: viewer.name }).status(`${base}v145/00000.m4s`, {
        headers: doubled,
      }),
    ).toBe(401);
  });

  test('a withdrawn right ends the segments', async () => {
    const own = await addMovie(world);
    const other = await addStream(
      { database: world.owner, dataFolder: join(parent, 'disk') },
      { movie_id: own },
    );
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', own);
    const address = `${base}v145/00000.m4s`;
    expect(await viewer.status(address)).toBe(200);
    expect(other.id).toBe(base.split('/')[2]);
    await expectWithdrawn(world, { viewer, stream: other.id, movie: own, address });
    expect(await viewer.status(`${base}v145/init.mp4`)).toBe(401);
  });

  test('a viewer gets the next mark of the cookie with a segment', async () => {
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', movie);
    const before = cookieOf(viewer);
    await world.owner.query(
      `update private.playback_sessions set exchanged_at = now() - interval '31 seconds' where stream_id = $1`,
      [stream.id],
    );
    await vi.waitFor(
      async () => {
        expect(await viewer.status(`${base}v145/00000.m4s`)).toBe(200);
        expect(cookieOf(viewer)).not.toBe(before);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(await viewer.status(`${base}v145/00001.m4s`)).toBe(200);
  });

  test('no path leads out of a stream', async () => {
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', movie);
    const names = [
      '../../beside.m4s',
      '..%2f..%2fbeside.m4s',
      'v145/../../../beside.m4s',
      'v145/%2e%2e/%2e%2e/%2e%2e/beside.m4s',
      'v145//../../beside.m4s',
      'v145/.hidden.m4s',
      'v145/00000.m4s%00.m4s',
      'v145/00000.m4s%0a',
      'v145\\..\\..\\beside.m4s',
      'v145/poster.jpg/../00000.M4S',
    ];
    for (const name of names) {
      const text = await sendRaw(world.url, `${base}${name}`, cookieOf(viewer));
      expect([name, text.split(' ')[1]]).toEqual([name, expect.stringMatching(/^4\d\d$/)]);
      expect(text).not.toMatch(/beside$|hidden$/);
    }
    // Nor into another stream.
    const text = await sendRaw(
      world.url,
      `${base}../${'0'.repeat(8)}-0000-0000-0000-000000000000/v145/00000.m4s`,
      cookieOf(viewer),
    );
    expect(text).toMatch(/^HTTP\/1.1 401/);
  });

  test('nobody chooses the id of a request', async () => {
    const chosen = 'chosen-by-a-client';
    const { base } = await new Browser(world.url).play('movie', movie);
    for (const path of ['/config.json', `${base}master.m3u8`, `${base}v145/00000.m4s`]) {
      const { headers } = await fetch(world.url + path, { headers: { 'x-request-id': chosen } });
      expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(world.lakou.output()).not.toContain(chosen);
  });

  test('no header from outside asks or answers for nginx', async () => {
    const { base } = await new Browser(world.url).play('movie', movie);
    const outside = {
      'x-delivery-secret': DELIVERY_SECRET,
      'x-accel-redirect': `/store/${stream.id}/v145/00000.m4s`,
      'x-original-uri': `${base}v145/00000.m4s`,
    };
    const stranger = new Browser(world.url);
    expect(await stranger.status(`${base}v145/00000.m4s`, { headers: outside })).toBe(401);
    for (const path of [
      `/delivery/source/${stream.id}/v145/00000.m4s`,
      `/delivery/admission/${stream.id}`,
      '/lakou-admission',
      '/store/x',
      `/%64elivery/source/${stream.id}/v145/00000.m4s`,
    ]) {
      const answer = await stranger.get(path, { headers: outside });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain('0123456789');
    }
    // At the process itself the secret is needed.
    const direct = new Browser(world.lakou.url);
    for (const secret of [{}, { 'x-delivery-secret': '' }, { 'x-delivery-secret': `${DELIVERY_SECRET}x` }])
      expect(await direct.status(`/delivery/source/${stream.id}/v145/00000.m4s`, { headers: secret })).toBe(
        403,
      );
  });
});

describe('films in an S3-compatible store', () => {
  let world: World;
  let s3: S3Server;
  let movie: string;
  let stream: TestStream;

  beforeAll(async () => {
    s3 = await startS3Server();
    const settings = {
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    world = await openWorld('s3', settings, { store: s3.endpoint });
    movie = await addMovie(world);
    stream = await addStream(
      { database: world.owner, dataFolder: join(parent, 's3') },
      { movie_id: movie },
      {
        'v145/00001.m4s': randomBytes(300_000),
      },
    );
    for (const [name, bytes] of Object.entries(stream.files))
      s3.objects.set(`streams/${stream.id}/${name}`, {
        bytes,
        etag: `"${name}"`,
        type: fileKind(name)?.type ?? '',
        modified: new Date(),
      });
  });
  afterAll(async () => {
    await world?.close();
    await s3?.close();
  });

  test('nginx fetches a segment once, and the process sends none', async () => {
    const viewers = [new Browser(world.url), new Browser(world.url)];
    for (const viewer of viewers) await viewer.play('movie', movie);
    const base = `/stream/${stream.id}/`;
    const before = s3.operations.filter((name) => name === 'GetObject').length;
    for (const viewer of viewers) {
      const answer = await viewer.get(`${base}v145/00001.m4s`);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(stream.files['v145/00001.m4s']);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect([...answer.headers.keys()].filter((name) => /amz|accel/.test(name))).toEqual([]);
      const piece = await viewer.get(`${base}v145/00001.m4s`, { headers: { range: 'bytes=10-19' } });
      expect(piece.status).toBe(206);
      expect(Buffer.from(await piece.arrayBuffer())).toEqual(
        stream.files['v145/00001.m4s']?.subarray(10, 20),
      );
    }
    expect(s3.operations.filter((name) => name === 'GetObject').length).toBe(before + 1);
    expect(logged(world, `${base}v145/00001.m4s`)).toBe(0);
    expect(logged(world, `/delivery/source/${stream.id}/v145/00001.m4s`)).toBe(1);
  });

  test('what nginx keeps is for admitted viewers alone', async () => {
    const viewer = new Browser(world.url);
    const { base } = await viewer.play('movie', movie);
    const address = `${base}v145/00000.m4s`;
    expect(await viewer.status(address)).toBe(200);
    expect(await new Browser(world.url).status(address)).toBe(401);
    expect(await viewer.status(`${base}v145/00009.m4s`)).toBe(404);
    await expectWithdrawn(world, { viewer, stream: stream.id, movie, address });
  });
});

test('nginx knows the same names of segments as the process', () => {
  const conf = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
  const [, source = ''] = /location ~ "(\^\/stream\/\(\?<lakou_stream[^"]+)"/.exec(conf) ?? [];
  const shape = new RegExp(source.replace('\\z', '$'));
  const stream = 'c0ffee00-0000-4000-8000-000000000001';
  for (const name of [
    'v145/00000.m4s',
    'init.mp4',
    'audio-ht/init.mp4',
    'key',
    'a.m3u8',
    'V1/0.m4s',
    'a/b/0.m4s',
    '.m4s',
    'v1/-0.m4s',
    `v1/${'0'.repeat(101)}.m4s`,
    'poster.jpg',
  ])
    expect([name, shape.test(`/stream/${stream}/${name}`)]).toEqual([
      name,
      fileKind(name)?.kind === 'segment',
    ]);
});

test('segments that the process stores can be read by nginx, and nothing else', async () => {
  const { StreamFiles } = await import('../../server/src/playback/stream-files.ts');
  const folder = join(parent, 'shared/streams');
  const source = join(parent, 'shared/source');
  mkdirSync(dirname(source), { recursive: true });
  writeFileSync(source, 'bytes', { mode: 0o600 });
  const store = new StreamFiles(folder, { isShared: true });
  const stream = 'c0ffee00-0000-4000-8000-000000000001';
  for (const name of ['v145/playlist.m3u8', 'v145/00000.m4s', 'v145/init.mp4'])
    await store.adopt(stream, name, source);
  const modeOf = (name: string) => (statSync(join(folder, stream, name)).mode & 0o777).toString(8);
  expect(['v145', 'v145/00000.m4s', 'v145/init.mp4', 'v145/playlist.m3u8'].map(modeOf)).toEqual([
    '711',
    '644',
    '644',
    '600',
  ]);
});
