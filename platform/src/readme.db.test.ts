import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

/** The example of README.md, run as it is written there but for the port and PostgreSQL's address. */

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(ts|sql)\n([\s\S]*?)^```$/gm)].map(([, , code = '']) => code);
const [migration = '', serverCode = '', postgresLine = ''] = blocks;

const folder = mkdtempSync(join(tmpdir(), 'lakou-readme-'));
let database: TestDatabase | undefined;
let child: ChildProcess;
let url: string;
let anonKey: string;

beforeAll(async () => {
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  let code = serverCode.replaceAll('54321', String(port));
  if (process.env.TEST_DATABASE === 'postgres') {
    database = await openTestDatabase({ empty: true });
    const { url: databaseUrl } = database.options as { url: string };
    const line = postgresLine.replace(/postgres:\/\/[^']+/, databaseUrl);
    code = code.replace(/^ {2}database: .*\n/m, () => line);
    expect(code).toContain(databaseUrl);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'migrations'));
  writeFileSync(join(folder, 'migrations/20260101000000_notes.sql'), migration);
  writeFileSync(join(folder, 'server.mts'), code);
  child = spawn(join(root, 'node_modules/.bin/node'), ['--liftoff-only', 'server.mts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  anonKey = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const [, key] = /anon key: (\S+)\n/.exec(output) ?? [];
      if (key) resolve(key);
    });
    child.once('exit', (status) => reject(new Error(`the example ended with ${status}`)));
  });
});

afterAll(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the README’s example answers supabase-js', async () => {
  const supabase = createClient(url, anonKey, { auth: { persistSession: false } });
  const { data } = await supabase.from('notes').select('text');
  expect(data).toEqual([{ text: 'Bonjou' }]);
  const account = { email: 'someone@example.test', password: 'a long password of mine' };
  expect((await supabase.auth.signUp(account)).error).toBeNull();
  expect((await supabase.auth.signInWithPassword(account)).error?.code).toBe('email_not_confirmed');
  expect((await supabase.storage.listBuckets()).data).toEqual([]);
  const status = await new Promise((resolve) => {
    supabase
      .channel('notes')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => {})
      .subscribe(resolve);
  });
  expect(status).toBe('SUBSCRIBED');
  expect((await fetch(`${url}/functions/v1/none`)).status).toBe(404);
});

test('the README’s example stops on SIGTERM, with a client connected', async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
