import { expect, test } from 'vitest';
import { previewPosition } from './place-preview.ts';

const preview = { width: 320, height: 400 };
const screen = { width: 1280, height: 800 };

test('a preview is centred over its card', () => {
  expect(previewPosition({ left: 500, top: 200, width: 200, height: 400 }, preview, screen)).toEqual({
    left: 440,
    top: 192,
  });
});

test.each([
  ['left', { left: -90, top: 200 }, { left: 8, top: 192 }],
  ['right', { left: 1200, top: 200 }, { left: 952, top: 192 }],
  ['bottom', { left: 500, top: 700 }, { left: 440, top: 392 }],
  ['top', { left: 500, top: -50 }, { left: 440, top: 8 }],
])('the preview of a card at the %s edge stays on the screen', (_edge, at, expected) => {
  expect(previewPosition({ ...at, width: 200, height: 400 }, preview, screen)).toEqual(expected);
});

test('a preview that is larger than the screen begins at its upper left corner', () => {
  const phone = { width: 320, height: 300 };
  expect(previewPosition({ left: 10, top: 100, width: 140, height: 300 }, preview, phone)).toEqual({
    left: 8,
    top: 8,
  });
});
