import { expect, test } from 'vitest';
import { FilterRefused } from './filter-refused.ts';
import { refuseCostlyExpression } from './regular-expression.ts';

test.each([
  'Sodo',
  '^[A-Z]+-\\d{1,4} .*$',
  '(film|movie|serie)s?',
  '(?:a|b)+',
  '[[:alpha:]]+ [^]a+*]*?x',
  '\\(\\d\\)',
  '[(?=]x{2}',
  '',
])('an expression that is matched in one pass is accepted: %j', (expression) => {
  expect(() => refuseCostlyExpression(expression)).not.toThrow();
});

test.each([
  '(a+)+',
  '(a*)?',
  '(?:(x|y*)z)*',
  '((a?)b){3}',
  'a**',
  'a{2}{3}',
  '***=a',
  '(a)\\1',
  'a(?=b)',
  'a(?!b)',
  '(?<=a)b',
  '(?<!a)b',
  '(?i)a',
  '(?x)a',
  'a{21}',
  'a{1,21}',
  'a{11}b{11}',
  '(a){15,}b{6}',
  'a?b?c?d?e?f?',
  'a'.repeat(101),
])('an expression that could take long is refused: %j', (expression) => {
  expect(() => refuseCostlyExpression(expression)).toThrow(FilterRefused);
});
