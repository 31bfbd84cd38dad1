import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findProgram } from '../../server/src/backup/postgres-programs.ts';
import { root } from '../support/lakou-process.ts';
import { newDatabase, type OwnPostgres, startOwnPostgres } from '../support/postgres-server.ts';

/** A real base backup and the WAL after it. */
const folder = mkdtempSync(join(tmpdir(), 'lakou-drill-'));
const wal = join(folder, 'wal');
const base = join(folder, 'base');
let postgres: OwnPostgres;
let owner: Client;
let replied: Date;
let before: Date;

beforeAll(async () => {
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o777);
  execFileSync('mkdir', ['-m', '777', wal]);
  postgres = await startOwnPostgres({
    archive_mode: 'on',
    archive_command: `test ! -f ${wal}/%f && cp %p ${wal}/%f && chmod a+r ${wal}/%f`,
    full_page_writes: 'on',
  });
  const url = await newDatabase(postgres, 'lakou', 'demo');
  execFileSync(findProgram('pg_basebackup'), [
    '-d',
    postgres.url,
    '-D',
    base,
    '--checkpoint=fast',
    '--no-sync',
  ]);
  owner = new Client({ connectionString: url });
  await owner.connect();
  replied = await reply('Anvan');
  // The moment is between the two: milliseconds are what a Date has.
  await owner.query('select pg_sleep(0.05)');
  before = await now();
  await owner.query('select pg_sleep(0.05)');
  await owner.query(`delete from public.forum_posts where content = 'Anvan'`);
  await reply('Apre');
  await archive();
});
afterAll(async () => {
  await owner?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function reply(content: string): Promise<Date> {
  const { rows } = await owner.query<{ created_at: Date }>(
    `insert into public.forum_posts (topic_id, user_id, content)
      select t.id, t.user_id, $1 from public.forum_topics t where not t.locked order by t.id limit 1
      returning created_at`,
    [content],
  );
  return rows[0]?.created_at ?? new Date(Number.NaN);
}

async function now(): Promise<Date> {
  const { rows } = await owner.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at ?? new Date();
}

/** Until the file with all of this is in the archive. */
async function archive(): Promise<void> {
  const { rows } = await owner.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await vi.waitFor(() => expect(existsSync(join(wal, rows[0]?.file ?? ''))).toBe(true), { timeout: 60_000 });
}

function drill(...args: string[]): { code: number; said: string } {
  try {
    const node = join(root, 'node_modules/.bin/node');
    const options = [
      '--disable-warning=ExperimentalWarning',
      'scripts/restore-drill/restore-drill.ts',
      ...args,
    ];
    return { code: 0, said: execFileSync(node, options, { cwd: root, encoding: 'utf8', stdio: 'pipe' }) };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, said: `${stdout}${stderr}` };
  }
}

const lastReply = (said: string) => new Date(/The last reply: (\S+)\.$/m.exec(said)?.[1] ?? Number.NaN);

test('the database comes back as it was at a moment, and the drill says so', async () => {
  const { code, said } = drill('--base', base, '--wal', wal, '--until', before.toISOString());
  expect(said).toContain('The backup can be used.');
  expect(code).toBe(0);
  expect(said).toContain('✓ Every row of every table can be read.');
  expect(said).toContain('✓ The audit log is an unbroken chain.');
  expect(lastReply(said)).toEqual(replied);
  const whole = drill('--base', base, '--wal', wal);
  expect(whole.code, whole.said).toBe(0);
  expect(lastReply(whole.said).getTime()).toBeGreaterThan(before.getTime());
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('lakou-restore-drill-'))).toEqual([]);
});

test('a moment that the WAL does not reach, and a folder that is no backup, are refused', async () => {
  const part = join(folder, 'part');
  cpSync(wal, part, { recursive: true });
  for (const file of readdirSync(part)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .toSorted()
    .slice(-1))
    rmSync(join(part, file));
  const gap = drill('--base', base, '--wal', part, '--until', before.toISOString());
  expect(gap.code).toBe(1);
  expect(gap.said).toContain('The recovery failed');
  const empty = drill('--base', folder, '--wal', wal);
  expect(empty).toMatchObject({ code: 1 });
  expect(empty.said).toContain('is no base backup');
  expect(drill('--base', base, '--wal', wal, '--until', 'tomorrow').said).toContain('--until is a time');
});
