import { isErrorKey } from '@lakou/contract/errors';
import type { PostgrestError } from '@supabase/supabase-js';
import { failureOf, Refusal } from './refusal.ts';

/** What the database refused, with its key and details; any other failure as the host shall log it. */
export function databaseRefusal(call: string, status: number, error: PostgrestError): Error {
  const { hint, details } = error;
  if (isErrorKey(hint)) return new Refusal(status, hint, details ? JSON.parse(details) : {});
  // An expired or forged token.
  if (status === 401) return new Refusal(401, 'not_authenticated');
  return failureOf(call, status, error);
}
