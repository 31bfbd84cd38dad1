import { describe, expect, test } from 'vitest';
import { parseOrder } from './parse-order.ts';

describe('an order', () => {
  test('has directions, nulls and related columns', () => {
    expect(parseOrder('a, b.desc.nullslast,c->>d.asc,author(name).desc,e.nullsfirst')).toEqual([
      { field: { name: 'a', path: [] } },
      { field: { name: 'b', path: [] }, direction: 'desc', nulls: 'last' },
      { field: { name: 'c', path: [{ asText: true, key: 'd' }] }, direction: 'asc' },
      { relation: 'author', field: { name: 'name', path: [] }, direction: 'desc' },
      { field: { name: 'e', path: [] }, nulls: 'first' },
    ]);
  });

  test.each(['', 'a.', 'a.up', 'a.asc.desc', 'a.desc.nulls', 'a,', 'a(b', 'a(b,c)'])(
    'like %j is refused',
    (text) => {
      expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }));
    },
  );
});
