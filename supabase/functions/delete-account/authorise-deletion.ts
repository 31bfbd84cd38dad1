import { isErrorKey } from '@lakou/contract/errors';
import type { Client } from '../_shared/clients.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';

/** Whose account it is, if the database lets the caller delete it. */
export async function authoriseDeletion(client: Client, user_id: string | undefined): Promise<string> {
  const { data, error, status } = await client.rpc('can_delete_account', user_id ? { person: user_id } : {});
  if (!error) return data;
  if (isErrorKey(error.hint)) throw new Refusal(error.code === '23503' ? 409 : 403, error.hint);
  // An expired token, or one of an ended session.
  if (status === 401) throw new Refusal(401, 'not_authenticated');
  if (status === 403) throw new Refusal(403, 'no_access');
  throw failureOf('can_delete_account', status, error);
}
