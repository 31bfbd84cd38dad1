import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { DiskObjectStore } from '../../platform/src/storage/disk-object-store.ts';
import { S3ObjectStore } from '../../platform/src/storage/s3-object-store.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { runCommand } from '../support/run-command.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

let postgres: PostgresServer;
let url: string;
let database: Awaited<ReturnType<typeof openPostgres>>;
let s3: S3Server;
const folder = mkdtempSync(join(tmpdir(), 'lakou-objects-'));

beforeAll(async () => {
  s3 = await startS3Server();
  postgres = await startPostgresServer();
  url = await newDatabase(postgres, 'lakou_objects', 'migrated');
  database = await openPostgres({ url });
  await loadSigningKeys({ folder });
});
afterEach(async () => {
  await database.query('delete from storage.objects', [], {
    as: { role: 'service_role', settings: { 'storage.allow_delete_query': 'true' } },
  });
  await database.query('delete from platform.unused_files');
  await database.query('delete from private.streams');
});
afterAll(async () => {
  await database.close();
  await Promise.all([postgres.stop(), s3.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const examine = (env: Record<string, string>, ...args: string[]) =>
  runCommand('scripts/doctor/doctor.ts', ['--objects', ...args], {
    DATA_DIR: folder,
    DATABASE_URL: url,
    PORT: '1',
    ...env,
  });

/** Stores an object as an upload does. */
async function store(objects: DiskObjectStore | S3ObjectStore, name: string): Promise<void> {
  const key = { bucket: 'artwork', name, version: randomUUID() };
  const { size, etag } = await objects.put(key, Buffer.from(`picture of ${name}`));
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, $3, $4::jsonb)`,
    [key.bucket, name, key.version, JSON.stringify({ size, eTag: etag })],
  );
}

test('missing and damaged objects are found on disk, and nothing is changed', async () => {
  const objects = new DiskObjectStore(join(folder, 'storage'));
  for (const name of ['whole.png', 'flipped.png', 'short.png', 'gone.png']) await store(objects, name);
  expect((await examine({})).said).toContain('✓ objects   All 4 objects are there, as they were stored');
  for await (const key of objects.list()) {
    const path = join(folder, 'storage/objects', key.bucket, key.name, key.version);
    if (key.name === 'flipped.png') writeFileSync(path, 'picture of flopped.png');
    if (key.name === 'short.png') writeFileSync(path, 'picture');
    if (key.name === 'gone.png') rmSync(path);
  }
  await database.query(`with film as (insert into public.movies (title) values ('San fichye') returning id)
    insert into private.streams (movie_id, status, film) select id, 'whole', '{}' from film`);
  const { code, said } = await examine({}, '--repair');
  expect(code).toBe(1);
  expect(said).toContain('✗ objects   1 objects are missing: artwork/gone.png.\n    → Restore these');
  const [, damaged] = /✗ objects {3}2 objects are not what was stored: (.*)\.\n/.exec(said) ?? [];
  expect(damaged?.split(', ').sort()).toEqual(['artwork/flipped.png', 'artwork/short.png']);
  expect(said).toContain('✗ objects   1 films cannot be played, their files are gone: San fichye.');
  expect(await database.query('select from storage.objects')).toHaveLength(4);
}, 120_000);

/** A film's files, as the encoder names them: two levels, sound of its own, and key frames for jumps. */
const FILES: Record<string, string> = {
  'master.m3u8': `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Kreyòl",URI="audio/playlist.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="sound"
v145/playlist.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="sound"
v365/playlist.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="iframes/playlist.m3u8"
`,
  ...Object.fromEntries(
    ['v145', 'v365', 'audio', 'iframes'].flatMap((folder) => [
      [
        `${folder}/playlist.m3u8`,
        '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXT-X-KEY:METHOD=AES-128,URI="../key",IV=0x1\n#EXTINF:4,\n00000.m4s\n#EXTINF:2,\n00001.m4s\n#EXT-X-ENDLIST\n',
      ],
      ...['init.mp4', '00000.m4s', '00001.m4s'].map((file) => [`${folder}/${file}`, file]),
    ]),
  ),
};

async function addFilm(title: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `with film as (insert into public.movies (title) values ($1) returning id)
      insert into private.streams (movie_id, status, film) select id, 'whole', '{}' from film returning id::text`,
    [title],
  );
  return row?.id ?? '';
}

describe.each(['on disk', 'in S3'])('streams %s', (place) => {
  const isDisk = place === 'on disk';
  const env = () =>
    isDisk
      ? {}
      : {
          S3_BUCKET: s3.bucket,
          S3_ENDPOINT: s3.endpoint,
          S3_ACCESS_KEY_ID: s3.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        };
  const pathOf = (stream: string, file: string) => join(folder, 'streams', stream, file);
  const keyOf = (stream: string, file: string) => `streams/${stream}/${file}`;
  const old = new Date(Date.now() - 3 * 86_400_000);

  function put(stream: string, file: string, content: string, modified = old): void {
    if (!isDisk) {
      const bytes = Buffer.from(content);
      s3.objects.set(keyOf(stream, file), { bytes, etag: '"x"', type: 'video/mp4', modified });
      return;
    }
    mkdirSync(dirname(pathOf(stream, file)), { recursive: true });
    writeFileSync(pathOf(stream, file), content);
    utimesSync(pathOf(stream, file), modified, modified);
  }
  const remove = (stream: string, file: string) =>
    isDisk ? rmSync(pathOf(stream, file)) : void s3.objects.delete(keyOf(stream, file));
  const isThere = (stream: string, file: string) =>
    isDisk ? existsSync(pathOf(stream, file)) : s3.objects.has(keyOf(stream, file));

  test('a missing or empty file that a playlist names is found, and folders of no film are removed when asked', async () => {
    const [whole, gap, silent] = [await addFilm('Antye'), await addFilm('Twou'), await addFilm('Bèbè')];
    const [left, fresh] = [randomUUID(), randomUUID()];
    for (const stream of [whole, gap, silent, left])
      for (const [file, content] of Object.entries(FILES)) put(stream, file, content);
    put(fresh, 'v145/00000.m4s', 'being encoded', new Date());
    remove(gap, 'v365/00001.m4s');
    remove(gap, 'iframes/playlist.m3u8');
    if (isDisk) truncateSync(pathOf(silent, 'audio/00000.m4s'));
    else put(silent, 'audio/00000.m4s', '');

    const looked = await examine(env());
    expect(looked.code).toBe(1);
    const [, broken = ''] =
      /✗ objects {3}2 films stop or lack sound, files are missing or empty: (.*)\.\n/.exec(looked.said) ?? [];
    expect(broken.split(', ').sort()).toEqual([
      'Bèbè (audio/00000.m4s)',
      'Twou (iframes/playlist.m3u8 and 1 more)',
    ]);
    expect(looked.said).toContain(
      `! objects   1 folders of streams belong to no film: ${left}.\n    → They take space`,
    );
    expect(looked.said).not.toContain('cannot be played');
    expect(isThere(left, 'master.m3u8')).toBe(true);

    expect((await examine(env(), '--repair')).said).toContain('They were removed.');
    expect(isThere(left, 'master.m3u8')).toBe(false);
    expect(isThere(fresh, 'v145/00000.m4s')).toBe(true);
    expect(isThere(gap, 'v145/00000.m4s')).toBe(true);
    put(gap, 'v365/00001.m4s', 'again');
    put(gap, 'iframes/playlist.m3u8', '#EXTM3U');
    put(silent, 'audio/00000.m4s', 'sound');
    expect((await examine(env())).said).toMatch(/✓ objects {3}All \d+ objects are there/);
    if (!isDisk) s3.objects.clear();
  }, 240_000);
});

test('files without a row are named, and with --repair noted for removal', async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3;
  const env = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const objects = new S3ObjectStore({ endpoint, bucket, accessKeyId, secretAccessKey });
  await store(objects, 'whole.png');
  for (const name of ['left.png', 'over.png', 'being-uploaded.png'])
    await objects.put({ bucket: 'artwork', name, version: '1' }, Buffer.from(name));
  for (const [path, stored] of s3.objects)
    if (!path.includes('being-uploaded')) stored.modified = new Date(Date.now() - 3 * 86_400_000);
  const noted = () => database.query('select name from platform.unused_files order by name');

  const looked = await examine(env);
  expect(looked.code).toBe(0);
  expect(looked.said).toContain(
    '! objects   2 files belong to no object: artwork/left.png/1, artwork/over.png/1.\n    → They take space only.',
  );
  expect(await noted()).toEqual([]);

  const repaired = await examine(env, '--repair');
  expect(repaired.said).toContain('! objects   2 files belong to no object');
  expect(await noted()).toEqual([{ name: 'left.png' }, { name: 'over.png' }]);
  expect(s3.objects.size).toBe(4);
  expect((await examine(env)).said).toContain('✓ objects   All 1 objects are there');

  // Another place's bucket.
  for (let number = 0; number < 30; number += 1)
    await objects.put({ bucket: 'artwork', name: `other-${number}.png`, version: '1' }, Buffer.from('x'));
  for (const stored of s3.objects.values()) stored.modified = new Date(Date.now() - 3 * 86_400_000);
  const wrong = await examine(env, '--repair');
  expect(wrong.code).toBe(1);
  expect(wrong.said).toMatch(/✗ objects {3}31 files belong to no object: .*\n {4}→ That is most of them/);
  expect(await noted()).toHaveLength(2);
}, 240_000);
