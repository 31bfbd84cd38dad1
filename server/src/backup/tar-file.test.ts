import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { extract } from 'tar-stream';
import { afterAll, expect, test } from 'vitest';
import { readEntry, type TarEntry, TarWriter, tarEntries } from './tar-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lakou-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files: [string, Buffer][] = [
  ['plain.txt', Buffer.from('plain')],
  ['empty', Buffer.alloc(0)],
  [`objects/${'long/'.repeat(60)}name`, Buffer.alloc(70_000, 'l')],
  ['objects/Pòtoprens/é ñ.avif', Buffer.from('accents')],
];

async function write(path: string, entries = files): Promise<void> {
  const tar = TarWriter.create(path);
  for (const [name, bytes] of entries) await tar.add(name, bytes.length, bytes);
  await tar.finish();
}

test('reads back names of any length and alphabet, and their bytes', async () => {
  const path = join(folder, 'a.tar');
  await write(path);
  const found: TarEntry[] = await Array.fromAsync(tarEntries(path));
  expect(found.map(({ name }) => name)).toEqual(files.map(([name]) => name));
  for (const [index, entry] of found.entries())
    expect((await buffer(readEntry(path, entry))).equals(files[index]![1]), entry.name).toBe(true);
});

test('the system’s tar lists what was written', async () => {
  const path = join(folder, 'b.tar');
  await write(path);
  const listed = execFileSync('tar', ['--quoting-style=literal', '-tf', path], { encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual(files.map(([name]) => name));
});

test('the header of an entry above 8 GiB has its whole size', async () => {
  const path = join(folder, 'c.tar');
  const size = 9 * 2 ** 30;
  const tar = TarWriter.create(path);
  const beginning = Readable.from(
    (async function* () {
      yield Buffer.alloc(512);
      while (!existsSync(path) || statSync(path).size < 512) await sleep(5);
    })(),
  );
  await expect(tar.add('huge', size, beginning)).rejects.toThrow('changed its size');
  await tar.abandon();
  const entries = extract();
  const header = new Promise((resolve) => entries.on('entry', ({ size: read }) => resolve(read)));
  entries.write(readFileSync(path));
  expect(await header).toBe(size);
});

test('a tar that is cut short, and a file that is none, fail', async () => {
  const path = join(folder, 'd.tar');
  await write(path, [['a', Buffer.alloc(5000, 'a')]]);
  truncateSync(path, 2000);
  await expect(Array.fromAsync(tarEntries(path))).rejects.toThrow('it is cut short');
  writeFileSync(path, 'x'.repeat(5000));
  await expect(Array.fromAsync(tarEntries(path))).rejects.toThrow(/tar/);
});

test('a failing source ends the entry, and the file can be abandoned', async () => {
  const path = join(folder, 'e.tar');
  const tar = TarWriter.create(path);
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('the store is gone');
    })(),
  );
  await expect(tar.add('a', 10, failing)).rejects.toThrow('the store is gone');
  await tar.abandon();
  expect(statSync(path).size).toBeLessThan(2048);
});

test('a file that exists already is not written over', async () => {
  const path = join(folder, 'f.tar');
  writeFileSync(path, 'mine');
  const tar = TarWriter.create(path);
  await expect(tar.add('a', 1, Buffer.from('x')).then(() => tar.finish())).rejects.toThrow('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('mine');
});
