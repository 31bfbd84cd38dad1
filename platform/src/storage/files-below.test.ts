import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesBelow } from './files-below.ts';

const folder = mkdtempSync(join(tmpdir(), 'lakou-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const paths = ['a/1/v', 'a/10/v', 'a/2/v', 'a/2/w', 'a-b/v', 'B/v', 'c', 'd/e/f/g/v', 'd/e.txt/v'];
for (let at = 0; at < 10; at += 1) paths.push(`many/${at}/v`);
for (const path of paths) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), '');
}
const list = async (last?: string, atOnce?: number) =>
  (await Array.fromAsync(filesBelow(folder, last?.split('/'), atOnce))).map((path) => relative(folder, path));

test.each([1, 2, 3, 100])('lists every file once, with %i entries in memory', async (atOnce) => {
  const listed = await list(undefined, atOnce);
  expect(listed.toSorted()).toEqual(paths.toSorted());
  expect(listed).toEqual(await list());
});

test('continues after any file, also one that is gone', async () => {
  const all = await list();
  for (const [at, path] of all.entries()) expect(await list(path, 2)).toEqual(all.slice(at + 1));
  rmSync(join(folder, 'a/2'), { recursive: true });
  expect((await list('a/2/v'))[0]).toBe('a-b/v');
});

test('a folder that does not exist has no files', async () => {
  expect(await Array.fromAsync(filesBelow(join(folder, 'nowhere')))).toEqual([]);
});
