import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { DatabaseMaintenance } from '../../platform/src/database/maintenance.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-maintenance-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('maintenance limits the write-ahead log, removes dead rows, and does nothing while the database is idle', async () => {
  const folder = join(parent, 'database');
  const database = await openEmbedded({ folder });
  const maintenance = new DatabaseMaintenance(database);
  const segments = (): number => readdirSync(join(folder, 'postgres', 'pg_wal')).length;
  const dead = async (): Promise<number> => {
    await database.query('select pg_stat_force_next_flush()');
    const [row] = await database.query<{ n: number }>(
      `select n_dead_tup as n from pg_stat_user_tables where relname = 'Odd table'`,
    );
    return row?.n ?? -1;
  };
  await database.query('create table "Odd table" (id int, filling text)');
  const kept: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await database.query(
      `insert into "Odd table" select i, repeat('x', 500) from generate_series(1, 40000) i`,
    );
    await database.query('delete from "Odd table" where id > 100');
    expect(await dead()).toBeGreaterThan(30_000);
    await maintenance.run();
    expect(await dead()).toBeLessThan(1_000);
    kept.push(segments());
  }
  expect(Math.max(...kept)).toBeLessThan(1.5 * (kept[0] ?? 0));

  const checkpoints = async (): Promise<unknown> =>
    database.query('select checkpoint_lsn from pg_control_checkpoint()');
  const rested = await checkpoints();
  await maintenance.run();
  expect(await checkpoints()).toEqual(rested);
  await database.close();
});
