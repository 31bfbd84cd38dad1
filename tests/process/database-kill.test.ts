import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { missing, startWriter } from './start-writer.ts';

const kills = process.env.LONG === '1' ? 200 : 4;

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-kill-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Lets a process write, kills it while it opens or once it has written some rows, and returns what it had printed. */
async function writeAndKill(folder: string, { opening }: { opening: boolean }) {
  const rows = 5 + Math.floor(Math.random() * 50);
  const writer = startWriter({
    folder,
    synced: false,
    onKept: (count, kill) => count >= rows && !opening && setTimeout(kill, Math.random() * 5),
  });
  if (opening) {
    await Promise.race([sleep(Math.random() * 1_200), writer.exited]);
    writer.kill();
  }
  return writer.ended();
}

test(
  `${kills} kills while rows are written lose none that was promised, and the folder always opens again`,
  async () => {
    const folder = join(parent, 'database');
    const promised = new Set<number>();
    for (let round = 0; round < kills; round += 1) {
      // Every fourth is killed while it opens, the very first ones before there is a database.
      const opening = round < 2 || round % 4 === 3;
      const { found, kept } = await writeAndKill(folder, { opening });
      if (found !== undefined) expect(missing(promised, found)).toEqual([]);
      for (const id of kept) promised.add(id);
    }
    const database = await openEmbedded({ folder });
    const rows = await database.query<{ id: number }>('select id from rows');
    await database.query('select count(distinct filling) from rows');
    await database.close();
    const there = rows.map(({ id }) => id);
    expect(missing(promised, there)).toEqual([]);
    expect(promised.size).toBeGreaterThan(kills);
  },
  20 * 60_000,
);
