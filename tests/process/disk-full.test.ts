import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../support/lakou-process.ts';
import { sparePort } from '../support/postgres-server.ts';

const disk = mkdtempSync(join(tmpdir(), 'lakou-full-'));
const picture = readFileSync(join(root, 'supabase/buckets/artwork/posters/leta.avif'));
let child: ChildProcess;
let url: string;

/** A server with its files and log on a small disk, a tmpfs that only this process sees. */
beforeAll(async () => {
  const port = await sparePort();
  url = `http://127.0.0.1:${port}`;
  const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  const script = `mount -t tmpfs -o size=300m tmpfs "$DATA_DIR" && exec "$0" server/src/main.ts >"$DATA_DIR/log" 2>&1`;
  child = spawn('unshare', [...namespaces, 'sh', '-c', script, join(root, 'node_modules/.bin/node')], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: disk, PORT: String(port), INGEST: 'off' },
    stdio: 'ignore',
  });
  const ready = async () => expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await vi.waitFor(ready, { timeout: 120_000, interval: 200 });
});
afterAll(async () => {
  child?.kill('SIGKILL');
  rmSync(disk, { recursive: true, force: true });
});

/** The small disk, seen from outside. */
const inside = (name: string) => join(`/proc/${child.pid}/root`, disk, name);

function fillDisk(): void {
  writeFileSync(inside('ballast'), '');
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) appendFileSync(inside('ballast'), Buffer.alloc(size));
    } catch {
      // Fills the disk to within this size.
    }
  }
}

test('on a full disk an upload is refused with a message, reads work, and uploads work again when there is space', async () => {
  const { serviceKey } = JSON.parse(readFileSync(inside('keys.json'), 'utf8')) as { serviceKey: string };
  const service = createClient(url, serviceKey, { auth: { persistSession: false } });
  const artwork = service.storage.from('artwork');
  const inPieces = (name: string) =>
    new Promise<string>((resolve) => {
      const upload = new Upload(picture, {
        endpoint: `${url}/storage/v1/upload/resumable`,
        retryDelays: [],
        headers: { authorization: `Bearer ${serviceKey}` },
        metadata: { bucketName: 'artwork', objectName: name, contentType: 'image/avif' },
        onError: (error) => resolve(error.message),
        onSuccess: () => resolve('done'),
      });
      upload.start();
    });

  fillDisk();
  const refused = await artwork.upload('full.avif', picture, { contentType: 'image/avif' });
  expect(refused.error).toMatchObject({
    statusCode: '507',
    message: expect.stringContaining('no space left'),
  });
  expect(await inPieces('pieces.avif')).toContain('507');
  for (let n = 0; n < 20; n += 1) {
    // Each of these writes a log line, for which there is no space either.
    expect((await artwork.upload('full.avif', picture, { contentType: 'image/avif' })).error).not.toBeNull();
  }
  expect((await service.from('movies').select('id').limit(1)).error).toBeNull();
  const poster = await fetch(`${url}/storage/v1/object/public/artwork/posters/leta.avif`);
  expect(Buffer.from(await poster.arrayBuffer()).equals(picture)).toBe(true);
  expect(child.exitCode).toBeNull();

  rmSync(inside('ballast'));
  await vi.waitFor(
    async () => {
      const stored = await artwork.upload('full.avif', picture, { contentType: 'image/avif', upsert: true });
      expect(stored.error).toBeNull();
    },
    { timeout: 30_000, interval: 250 },
  );
  expect(await inPieces('pieces.avif')).toBe('done');
  const kept = await artwork.download('full.avif');
  expect(kept.data?.size).toBe(picture.length);
  const incoming = inside('storage/incoming');
  expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
});
