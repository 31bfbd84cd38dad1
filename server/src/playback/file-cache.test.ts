import { expect, test } from 'vitest';
import { FileCache } from './file-cache.ts';
import type { StreamStore } from './stream-store.ts';

const MB = 1024 ** 2;

/** A store whose files are a megabyte of the number in their name. */
function numbered() {
  let reads = 0;
  const store = {
    async read(_stream: string, file: string, allocate: (size: number) => Buffer | undefined) {
      const number = Number.parseInt(file, 10);
      if (Number.isNaN(number)) return undefined;
      reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { size: MB, since: new Date(0), bytes: allocate(MB)?.fill(number % 256) };
    },
  } as unknown as StreamStore;
  return { files: new FileCache(store), reads: () => reads };
}
const isAll = (bytes: Buffer | undefined, number: number) =>
  [0, MB / 2, MB - 1].every((at) => bytes?.[at] === number % 256);

test('concurrent requests for one segment share one read', async () => {
  const { files, reads } = numbered();
  const loans = await Promise.all(Array.from({ length: 50 }, () => files.acquire('s', '7.m4s', true)));
  expect(reads()).toBe(1);
  expect(new Set(loans.map((loan) => loan?.file.bytes)).size).toBe(1);
  for (const loan of loans) loan?.release();
  await files.acquire('s', '7.m4s', true);
  expect(reads()).toBe(1);
});

test('a segment that is still being sent keeps its bytes while others are loaded', async () => {
  const { files } = numbered();
  const slow = await files.acquire('s', '1.m4s', true);
  for (let round = 0; round < 300; round += 1) {
    const loan = await files.acquire('s', `${2 + round}.m4s`, true);
    expect(isAll(loan?.file.bytes, 2 + round)).toBe(true);
    loan?.release();
  }
  expect(isAll(slow?.file.bytes, 1)).toBe(true);
  slow?.release();
});

test('files that can change are read each time; missing ones are undefined', async () => {
  const { files, reads } = numbered();
  for (let time = 0; time < 3; time += 1) (await files.acquire('s', '5.m3u8', false))?.release();
  expect(reads()).toBe(3);
  expect(await files.acquire('s', 'nothing.m4s', true)).toBeUndefined();
});
