import { expect, test } from 'vitest';
import { bottomMargin } from './use-bottom-margin.ts';

test('captions are on the picture, also where it fills only a part of an upright phone', () => {
  const phone = { width: 360, height: 740 };
  const picture = 360 / (16 / 9);
  const lower = (740 - picture) / 2;
  expect(bottomMargin(phone, 16 / 9)).toBeGreaterThan(lower);
  expect(bottomMargin(phone, 16 / 9)).toBeLessThan(lower + picture / 4);
});

test('a film that fills the player, or whose shape is not known yet, has its captions near the lower edge', () => {
  expect(bottomMargin({ width: 1600, height: 900 }, 16 / 9)).toBe(54);
  expect(bottomMargin({ width: 1600, height: 900 }, 9 / 16)).toBe(54);
  expect(bottomMargin({ width: 360, height: 700 }, 0)).toBe(42);
});
