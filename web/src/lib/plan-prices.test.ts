import { PLAN_PRICES as CENTS } from '@lakou/contract/commerce';
import { expect, test } from 'vitest';
import { PLAN_PRICES, SAVED_PER_YEAR } from './plan-prices.ts';

test('the screens name the prices that a month and a year are sold for', () => {
  expect(PLAN_PRICES).toEqual(CENTS);
});

test('a year saves what the plans page says, to the cent that the specification rounds', () => {
  expect(Math.abs(12 * PLAN_PRICES.monthly - PLAN_PRICES.yearly - SAVED_PER_YEAR)).toBeLessThanOrEqual(1);
});
