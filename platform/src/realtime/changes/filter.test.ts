import { describe, expect, test } from 'vitest';
import { conditionSql, parseFilter } from './filter.ts';
import { FilterRefused } from './filter-refused.ts';

describe('a filter', () => {
  test('is a column, an operator and an arbitrary value', () => {
    expect(parseFilter('topic_id=eq.a.b=c')).toEqual([
      { column: 'topic_id', operator: 'eq', negated: false, value: 'a.b=c' },
    ]);
  });

  test('can be several, joined by commas outside of quotes and parentheses', () => {
    expect(parseFilter('a=in.(1,"2,\\"3"),b=not.like."x,%",c=is.null')).toEqual([
      { column: 'a', operator: 'in', negated: false, value: '{"1","2,\\"3"}' },
      { column: 'b', operator: 'like', negated: true, value: 'x,%' },
      { column: 'c', operator: 'is', negated: false, value: null },
    ]);
  });

  test.each(['', 'id', 'id=eq', 'id=constructor.1', 'id=in.1', 'id=is.maybe', '=eq.1'])(
    'that is no filter is refused: %j',
    (filter) => {
      expect(() => parseFilter(filter)).toThrow(FilterRefused);
    },
  );

  test('with too many values is refused', () => {
    expect(() => parseFilter(`id=in.(${Array.from({ length: 101 }, (_, n) => n)})`)).toThrow(
      'too many values',
    );
  });

  test('with a hundred ids is read, with more conditions or bytes refused', () => {
    const ids = Array.from({ length: 100 }, () => '00000000-0000-4000-8000-000000000000');
    expect(parseFilter(`topic_id=in.(${ids})`)).toHaveLength(1);
    const conditions = (count: number) => Array.from({ length: count }, (_, n) => `id=gt.${n}`).join();
    expect(parseFilter(conditions(10))).toHaveLength(10);
    expect(() => parseFilter(conditions(11))).toThrow('at most 10 conditions');
    expect(() => parseFilter(`body=eq.${'x'.repeat(4_096)}`)).toThrow('at most 4096 bytes');
  });

  test('never puts its value into the SQL', () => {
    const [condition] = parseFilter(`id=eq.1; drop table x; --`);
    expect(condition && conditionSql(condition, 'r."id"', 'bigint', '$1')).toBe('r."id" = $1::bigint');
  });
});
