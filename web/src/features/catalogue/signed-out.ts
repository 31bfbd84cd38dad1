import { DataError } from '#lib/database.ts';

/** The server no longer takes us for who we were, and the page has not heard of it yet. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof DataError && error.status === 401;
}
