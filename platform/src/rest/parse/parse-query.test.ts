import { describe, expect, test } from 'vitest';
import { mergeLimits } from '../limits.ts';
import { parseQuery } from './parse-query.ts';

describe('a query string', () => {
  test('is taken apart', () => {
    const query = parseQuery(
      '?select=id&id=eq.1&posts.limit=2&posts.offset=1&order=id&or=(a.eq.1,b.eq.2)&columns=a,b&on_conflict=a',
      mergeLimits(),
      false,
    );
    expect(query).toMatchObject({
      filters: [{ path: [] }],
      pages: [{ path: ['posts'], value: { limit: 2, offset: 1 } }],
      orders: [{ path: [] }],
      logic: [{ path: [] }],
      columns: ['a', 'b'],
      onConflict: ['a'],
    });
  });

  test('has arguments only where a function is read', () => {
    expect(parseQuery('?a=1&b=eq.2', mergeLimits(), true)).toMatchObject({
      args: [['a', '1']],
      filters: [{ value: { field: { name: 'b' } } }],
    });
    expect(() => parseQuery('?a=1', mergeLimits(), false)).toThrow(
      expect.objectContaining({ code: 'PGRST100' }),
    );
  });

  test('without sense in its limit is as if it had none', () => {
    expect(parseQuery('?limit=many&offset=', mergeLimits(), false).pages).toEqual([]);
    expect(() => parseQuery('?limit=-1', mergeLimits(), false)).toThrow(
      expect.objectContaining({ status: 416 }),
    );
  });
});
