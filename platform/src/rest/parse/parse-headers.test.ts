import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { parseAccept } from './parse-accept.ts';
import { parseCsv } from './parse-csv.ts';
import { parseOrder } from './parse-order.ts';
import { appliedPreferences, parsePrefer } from './parse-prefer.ts';
import { parseQuery } from './parse-query.ts';
import { contentRange, intersectPages, parseRange, rangeStatus } from './parse-range.ts';

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

describe('preferences', () => {
  test('are read once each, and unknown ones are remembered', () => {
    expect(
      parsePrefer(
        'return=minimal,count=exact, return=representation , max-affected=5,foo,timezone=America/Port-au-Prince',
        true,
      ),
    ).toEqual({
      return: 'minimal',
      count: 'exact',
      maxAffected: 5,
      timezone: 'America/Port-au-Prince',
      invalid: ['foo'],
    });
    expect(parsePrefer('tx=rollback', false)).toEqual({ invalid: [] });
    expect(parsePrefer('timezone=Nowhere/Land', true).invalid).toEqual(['timezone=Nowhere/Land']);
  });

  test('are confirmed in a fixed order', () => {
    const preferences = parsePrefer(
      'count=exact,return=minimal,resolution=merge-duplicates,handling=strict,max-affected=2',
      true,
    );
    expect(appliedPreferences(preferences, ['return', 'resolution', 'handling', 'maxAffected'])).toBe(
      'resolution=merge-duplicates, return=minimal, handling=strict, max-affected=2',
    );
    expect(appliedPreferences(preferences, [])).toBeUndefined();
  });
});

describe('a range', () => {
  test('comes from the header and meets the parameters', () => {
    expect(parseRange('5-9')).toEqual({ offset: 5, limit: 5 });
    expect(parseRange('5-')).toEqual({ offset: 5 });
    expect(parseRange('bytes=0-1')).toBeUndefined();
    expect(intersectPages({ offset: 2, limit: 10 }, { offset: 5, limit: 100 })).toEqual({
      offset: 5,
      limit: 7,
    });
    expect(intersectPages({ limit: 3 }, { offset: 5 })).toEqual({ offset: 5, limit: 0 });
  });

  test('is told back', () => {
    expect(contentRange(0, 3, undefined)).toBe('0-2/*');
    expect(contentRange(5, 0, 9)).toBe('*/9');
    expect([
      rangeStatus(0, 3, undefined),
      rangeStatus(0, 3, 3),
      rangeStatus(0, 3, 9),
      rangeStatus(9, 0, 9),
      rangeStatus(10, 0, 9),
    ]).toEqual([200, 200, 206, 206, 416]);
  });
});

describe('an accepted kind', () => {
  test('is the first we can give, by the weight the caller gives it', () => {
    expect(parseAccept(null, false).kind).toBe('json');
    expect(parseAccept('text/html, text/csv;q=0.5, application/json;q=0.4', false).kind).toBe('csv');
    expect(parseAccept('application/vnd.pgrst.object+json;nulls=stripped', false)).toMatchObject({
      kind: 'object',
      stripNulls: true,
    });
    expect(parseAccept('application/vnd.pgrst.array+json;nulls=stripped', false)).toMatchObject({
      kind: 'array',
      stripNulls: true,
    });
  });

  test('may be a plan, where that is allowed', () => {
    const accept =
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose|nonsense;';
    expect(parseAccept(accept, true)).toMatchObject({
      kind: 'object',
      plan: { format: 'json', options: ['analyze', 'verbose'] },
    });
    expect(() => parseAccept(accept, false)).toThrow(expect.objectContaining({ code: 'PGRST107' }));
  });
});

describe('a query string', () => {
  test('is taken apart', () => {
    const query = parseQuery(
      '?select=id&id=eq.1&posts.limit=2&posts.offset=1&order=id&or=(a.eq.1,b.eq.2)&columns=a,b&on_conflict=a',
      DEFAULT_LIMITS,
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
    expect(parseQuery('?a=1&b=eq.2', DEFAULT_LIMITS, true)).toMatchObject({
      args: [['a', '1']],
      filters: [{ value: { field: { name: 'b' } } }],
    });
    expect(() => parseQuery('?a=1', DEFAULT_LIMITS, false)).toThrow(
      expect.objectContaining({ code: 'PGRST100' }),
    );
  });

  test('without sense in its limit is as if it had none', () => {
    expect(parseQuery('?limit=many&offset=', DEFAULT_LIMITS, false).pages).toEqual([]);
    expect(() => parseQuery('?limit=-1', DEFAULT_LIMITS, false)).toThrow(
      expect.objectContaining({ status: 416 }),
    );
  });
});

describe('a CSV document', () => {
  test('becomes rows', () => {
    expect(parseCsv('a,b\r\n1,"x ""y"", z\nw"\nNULL,\n')).toEqual([
      { a: '1', b: 'x "y", z\nw' },
      { a: null, b: '' },
    ]);
    expect(parseCsv('')).toEqual([]);
    expect(parseCsv('a,b\n1,')).toEqual([{ a: '1', b: '' }]);
  });

  test('with ragged lines or open quotes is refused', () => {
    expect(() => parseCsv('a,b\n1')).toThrow(/same number/);
    expect(() => parseCsv('a\n"1')).toThrow(expect.objectContaining({ code: 'PGRST102' }));
    expect(() => parseCsv('a\n"1"x')).toThrow(expect.objectContaining({ code: 'PGRST102' }));
  });
});
