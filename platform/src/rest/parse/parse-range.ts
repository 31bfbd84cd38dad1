import { invalidRange } from '../errors.ts';
import type { Page } from './parse-query.ts';

/** Parses `Range: 0-9`, counted in rows. Anything else is ignored. */
export function parseRange(header: string | null): Page | undefined {
  const match = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match?.[1]) return undefined;
  const offset = Number(match[1]);
  if (!match[2]) return { offset };
  const last = Number(match[2]);
  if (last < offset) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset, limit: last - offset + 1 };
}

/** The intersection of the header and the parameters. */
export function intersectPages(a: Page, b: Page): Page {
  const offset = Math.max(a.offset ?? 0, b.offset ?? 0);
  const end = Math.min(endOf(a), endOf(b));
  const page: Page = {};
  if (offset > 0) page.offset = offset;
  if (end !== Number.POSITIVE_INFINITY) page.limit = Math.max(end - offset, 0);
  return page;
}

function endOf(page: Page): number {
  return page.limit === undefined ? Number.POSITIVE_INFINITY : (page.offset ?? 0) + page.limit;
}

/** `Content-Range`: the returned rows and the total (`*` when it was not counted). */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** 206 when there are more rows, 416 when the offset is past the end. */
export function rangeStatus(offset: number, rows: number, total: number | undefined): 200 | 206 | 416 {
  if (total === undefined) return 200;
  if (offset > total) return 416;
  return rows < total ? 206 : 200;
}
