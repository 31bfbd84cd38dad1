import { RestError, tooMuch } from '../errors.ts';
import type { RestLimits } from '../limits.ts';
import type { LogicTree, Operation } from './parse-filter.ts';
import type { Query } from './parse-query.ts';

/**
 * What clients cannot filter by: a regular expression of a few characters can take hours, and a pattern costs its length
 * times the length of the text.
 */
export function refuseCostlyFilters(
  query: Query,
  limits: Pick<RestLimits, 'searches' | 'searchLength'>,
): void {
  const patterns: string[] = [];
  for (const { value } of [...query.filters, ...query.logic]) collectPatterns(value, patterns);
  if (patterns.length > limits.searches) throw tooMuch('The request searches in too many places');
  if (patterns.join('').length > limits.searchLength) throw tooMuch('The search is too long');
}

function collectPatterns(tree: LogicTree, patterns: string[]): void {
  if (tree.kind === 'logic') for (const child of tree.children) collectPatterns(child, patterns);
  else if (isRegularExpression(tree.operation)) throw noRegularExpressions();
  else if (isSearch(tree.operation)) patterns.push(tree.operation.value);
}

function isRegularExpression(operation: Operation): boolean {
  return operation.kind === 'compare' && ['match', 'imatch'].includes(operation.operator);
}

function isSearch(operation: Operation): operation is Extract<Operation, { kind: 'compare' | 'search' }> {
  if (operation.kind === 'search') return true;
  return operation.kind === 'compare' && ['like', 'ilike'].includes(operation.operator);
}

function noRegularExpressions(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: 'Regular expressions are not allowed',
    details: 'The operators match and imatch need the service role',
    hint: 'Use like or ilike with * as a wildcard, or a full-text search such as wfts',
  });
}
