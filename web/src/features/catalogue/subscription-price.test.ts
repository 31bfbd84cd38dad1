import { PLAN_PRICES } from '@lakou/contract/commerce';
import { expect, test } from 'vitest';
import { MONTHLY_PRICE } from './subscription-price.ts';

test('the home page names the price that a month is sold for', () => {
  expect(Math.round(MONTHLY_PRICE * 100)).toBe(PLAN_PRICES.monthly);
});
