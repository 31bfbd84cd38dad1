import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';

const kills = process.env.LONG === '1' ? 200 : 8;
const writer = join(import.meta.dirname, 'database-writer.ts');

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-kill-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number);

/** Lets a process write, kills it after a while, and returns what it had printed. */
async function writeAndKill(
  folder: string,
  when: { afterMs: number; from: 'its start' | 'its first row' },
): Promise<{ found: number[] | undefined; kept: number[] }> {
  const child = spawn(process.execPath, ['--liftoff-only', writer, folder, 'unsynced'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const kept: number[] = [];
  let found: number[] | undefined;
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const firstRow = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      const [word, rest = ''] = line.split(' ');
      if (word === 'found') found = numbers(rest);
      if (word !== 'kept') return;
      kept.push(Number(rest));
      resolve();
    });
  });
  const read = once(lines, 'close');
  if (when.from === 'its first row') await Promise.race([firstRow, exited]);
  await Promise.race([sleep(when.afterMs), exited]);
  child.kill('SIGKILL');
  await Promise.all([exited, read]);
  expect(complaint, 'the folder always opens again').toBe('');
  return { found, kept };
}

test(
  `${kills} kills while rows are written lose none that was promised, and the folder always opens again`,
  async () => {
    const folder = join(parent, 'database');
    const promised = new Set<number>();
    for (let round = 0; round < kills; round += 1) {
      // Every fourth is killed while it opens, the very first ones before there is a database.
      const opening = round < 2 || round % 4 === 3;
      const { found, kept } = await writeAndKill(folder, {
        afterMs: Math.random() * (opening ? 1_200 : 600),
        from: opening ? 'its start' : 'its first row',
      });
      if (found !== undefined) {
        const there = new Set(found);
        expect([...promised].filter((id) => !there.has(id))).toEqual([]);
      }
      for (const id of kept) promised.add(id);
    }
    const database = await openEmbedded({ folder });
    const rows = await database.query<{ id: number }>('select id from rows');
    await database.query('select count(distinct filling) from rows');
    await database.close();
    const there = new Set(rows.map(({ id }) => id));
    expect([...promised].filter((id) => !there.has(id))).toEqual([]);
    expect(promised.size).toBeGreaterThan(kills);
  },
  20 * 60_000,
);
