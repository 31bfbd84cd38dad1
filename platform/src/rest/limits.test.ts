import { expect, test } from 'vitest';
import { mergeLimits } from './limits.ts';

test('a limit for all roles keeps the narrower ones of single roles', () => {
  expect(mergeLimits({ timeoutMs: { default: 20_000 } }).timeoutMs).toEqual({ default: 20_000, anon: 3_000 });
  expect(mergeLimits({ timeoutMs: { default: 1_000 } }).timeoutMs).toEqual({ default: 1_000, anon: 1_000 });
  expect(mergeLimits({ timeoutMs: { anon: 500 } }).timeoutMs).toEqual({ default: 8_000, anon: 500 });
  expect(mergeLimits({ slow: { freeMs: 0 } }).slow).toEqual({ quickMs: 25, freeMs: 0, budgetMs: 6_000 });
});
