import { expect, test } from 'vitest';
import { MOST_BREAKS } from '../connection-breaks.ts';
import { bufferSize } from './buffer-size.ts';

test('who loses the connection often buffers further ahead, in seconds and in bytes', () => {
  for (const dataSaver of [false, true]) {
    const sizes = Array.from({ length: MOST_BREAKS + 1 }, (_, breaks) => bufferSize(breaks, dataSaver));
    for (const [at, size] of sizes.entries()) {
      const before = sizes[at - 1];
      if (!before) continue;
      expect(size.maxBufferLength).toBeGreaterThan(before.maxBufferLength);
      expect(size.maxBufferSize).toBeGreaterThan(before.maxBufferSize);
      expect(size.maxMaxBufferLength).toBeGreaterThan(before.maxMaxBufferLength);
    }
    expect(bufferSize(100, dataSaver)).toEqual(sizes.at(-1));
  }
});

test('the data saver buffers less', () => {
  expect(bufferSize(0, true).maxMaxBufferLength).toBeLessThan(bufferSize(0, false).maxBufferLength);
  expect(bufferSize(MOST_BREAKS, true).maxBufferSize).toBeLessThan(bufferSize(0, false).maxBufferSize);
});
