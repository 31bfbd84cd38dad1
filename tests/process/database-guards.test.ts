import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { StartRefused } from '../../platform/src/database/errors.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { copyFolder } from '../support/test-template.ts';

let parent: string;
let folder: string;
let guests: ChildProcess[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-guards-'));
  folder = join(parent, 'database');
  guests = [];
});
afterEach(() => {
  for (const guest of guests) guest.kill('SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

/** What a first start leaves. */
async function fillFolder(): Promise<void> {
  copyFolder(await preparedDatabase('empty'), folder);
}

/** Starts a process on the folder and waits for its first line. */
async function startGuest(): Promise<{ guest: ChildProcess; line: string; errors: () => string }> {
  const guest = spawn(
    process.execPath,
    ['--liftoff-only', join(import.meta.dirname, 'database-guest.ts'), folder],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  guests.push(guest);
  let complaint = '';
  guest.stderr.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  const [line] = (await once(createInterface({ input: guest.stdout }), 'line')) as [string];
  return { guest, line, errors: () => complaint };
}

async function end(guest: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(guest, 'exit');
  guest.kill(signal);
  await ended;
}

async function refusal(): Promise<string> {
  const outcome = await openEmbedded({ folder }).then(
    async (database) => {
      await database.close();
      return new Error('it opened');
    },
    (error: Error) => error,
  );
  expect(outcome).toBeInstanceOf(StartRefused);
  expect(outcome.message).not.toContain('\n');
  return outcome.message;
}

describe('a folder that a process has open', () => {
  beforeEach(fillFolder);

  test('is refused to other processes, naming its owner, until that process ends', async () => {
    const { guest, line, errors } = await startGuest();
    expect(line).toBe('open');
    const sentence = `${folder} is already in use by process ${guest.pid} since `;
    expect(await refusal()).toContain(sentence);
    const second = await startGuest();
    expect(second.line).toContain(`refused ${sentence}`);
    await end(guest, 'SIGTERM');
    expect(errors()).toBe('');
    await (await openEmbedded({ folder })).close();
  });

  test('is free again at once when that process is killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { guest, line } = await startGuest();
      expect(line).toBe('open');
      await end(guest, 'SIGKILL');
    }
    await (await openEmbedded({ folder })).close();
  });

  test('is opened by exactly one of many processes that start at the same moment', async () => {
    const started = await Promise.all(Array.from({ length: 4 }, () => startGuest()));
    expect(started.filter(({ line }) => line === 'open')).toHaveLength(1);
    expect(started.filter(({ line }) => line.includes('already in use'))).toHaveLength(3);
  });

  test('is refused to the same process as well', async () => {
    const database = await openEmbedded({ folder });
    expect(await refusal()).toContain(`in use by process ${process.pid}`);
    // The refused attempt must not have taken the lock away.
    expect((await startGuest()).line).toContain('already in use');
    await database.close();
  });
});

describe('a folder that cannot be used', () => {
  test('because another PostgreSQL version wrote it is refused with what to do', async () => {
    await fillFolder();
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal()).toMatch(/written by PostgreSQL 17.*PostgreSQL 18.*dump.*restore/);
  });

  test('because part of it is missing is refused and not changed', async () => {
    mkdirSync(join(folder, 'postgres', 'base'), { recursive: true });
    expect(await refusal()).toContain('no complete database');
    expect(readdirSync(join(folder, 'postgres'))).toEqual(['base']);
  });

  test('because it is a file, or below one, is refused', async () => {
    writeFileSync(folder, 'not a folder');
    expect(await refusal()).toContain('is a file or lies below one');
    folder = join(folder, 'below');
    expect(await refusal()).toContain('is a file or lies below one');
  });

  test('because its files are damaged is refused, and the folder is free again', async () => {
    await fillFolder();
    writeFileSync(join(folder, 'postgres', 'global', 'pg_control'), 'damaged');
    expect(await refusal()).toContain(`The database in ${folder} does not answer`);
    expect(await refusal()).toContain(`The database in ${folder} does not answer`);
  });
});

test('the remains of an interrupted first start are removed by the next', async () => {
  mkdirSync(join(folder, 'postgres.new-123', 'base'), { recursive: true });
  await (await openEmbedded({ folder })).close();
  expect(readdirSync(folder).toSorted()).toEqual(['lock', 'postgres']);
});

test('a runaway statement blocks others for its timeout, and they are answered', async () => {
  await fillFolder();
  const reports: string[] = [];
  const database = await openEmbedded({ folder, report: (sentence) => reports.push(sentence) });
  await database.query('create table kept as select 1 as n');
  const endless = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b';
  const runaway = database.query(endless, [], { timeoutMs: 1_000 }).catch((error: unknown) => error);
  const waiting = Array.from({ length: 3 }, () => database.query('select n from kept'));
  expect(await runaway).toMatchObject({ code: '57014', message: expect.stringContaining('timeout') });
  expect(await Promise.all(waiting)).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
  expect(reports).toEqual([]);
  await database.close();
});
