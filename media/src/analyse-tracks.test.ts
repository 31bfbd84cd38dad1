import { expect, test } from 'vitest';
import { computeGain } from './analyse-tracks.ts';

test('loud films get a negative gain, quiet ones a positive one, silence none', () => {
  expect(computeGain(-9)).toBe(-7);
  expect(computeGain(-27.5)).toBe(11.5);
  expect(computeGain(-50)).toBe(20);
  expect(computeGain(-70)).toBe(0);
  expect(computeGain(Number.NaN)).toBe(0);
});
