import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unpackTar } from './unpack-tar.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-tar-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function tarOf(add: (tar: ReturnType<typeof pack>) => void): Promise<Buffer> {
  const tar = pack();
  add(tar);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function unpack(bytes: Buffer): Promise<string> {
  const path = join(folder, 'archive');
  writeFileSync(path, bytes);
  const target = join(folder, 'target');
  await unpackTar(path, target);
  return target;
}

const content = 'x'.repeat(3000);

test.each([
  ['plain', (bytes: Buffer) => bytes],
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
])('unpacks files and folders of a %s archive, readable by their owner only', async (_name, compress) => {
  const bytes = await tarOf((tar) => {
    tar.entry({ name: './empty/', type: 'directory' });
    tar.entry({ name: './deep/below/file', mode: 0o644 }, content);
    tar.entry({ name: 'nothing' }, '');
  });
  const target = await unpack(compress(bytes));
  expect(readdirSync(target).toSorted()).toEqual(['deep', 'empty', 'nothing']);
  expect(readFileSync(join(target, 'deep/below/file'), 'utf8')).toBe(content);
  expect(statSync(join(target, 'deep/below/file')).mode & 0o077).toBe(0);
});

test('refuses an archive that is cut short', async () => {
  const bytes = await tarOf((tar) => tar.entry({ name: 'file' }, content));
  await expect(unpack(bytes.subarray(0, 1500))).rejects.toThrow(/unexpected end/i);
});

test('refuses links, and writes nothing outside of the folder', async () => {
  const link = await tarOf((tar) => tar.entry({ name: 'link', type: 'symlink', linkname: '/etc' }));
  await expect(unpack(link)).rejects.toThrow('an entry of type symlink');
  const target = await unpack(await tarOf((tar) => tar.entry({ name: '../../outside' }, content)));
  expect(readdirSync(target)).toEqual(['outside']);
});
