import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { DefaultHttpStack, Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';

/** Two processes with one PostgreSQL and one folder; one of them is killed or stopped while it takes an upload. */
const MB = 1024 ** 2;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-killed-upload-'));
const bytes = randomBytes(6 * MB + 77);
let postgres: PostgresServer;
let env: Record<string, string>;
let owner: Client;
let keys: Awaited<ReturnType<typeof loadSigningKeys>>;
let servers: LakouProcess[];

beforeAll(async () => {
  postgres = await startPostgresServer();
  const DATABASE_URL = await newDatabase(postgres, 'lakou_killed_upload', 'migrated');
  env = { DATABASE_URL, DATA_DIR, INGEST: 'off', PORT: '0' };
  // The first makes the keys that the second reads.
  servers = [await startLakou(env), await startLakou(env)];
  keys = await loadSigningKeys({ folder: DATA_DIR });
  owner = new Client({ connectionString: DATABASE_URL });
  await owner.connect();
  const service = createClient(servers[0]?.url ?? '', keys.serviceKey, { auth: { persistSession: false } });
  expect((await service.storage.createBucket('reels')).error).toBeNull();
});
afterAll(async () => {
  await owner?.end();
  for (const server of servers ?? []) await server.stop('SIGKILL');
  await postgres?.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${keys.serviceKey}`, 'tus-resumable': '1.0.0' });
const patchHeaders = (offset: number) => ({
  ...headers(),
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});

async function offsetAt(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: headers() });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('upload-offset'));
}

/** Sends the beginning of a request's body and keeps the connection open. */
function sendHalf(address: string, offset: number, half: Buffer) {
  const outgoing = request(address, {
    method: 'PATCH',
    headers: { ...patchHeaders(offset), 'content-length': String(bytes.length - offset) },
  });
  outgoing.on('error', () => {});
  outgoing.write(half);
  return outgoing;
}

/** Uploads with the official client, whose requests go to the process that `choose` names. */
function upload(name: string, choose: (method: string) => string, onPart: (accepted: number) => void) {
  const sent = { created: 0, offsets: [] as number[] };
  return new Promise<typeof sent>((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${servers[0]?.url}/storage/v1/upload/resumable`,
      chunkSize: MB,
      retryDelays: [100, 200, 400, 800, 1600, 3200],
      headers: headers(),
      metadata: { bucketName: 'reels', objectName: name, contentType: 'application/octet-stream' },
      httpStack: {
        getName: () => 'two processes',
        createRequest(method, address) {
          if (method === 'POST') sent.created += 1;
          return new DefaultHttpStack({}).createRequest(
            method,
            new URL(new URL(address).pathname, choose(method)).href,
          );
        },
      },
      onBeforeRequest(outgoing) {
        if (outgoing.getMethod() === 'PATCH') sent.offsets.push(Number(outgoing.getHeader('Upload-Offset')));
      },
      onChunkComplete: (_size, accepted) => onPart(accepted),
      onShouldRetry: () => true,
      onError: reject,
      onSuccess: () => resolve(sent),
    }).start();
  });
}

async function expectOnce(name: string): Promise<void> {
  const { rows } = await owner.query('select version from storage.objects where name = $1', [name]);
  expect(rows).toHaveLength(1);
  const answer = await fetch(`${servers[1]?.url}/storage/v1/object/reels/${name}`, { headers: headers() });
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(bytes));
  const { rows: left } = await owner.query('select from storage.s3_multipart_uploads');
  expect(left).toEqual([]);
  expect(readdirSync(join(DATA_DIR, 'storage', 'resumable'))).toEqual([]);
}

test('a process that is stopped for a while cannot write what another has taken over', async () => {
  const [first, second] = servers.map(({ url }) => url) as [string, string];
  const created = await fetch(`${first}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers(),
      'upload-length': String(bytes.length),
      'upload-metadata': `bucketName ${btoa('reels')},objectName ${btoa('stopped.bin')}`,
    },
  });
  const path = new URL(created.headers.get('location') ?? '', first).pathname;
  const sending = sendHalf(first + path, 0, bytes.subarray(0, 2 * MB));
  const stored = () => owner.query('select process from platform.uploads where held_until > now()');
  await expect.poll(async () => (await stored()).rowCount, { timeout: 20_000 }).toBe(1);
  servers[0]?.child.kill('SIGSTOP');
  try {
    // Waits until the lease of the stopped process is over.
    const offset = await offsetAt(second + path);
    expect(offset).toBeLessThanOrEqual(2 * MB);
    const rest = await fetch(second + path, {
      method: 'PATCH',
      headers: patchHeaders(offset),
      body: bytes.subarray(offset),
    });
    expect(rest.status).toBe(204);
  } finally {
    servers[0]?.child.kill('SIGCONT');
  }
  // Other bytes than before: none of them can reach the object.
  sending.write(Buffer.alloc(bytes.length - 2 * MB, 1));
  await new Promise((resolve) => sending.once('close', resolve).once('response', resolve));
  sending.destroy();
  await expectOnce('stopped.bin');
});

test('an upload goes on at the other process after a SIGKILL in the middle of a part', async () => {
  const [victim, survivor] = servers as [LakouProcess, LakouProcess];
  let acknowledged = 0;
  let isKilled = false;
  const choose = () => (isKilled ? survivor.url : victim.url);
  const sent = await upload('killed.bin', choose, (accepted) => {
    acknowledged = accepted;
    if (isKilled || accepted < 3 * MB) return;
    isKilled = true;
    // While the next part is on its way to it.
    setImmediate(() => victim.child.kill('SIGKILL'));
  });
  expect(acknowledged).toBe(bytes.length);
  expect(sent.created).toBe(1);
  // What was acknowledged before the kill is not sent again.
  expect(sent.offsets.filter((offset) => offset < 3 * MB)).toEqual([0, MB, 2 * MB]);
  expect(sent.offsets).toEqual(sent.offsets.toSorted((a, b) => a - b));
  await expectOnce('killed.bin');
});
