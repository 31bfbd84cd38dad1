import { expect, test } from 'vitest';
import { chooseCuts } from './plan-pieces.ts';

const plan = (interval: number, following = 4) =>
  ({
    ladder: { early: [], late: [], segmentDurations: { first: following / 2, following } },
    second: {
      rungs: [],
      audio: [],
      keyFrames: null,
      sheets: { interval, width: 160, height: 90 },
    },
  }) satisfies Parameters<typeof chooseCuts>[1];

test('pieces begin with segments and are about as long as wanted', () => {
  expect(chooseCuts(600, plan(4), 120)).toEqual([118, 238, 358, 478]);
  expect(chooseCuts(600, plan(4, 4.004), 120)).toEqual([118.118, 238.238, 358.358, 478.478]);
});

test('a short film is one piece, and no piece is shorter than half of the others', () => {
  expect(chooseCuts(170, plan(4), 120)).toEqual([]);
  expect(chooseCuts(190, plan(4), 120)).toEqual([118]);
  expect(chooseCuts(290, plan(4), 120)).toEqual([118]);
});

test('every piece has thumbnails', () => {
  expect(chooseCuts(60, plan(10), 4)).toEqual([18, 38]);
});
