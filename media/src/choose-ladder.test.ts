import { expect, test } from 'vitest';
import { chooseAv1Rungs, chooseLadder } from './choose-ladder.ts';
import { chooseConstantRate, framesPerSecond } from './frame-rate.ts';
import { withDefaultLimits } from './limits.ts';

const limits = withDefaultLimits();
const ladderOf = (width: number, height: number, rate = { num: 25, den: 1 }, bounds = limits) =>
  chooseLadder(
    {
      video: { index: 0, width, height, rate, interlaced: false, highDynamicRange: false },
      audio: [{ index: 1, language: 'ht', name: 'Kreyòl', default: true, kind: 'main' }],
    },
    bounds,
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

test('the ladder ends with the first rung as large as the source', () => {
  expect(sizes(640, 360)).toEqual(['v145 416x234', 'v365 640x360']);
  expect(sizes(700, 394).at(-1)).toBe('v730 700x394');
  expect(sizes(1280, 536).at(-1)).toBe('v2000 1280x536');
});

test('nothing is enlarged, and every size is even', () => {
  expect(sizes(177, 99)).toEqual(['v145 176x98', 'v365 176x98']);
});

test('a portrait film gets portrait rungs', () => {
  expect(sizes(1080, 1920).slice(0, 2)).toEqual(['v145 234x416', 'v365 360x640']);
  expect(sizes(1080, 1920).at(-1)).toBe('v4500 1080x1920');
});

test('above 30 frames per second the early rungs have half of them, and segments start on frames of every rung', () => {
  const { early, late, segmentDurations } = ladderOf(1280, 720, { num: 60000, den: 1001 });
  expect(early[0]?.rate).toEqual({ num: 30000, den: 1001 });
  expect(late[0]?.rate).toEqual({ num: 60000, den: 1001 });
  for (const duration of [segmentDurations.first, segmentDurations.following]) {
    const frames = (duration * 30000) / 1001;
    expect(frames).toBeCloseTo(Math.round(frames), 6);
  }
});

test('no rung in AV1 has more than 30 frames per second, and all have the same', () => {
  const rates = [24, 25, 30, 50, 60].map((num) => ({ num, den: 1 }));
  for (const rate of [...rates, { num: 60000, den: 1001 }]) {
    const rungs = chooseAv1Rungs(ladderOf(1280, 720, rate));
    expect(rungs.map(({ name }) => name)).toEqual(['av1-145', 'av1-365', 'av1-730']);
    expect(new Set(rungs.map((rung) => framesPerSecond(rung.rate))).size).toBe(1);
    expect(framesPerSecond(rungs[0]!.rate)).toBeLessThanOrEqual(30);
  }
});

test('limits cap the highest rung and the audio bit rate', () => {
  const { early, late } = ladderOf(
    1920,
    1080,
    { num: 25, den: 1 },
    { ...limits, maxRungBitrate: 730, maxAudioBitrate: 24 },
  );
  expect(late.map(({ name }) => name)).toEqual(['v730']);
  expect([...early, ...late].map(({ audio }) => audio)).toEqual([24, 24, 24]);
});

test('keeps a common frame rate and rounds others up to the next common one', () => {
  expect(chooseConstantRate({ num: 24000, den: 1001 })).toEqual({ num: 24000, den: 1001 });
  expect(chooseConstantRate({ num: 2733, den: 100 })).toEqual({ num: 30000, den: 1001 });
  expect(chooseConstantRate({ num: 1, den: 1 })).toEqual({ num: 10, den: 1 });
  expect(chooseConstantRate({ num: 240, den: 1 })).toEqual({ num: 60, den: 1 });
  expect(chooseConstantRate(undefined)).toEqual({ num: 25, den: 1 });
});
