import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Backups } from './backups.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('backups that are added at the same moment are all stored', async () => {
  const backups = new Backups(folder, 8);
  const tars = Array.from({ length: 5 }, (_, n) => Buffer.alloc(1 << 20, n));
  await Promise.all(tars.map((tar) => backups.add(tar)));
  expect(readdirSync(folder)).toHaveLength(5);
});

test('a backup that could not be written does not stop the next one', async () => {
  const target = join(folder, 'backups');
  writeFileSync(target, 'a file where the folder should be');
  const backups = new Backups(target, 8);
  await expect(backups.add(Buffer.from('first'))).rejects.toThrow();
  rmSync(target);
  await backups.add(Buffer.from('second'));
  expect(readdirSync(target)).toHaveLength(1);
});
