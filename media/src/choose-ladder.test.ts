import { expect, test } from 'vitest';
import { chooseLadder } from './choose-ladder.ts';
import { constantRate } from './frame-rate.ts';
import { withDefaults } from './limits.ts';

const limits = withDefaults();
const ladderOf = (width: number, height: number, rate = { num: 25, den: 1 }, most = limits) =>
  chooseLadder(
    {
      video: { index: 0, width, height, rate, interlaced: false, highDynamicRange: false },
      audio: [{ index: 1, language: 'ht', name: 'Kreyòl', default: true }],
    },
    most,
  );
const sizes = (width: number, height: number) => {
  const { early, late } = ladderOf(width, height);
  return [...early, ...late].map((rung) => `${rung.name} ${rung.width}x${rung.height}`);
};

test('a full-size film gets all six rungs, a larger one no more', () => {
  const all = [
    'v145 416x234',
    'v365 640x360',
    'v730 854x480',
    'v1100 960x540',
    'v2000 1280x720',
    'v4500 1920x1080',
  ];
  expect(sizes(1920, 1080)).toEqual(all);
  expect(sizes(3840, 2160)).toEqual(all);
});

test('the ladder ends with the first rung that shows all of the source', () => {
  expect(sizes(640, 360)).toEqual(['v145 416x234', 'v365 640x360']);
  expect(sizes(700, 394).at(-1)).toBe('v730 700x394');
  expect(sizes(1280, 536).at(-1)).toBe('v2000 1280x536');
});

test('nothing is enlarged, and every size is even', () => {
  expect(sizes(177, 99)).toEqual(['v145 176x98', 'v365 176x98']);
});

test('an upright film stands in upright frames', () => {
  expect(sizes(1080, 1920).slice(0, 2)).toEqual(['v145 234x416', 'v365 360x640']);
  expect(sizes(1080, 1920).at(-1)).toBe('v4500 1080x1920');
});

test('above 30 pictures a second the early rungs show half of them, and segments begin on pictures of all', () => {
  const { early, late, beat } = ladderOf(1280, 720, { num: 60000, den: 1001 });
  expect(early[0]?.rate).toEqual({ num: 30000, den: 1001 });
  expect(late[0]?.rate).toEqual({ num: 60000, den: 1001 });
  for (const border of [beat.first, beat.each]) {
    const pictures = (border * 30000) / 1001;
    expect(pictures).toBeCloseTo(Math.round(pictures), 6);
  }
});

test('ceilings hold back high rungs and sound', () => {
  const { early, late } = ladderOf(
    1920,
    1080,
    { num: 25, den: 1 },
    { ...limits, highestRung: 730, soundBitrate: 24 },
  );
  expect(late.map(({ name }) => name)).toEqual(['v730']);
  expect([...early, ...late].map(({ audio }) => audio)).toEqual([24, 24, 24]);
});

test('a usual frame rate stays, an unusual one becomes the next usual one above', () => {
  expect(constantRate({ num: 24000, den: 1001 })).toEqual({ num: 24000, den: 1001 });
  expect(constantRate({ num: 2733, den: 100 })).toEqual({ num: 30000, den: 1001 });
  expect(constantRate({ num: 1, den: 1 })).toEqual({ num: 10, den: 1 });
  expect(constantRate({ num: 240, den: 1 })).toEqual({ num: 60, den: 1 });
  expect(constantRate(undefined)).toEqual({ num: 25, den: 1 });
});
