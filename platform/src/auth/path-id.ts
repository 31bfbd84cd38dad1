import type { Context } from 'hono';
import { AuthError } from './errors.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id in the path. A malformed one is reported as not found. */
export function pathId(context: Context, name: string): string {
  const id = context.req.param(name) ?? '';
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`);
  return id.toLowerCase();
}
