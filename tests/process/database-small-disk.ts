/**
 * Runs one scenario on a small disk (a tmpfs that only this process sees) and prints as JSON how each
 * step ended. Run inside `unshare --mount`.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedDatabase, openEmbedded } from '../../platform/src/database/embedded.ts';

const [scene, disk] = process.argv.slice(2);
if (disk === undefined) throw new Error('which scene, on which disk?');
const folder = join(disk, 'database');
const outcomes: Record<string, string> = {};

async function attempt(step: string, work: () => Promise<unknown>): Promise<void> {
  outcomes[step] = await work().then(
    (answer) => JSON.stringify(answer) ?? 'done',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const mount = (size: string): void => {
  mkdirSync(disk, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
};
const openAndClose = async (): Promise<void> => (await openEmbedded({ folder })).close();
const ballast = join(disk, 'ballast');

function fillDisk(): void {
  writeFileSync(ballast, '');
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(size));
    } catch {
      // Fills the disk to within this size.
    }
  }
}

async function untilItAnswers(database: EmbeddedDatabase): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const answers = await database.query('select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(100);
  }
}

const scenes: Record<string, () => Promise<void>> = {
  async 'read-only'() {
    mount('100m');
    await attempt('first start', openAndClose);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    await attempt('start', openAndClose);
    await attempt('start of a new one', () => openEmbedded({ folder: join(disk, 'another') }));
  },

  async 'full at the start'() {
    mount('12m');
    await attempt('start', openAndClose);
    execFileSync('mount', ['-o', 'remount,size=100m', disk]);
    await attempt('start with space', openAndClose);
  },

  async 'full while running'() {
    mount('100m');
    const database = await openEmbedded({ folder });
    await database.query('create table rows (filling text)');
    await database.query(`insert into rows values ('first')`);
    const many = `insert into rows select repeat(md5(i::text), 30) from generate_series(1, 3000) i`;
    fillDisk();
    // Small rows first, which find no space in the table; then large ones, which find none in the write-ahead log.
    await attempt('small write', () =>
      database.query(`insert into rows select repeat('x', 900) from generate_series(1, 100)`),
    );
    await attempt('large write', () => database.query(many));
    await attempt('write after that', () => database.query(many));
    rmSync(ballast);
    await untilItAnswers(database);
    await attempt('write with space', () => database.query(`insert into rows values ('last')`));
    await attempt('rows', () =>
      database.query(`select filling from rows where filling in ('first', 'last') order by 1`),
    );
    await database.close();
  },

  async 'filled by one statement'() {
    mount('100m');
    const database = await openEmbedded({ folder });
    await database.query('create table rows (filling text)');
    await database.query(`insert into rows values ('first')`);
    await attempt('flood', () =>
      database.query(`insert into rows select repeat(md5(i::text), 30) from generate_series(1, 1000000) i`),
    );
    await attempt('write after that', () => database.query(`insert into rows values ('second')`));
    await sleep(1_000);
    execFileSync('mount', ['-o', 'remount,size=400m', disk]);
    await untilItAnswers(database);
    await attempt('rows', () =>
      database.query(`select filling from rows where length(filling) < 10 order by 1`),
    );
    await database.close();
  },
};

const act = scenes[scene ?? ''];
if (act === undefined) throw new Error(`there is no scene "${scene}"`);
await act();
process.stdout.write(JSON.stringify(outcomes));
