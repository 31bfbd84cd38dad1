import { expect, test } from 'vitest';
import { PLAN_PRICES, YEARLY_SAVING } from './limits.ts';

test('the saving on the plans page is the difference of the prices, within the cent that the specification rounds', () => {
  expect(Math.abs(12 * PLAN_PRICES.monthly - PLAN_PRICES.yearly - YEARLY_SAVING)).toBeLessThanOrEqual(1);
});
