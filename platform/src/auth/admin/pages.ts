import type { Context } from 'hono';
import { invalid } from '../errors.ts';

export interface Page {
  page: number;
  perPage: number;
}

const MAX_PER_PAGE = 1000;

export function readPage(context: Context): Page {
  return {
    page: readWholeNumber(context, 'page', 1),
    perPage: Math.min(readWholeNumber(context, 'per_page', 50), MAX_PER_PAGE),
  };
}

/**
 * Sets the total and the links. `found`: the rows from this page on, one more than a page at most. They decide whether
 * there is a next page, because a large total is an estimate. The official client reads `page` by position, so it comes
 * first.
 */
export function setPageHeaders(
  context: Context,
  path: string,
  { page, perPage }: Page,
  { found, total: counted }: { found: number; total: number },
): void {
  const hasNext = found > perPage;
  const until = (page - 1) * perPage + found;
  const total = hasNext || found === 0 ? Math.max(counted, found && until) : until;
  const last = Math.max(1, Math.ceil(total / perPage));
  const to = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  context.header('x-total-count', String(total));
  context.header('link', [...(hasNext ? [to(page + 1, 'next')] : []), to(last, 'last')].join(', '));
}

function readWholeNumber(context: Context, name: string, fallback: number): number {
  const given = context.req.query(name) ?? '';
  if (given === '') return fallback;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) {
    throw invalid(`Bad Pagination Parameters: ${name} must be a readWholeNumber number above 0`);
  }
  return number;
}
