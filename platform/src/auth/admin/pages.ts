import type { Context } from 'hono';
import { invalid } from '../errors.ts';

export interface Page {
  page: number;
  perPage: number;
}

const MOST = 1000;

export function readPage(context: Context): Page {
  return { page: whole(context, 'page', 1), perPage: Math.min(whole(context, 'per_page', 50), MOST) };
}

/** How many there are, and where the next and the last ones are. Clients find `page` by its place: it comes first. */
export function sayPage(context: Context, path: string, { page, perPage }: Page, total: number): void {
  const last = Math.max(1, Math.ceil(total / perPage));
  const to = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  context.header('x-total-count', String(total));
  context.header('link', [...(page < last ? [to(page + 1, 'next')] : []), to(last, 'last')].join(', '));
}

function whole(context: Context, name: string, usual: number): number {
  const given = context.req.query(name) ?? '';
  if (given === '') return usual;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) {
    throw invalid(`Bad Pagination Parameters: ${name} must be a whole number above 0`);
  }
  return number;
}
