import { afterEach, expect, test, vi } from 'vitest';
import { log } from '../log.ts';
import { SlowStatements } from './slow-statements.ts';

const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

test('the newest fifty different statements are kept, the longest first', () => {
  const slow = new SlowStatements(100);
  slow.onAnswered([{ text: 'select 0' }], 'anon', 99);
  for (let n = 1; n <= 60; n += 1) slow.onAnswered([{ text: `select ${n}` }], 'anon', 100 + n);
  const kept = slow.list();
  expect(kept).toHaveLength(50);
  expect(kept[0]).toMatchObject({ statement: 'select 60', role: 'anon', count: 1, longest_ms: 160 });
  expect(kept.at(-1)?.statement).toBe('select 11');
});

test('a statement that is slow again and again is one entry and one line in the log', () => {
  const slow = new SlowStatements(100);
  const values = ['sekrè'];
  for (const ms of [200, 900, 300]) slow.onAnswered([{ text: "select 'x', $1", values }], undefined, ms);
  expect(slow.list()).toMatchObject([
    { statement: "select '?', $1", role: 'owner', count: 3, longest_ms: 900 },
  ]);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).not.toContain('sekrè');
});
