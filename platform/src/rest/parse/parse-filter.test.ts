import { describe, expect, test } from 'vitest';
import { looksLikeOperation, parseFilter, parseLogic } from './parse-filter.ts';

const operation = (value: string) => {
  const { negated, operation } = parseFilter('a', value).value;
  return { negated, ...operation };
};

describe('a filter', () => {
  test('compares, one value or several', () => {
    expect(operation('eq.1')).toEqual({ negated: false, kind: 'compare', operator: 'eq', value: '1' });
    expect(operation('not.like(any).{a*,b}')).toEqual({
      negated: true,
      kind: 'compare',
      operator: 'like',
      quantifier: 'any',
      value: '{a*,b}',
    });
    expect(operation('eq.')).toMatchObject({ value: '' });
    expect(operation('eq.a.b,c)')).toMatchObject({ value: 'a.b,c)' });
    expect(operation('isdistinct.5')).toMatchObject({ kind: 'simple', operator: 'isdistinct', value: '5' });
  });

  test('takes lists', () => {
    expect(operation('in.(1,2)')).toMatchObject({ kind: 'in', values: ['1', '2'] });
    expect(operation('in.()')).toMatchObject({ values: [] });
    expect(operation('in.("a,b","c\\"d",e"f,)')).toMatchObject({ values: ['a,b', 'c"d', 'e"f', ''] });
  });

  test('parses is', () => {
    expect(operation('is.NULL')).toMatchObject({ kind: 'is', value: 'null' });
    expect(operation('not.is.not_null')).toMatchObject({ negated: true, value: 'not_null' });
  });

  test('searches text', () => {
    expect(operation('wfts(french).chat noir')).toMatchObject({
      kind: 'search',
      operator: 'wfts',
      language: 'french',
      value: 'chat noir',
    });
  });

  test('stands in an embedded resource and inside JSON', () => {
    expect(parseFilter('posts.author."odd.name"->a->>0', 'eq.1')).toMatchObject({
      path: ['posts', 'author'],
      value: {
        field: {
          name: 'odd.name',
          path: [
            { asText: false, key: 'a' },
            { asText: true, index: 0 },
          ],
        },
      },
    });
  });

  test.each([
    '',
    'x',
    'eq',
    'noop.1',
    'not.1',
    'not.not.eq.1',
    'in.1',
    'in.(1',
    'is.maybe',
    'eq(some).1',
    'neq(any).{1}',
    'fts(a.b',
    'is.nullx',
  ])('like %j is refused', (value) => {
    expect(() => operation(value)).toThrow(expect.objectContaining({ code: 'PGRST100', status: 400 }));
  });

  test('is distinguished from a function argument', () => {
    expect(['eq.1', 'not.in.(1)', 'fts(x).y', 'like(any).{a}', 'is.null'].map(looksLikeOperation)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['1', 'a.b', 'equal.1', '', '{1,2}', 'not.x'].map(looksLikeOperation)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a logic tree', () => {
  const tree = (key: string, value: string) => parseLogic(key, value, 5);

  test('nests', () => {
    expect(tree('or', '(a.eq.1,not.and(b.gt.2,c.not.is.null))')).toMatchObject({
      path: [],
      value: {
        operator: 'or',
        negated: false,
        children: [
          { kind: 'filter', field: { name: 'a' } },
          {
            kind: 'logic',
            operator: 'and',
            negated: true,
            children: [{ field: { name: 'b' } }, { negated: true, field: { name: 'c' } }],
          },
        ],
      },
    });
  });

  test('belongs to the resource in its key', () => {
    expect(tree('posts.not.or', '(a.eq.1)')).toMatchObject({
      path: ['posts'],
      value: { negated: true, operator: 'or' },
    });
  });

  test('ends its values at commas, unless they are quoted or arrays', () => {
    expect(tree('and', '(a.eq."x,)y",b.cs.{1,2},c.in.(1,"2,3"),d->>e.like.*x*, f.eq.)')).toMatchObject({
      value: {
        children: [
          { operation: { value: 'x,)y' } },
          { operation: { value: '{1,2}' } },
          { operation: { values: ['1', '2,3'] } },
          { field: { name: 'd', path: [{ key: 'e' }] }, operation: { value: '*x*' } },
          { operation: { value: '' } },
        ],
      },
    });
  });

  test('may filter columns that are called like its operators', () => {
    expect(tree('or', '(order.eq.1,android.eq.2)')).toMatchObject({
      value: { children: [{ field: { name: 'order' } }, { field: { name: 'android' } }] },
    });
  });

  test.each(['', '()', 'a.eq.1', '(a.eq.1', '(a.eq.1))', '(a)', '(a.eq.1,)', '(xor(a.eq.1))'])(
    'like %j is refused',
    (value) => {
      expect(() => tree('or', value)).toThrow(expect.objectContaining({ code: 'PGRST100' }));
    },
  );

  test('knows its depth', () => {
    expect(() => parseLogic('or', `${'(or'.repeat(10)}(a.eq.1)${')'.repeat(10)}`, 5)).toThrow(/too deeply/);
  });
});
