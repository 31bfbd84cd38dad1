import { describe, expect, test } from 'vitest';
import { contentRange, intersectPages, parseRange, rangeStatus } from './parse-range.ts';

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

  test('is returned in Content-Range', () => {
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
