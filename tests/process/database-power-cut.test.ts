import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { losePower } from './lose-power.ts';
import { missing, startWriter } from './start-writer.ts';

const cuts = process.env.LONG === '1' ? 60 : 3;
const disk = pathToFileURL(join(import.meta.dirname, 'power-cut-disk.ts')).href;

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-power-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Lets a process write that many rows and cuts the power. Returns the rows that it was promised. */
async function writeAndCut(
  name: string,
  { rows, chance, synced }: { rows: number; chance: number; synced: boolean },
): Promise<{ folder: string; found: number[]; kept: number[] }> {
  const [folder, notes] = [join(parent, name), join(parent, `${name}-notes`)];
  mkdirSync(notes, { recursive: true });
  const writer = startWriter({
    ...{ folder, synced },
    env: { NODE_OPTIONS: `--import=${disk}`, POWER_CUT_FOLDER: folder, POWER_CUT_NOTES: notes },
    onKept(kept, kill) {
      if (kept >= rows) kill();
    },
  });
  const { found = [], kept } = await writer.ended();
  losePower(folder, notes, chance);
  return { folder, found, kept };
}

test(
  `${cuts} power cuts lose no row that was promised, whichever of the other writes reached the disk`,
  async () => {
    const promised = new Set<number>();
    let folder = '';
    for (let round = 0; round < cuts; round += 1) {
      const cut = await writeAndCut('database', {
        rows: 20 + Math.floor(Math.random() * 120),
        chance: [0, 0.5, 0.9, 0.1][round % 4]!,
        synced: true,
      });
      folder = cut.folder;
      expect(missing(promised, cut.found)).toEqual([]);
      for (const id of cut.kept) promised.add(id);
    }
    const database = await openEmbedded({ folder });
    const rows = await database.query<{ id: number }>('select id from rows');
    // By the index, and by the table.
    const [sums] = await database.query<{ same: boolean }>(
      `select (select count(*) from rows where id > 0) = (select count(filling) from rows) as same`,
    );
    await database.close();
    expect(sums).toEqual({ same: true });
    const there = rows.map(({ id }) => id);
    expect(missing(promised, there)).toEqual([]);
    expect(promised.size).toBeGreaterThanOrEqual(cuts * 20);
  },
  20 * 60_000,
);

test('without waiting for the disk the same cut loses rows', async () => {
  const before = await writeAndCut('careless', { rows: 20, chance: 0, synced: true });
  const careless = await writeAndCut('careless', { rows: 60, chance: 0, synced: false });
  expect(missing(before.kept, careless.found)).toEqual([]);
  const database = await openEmbedded({ folder: careless.folder });
  const rows = await database.query<{ id: number }>('select id from rows');
  await database.close();
  const there = rows.map(({ id }) => id);
  expect(missing(before.kept, there)).toEqual([]);
  expect(missing(careless.kept, there)).toEqual(careless.kept);
}, 300_000);
