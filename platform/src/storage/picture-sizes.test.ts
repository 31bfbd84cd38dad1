import { expect, test } from 'vitest';
import { allWidths, chooseRendition, decodedWidth, pixelsOf } from './picture-sizes.ts';

const widths = [12, 64, 160, 320, 640, 1080];
const poster = { width: 800, height: 1200 };

test.each([
  [{ width: 160 }, { width: 160 }],
  [{ width: 161 }, { width: 320 }],
  [{ width: 1 }, { width: 12 }],
  [{ height: 300 }, { width: 320 }],
  [{ width: 640, height: 60, resize: 'contain' as const }, { width: 64 }],
  [{ width: 400, height: 600 }, { width: 640 }],
  [{ width: 2500 }, { width: 1080 }],
  [{}, { width: 1080 }],
  [
    { width: 300, height: 299 },
    { width: 320, shape: '1x1', fit: 'cover' },
  ],
  [
    { width: 300, height: 300, resize: 'fill' as const },
    { width: 320, shape: '1x1', fit: 'fill' },
  ],
])('%o of a poster is answered with %o', (transformation, rendition) => {
  expect(chooseRendition(transformation, poster, widths)).toEqual(rendition);
});

test('every request for a picture ends in few renditions', () => {
  const found = new Set<string>();
  for (let width = 1; width <= 2500; width += 7) {
    for (const height of [undefined, 1, 13, 400, 1999, 2500]) {
      for (const resize of ['cover', 'contain', 'fill'] as const) {
        const request = { width, resize, ...(height ? { height } : {}) };
        found.add(JSON.stringify(chooseRendition(request, poster, widths)));
      }
    }
  }
  expect(found.size).toBeLessThanOrEqual(widths.length * (1 + 2 * 11));
});

test('no rendition is larger than the picture', () => {
  expect(pixelsOf({ width: 1080 }, poster)).toEqual(poster);
  expect(pixelsOf({ width: 1080, shape: '16x9', fit: 'cover' }, poster)).toEqual({ width: 800, height: 450 });
  expect(pixelsOf({ width: 640, shape: '1x3', fit: 'cover' }, poster)).toEqual({ width: 400, height: 1200 });
  expect(pixelsOf({ width: 12 }, { width: 5000, height: 1 })).toEqual({ width: 12, height: 1 });
});

test('a small picture is made in no width beyond its own', () => {
  expect(allWidths({ width: 100, height: 100 }, widths)).toEqual([12, 64, 160]);
  expect(allWidths({ width: 4000, height: 100 }, widths)).toEqual(widths);
});

test('a cut is decoded with enough pixels', () => {
  expect(decodedWidth({ width: 320 }, poster)).toBe(320);
  expect(decodedWidth({ width: 160, shape: '1x3', fit: 'cover' }, poster)).toBe(320);
});
