import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('texts that a spreadsheet would compute begin with an apostrophe; amounts stay numbers', () => {
  expect(csvLine(['=HYPERLINK("x")', '+1', '-2', '@sum', '\tx', 'Pousyè', -12.99, null])).toBe(
    `"'=HYPERLINK(""x"")",'+1,'-2,'@sum,'\tx,Pousyè,-12.99,\r\n`,
  );
});

test('commas, quotes and new lines stay in their cell', () => {
  expect(csvLine(['a,b', 'say "wi"', 'x\ny'])).toBe('"a,b","say ""wi""","x\ny"\r\n');
});
