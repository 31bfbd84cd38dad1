import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { fillDemoFolder, root } from '../support/lakou-process.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
const parent = mkdtempSync(join(tmpdir(), 'lakou-reset-'));
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

function reset(env: Record<string, string>): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/reset-database.mjs')], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

const changeTitle = `update public.movies set title = 'Changed'`;
const countChanged = `select count(*)::integer as count from public.movies where title = 'Changed'`;

test('db:reset recreates the demo world of a data folder and leaves its keys', async () => {
  const DATA_DIR = mkdtempSync(join(parent, 'data-'));
  await fillDemoFolder(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'keys.json'), 'kept');
  mkdirSync(join(DATA_DIR, 'storage'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'storage/upload'), 'bytes');
  const open = () => openEmbedded({ folder: join(DATA_DIR, 'database') });
  const before = await open();
  await before.query(changeTitle);

  const refused = reset({ DATA_DIR });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('already in use');
  expect(await before.query(countChanged)).not.toEqual([{ count: 0 }]);
  await before.close();

  const done = reset({ DATA_DIR });
  expect(done.output).toContain(`Deleted ${join(DATA_DIR, 'database')}.`);
  expect(done.output).toContain(`Deleted ${join(DATA_DIR, 'storage')}.`);
  expect(done).toMatchObject({ code: 0 });
  expect(existsSync(join(DATA_DIR, 'storage/upload'))).toBe(false);
  expect(readFileSync(join(DATA_DIR, 'keys.json'), 'utf8')).toBe('kept');
  const after = await open();
  expect(await after.query(countChanged)).toEqual([{ count: 0 }]);
  expect(await after.query('select count(*) > 0 as some from public.movies')).toEqual([{ some: true }]);
  await after.close();
});

test('db:reset recreates the demo world of a PostgreSQL database, and refuses while somebody is connected', async () => {
  const DATABASE_URL = await newDatabase(server, 'lakou_reset', 'demo');
  const DATA_DIR = mkdtempSync(join(parent, 'data-'));
  const database = await openPostgres({ url: DATABASE_URL });
  await database.query(changeTitle);
  expect(reset({ DATABASE_URL, DATA_DIR })).toMatchObject({
    code: 1,
    output: expect.stringContaining('stop the server first'),
  });
  await database.close();

  expect(reset({ DATABASE_URL, DATA_DIR }).output).toContain(
    'Deleted everything in the PostgreSQL database lakou_reset.',
  );
  const again = await openPostgres({ url: DATABASE_URL });
  expect(await again.query(countChanged)).toEqual([{ count: 0 }]);
  await again.query(`delete from platform.settings where key = 'demo_world'`);
  await again.close();
  expect(reset({ DATABASE_URL, DATA_DIR })).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not hold the demo world'),
  });
});

test('db:reset deletes nothing in production', async () => {
  const DATA_DIR = mkdtempSync(join(parent, 'data-'));
  mkdirSync(join(DATA_DIR, 'database'));
  const refused = reset({
    DATA_DIR,
    LAKOU_ENV: 'production',
    EMBEDDED_DATABASE: 'yes',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SUPPORT_EMAIL: 'support@lakou.test',
    PUBLIC_URL: 'https://lakou.test',
  });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('Nothing was deleted');
  expect(existsSync(join(DATA_DIR, 'database'))).toBe(true);
});
