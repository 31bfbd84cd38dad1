import { describe, expect, test } from 'vitest';
import { parseCsv } from './parse-csv.ts';

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
