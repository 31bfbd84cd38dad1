import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, type StorageProcess, startStorageProcess, zeros } from '../../support/storage-process.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';

const MB = 1024 ** 2;
const size = process.env.LONG ? 5 * 1024 * MB : 200 * MB;
const embedded = process.env.TEST_DATABASE !== 'postgres';
const folder = mkdtempSync(join(tmpdir(), 'lakou-memory-'));
let database: TestDatabase | undefined;
let server: StorageProcess;
let before: number;
/** The highest value seen during the test; starting takes more than serving. */
let highest = 0;
let watching: NodeJS.Timeout;

beforeAll(async () => {
  database = embedded ? undefined : await openTestDatabase({ empty: true });
  server = await startStorageProcess(
    join(folder, 'storage'),
    database?.options ?? { folder: join(folder, 'database') },
  );
  before = server.memory().now;
  watching = setInterval(() => {
    highest = Math.max(highest, server.memory().now);
  }, 50);
}, 120_000);
afterAll(async () => {
  clearInterval(watching);
  await server.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * With PostgreSQL the server stays under 300 MB. The embedded database is in the process and takes more
 * than that alone, so there the growth is limited: no more than a fixed amount, whatever the file's size.
 */
function expectModest(): void {
  expect(highest).toBeGreaterThan(0);
  if (embedded) expect(highest - before).toBeLessThan(150 * MB);
  else expect(server.memory().peak).toBeLessThan(300 * MB);
}

test(`a film of ${size / MB} MB is uploaded and downloaded, whole and in ranges, in constant memory`, {
  timeout: 900_000,
}, async () => {
  const authorization = `Bearer ${server.serviceKey}`;
  const address = `${server.url}/storage/v1/object/reels/film.bin`;
  const stored = await exchange(address, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body: zeros(size),
  });
  expect(stored).toMatchObject({ status: 200 });
  expectModest();
  const whole = await exchange(address);
  expect(whole).toMatchObject({ status: 200, bytes: size });
  expectModest();
  const rest = await exchange(address, { headers: { range: `bytes=${size / 2}-` } });
  expect(rest).toMatchObject({ status: 206, bytes: size / 2 });
  expectModest();
});

test(`a resumable upload of ${size / MB} MB takes constant memory and is on disk once`, {
  timeout: 900_000,
}, async () => {
  const headers = { authorization: `Bearer ${server.serviceKey}`, 'tus-resumable': '1.0.0' };
  const metadata = {
    bucketName: 'reels',
    objectName: 'resumed.bin',
    contentType: 'application/octet-stream',
  };
  const created = await exchange(`${server.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  expect(created.status).toBe(201);
  const sent = await exchange(new URL(String(created.headers.location), server.url).href, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(size),
    },
    body: zeros(size),
  });
  expect(sent.status).toBe(204);
  const found = await exchange(`${server.url}/storage/v1/object/public/reels/resumed.bin`, {
    method: 'HEAD',
  });
  expect(found).toMatchObject({ status: 200, headers: { 'content-length': String(size) } });
  expect(readdirSync(join(folder, 'storage', 'resumable')).filter((name) => name.endsWith('.bytes'))).toEqual(
    [],
  );
  expectModest();
});
