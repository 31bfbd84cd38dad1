import { eraseAccountInput } from '@lakou/contract/identity/inputs';
import { requireServiceRole } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { readInput } from '../_shared/read-input.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { deleteLogin } from '../delete-account/delete-person.ts';

/**
 * For the service key, from the job delete_account: one step of deleting an account that delete-account has closed,
 * because it has more rows than one request can delete. Answers whether there is more to do.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  requireServiceRole(request);
  const { user_id } = await readInput(request, eraseAccountInput, { status: 404, key: 'member_not_found' });
  const service = serviceClient();
  const { data: more, error } = await service.rpc('erase_account_rows', { person: user_id });
  if (error) throw new Error(`erase_account_rows: ${error.message}`);
  if (!more) await deleteLogin(service, user_id);
  return Response.json({ more });
});
