import { deleteAccountInput } from '@lakou/contract/identity/inputs';
import { requireCaller } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { readInput } from '../_shared/read-input.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { authoriseDeletion } from './authorise-deletion.ts';
import { deletePerson } from './delete-person.ts';
import { signInAgain } from './sign-in-again.ts';

/**
 * Deletes the caller's account, or, for admins, that of `user_id`. Own accounts need a fresh proof: a sign-in or second
 * factor of the last minutes, or the `password` here.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const { user_id, password } = await readInput(request, deleteAccountInput, {
    status: 404,
    key: 'member_not_found',
  });
  const fresh = password ? await signInAgain(request, password) : undefined;
  try {
    const person = await authoriseDeletion(fresh ?? caller.client, user_id);
    await deletePerson(serviceClient(), person);
    return Response.json({ deleted: person });
  } finally {
    // Where nothing was deleted, the proof must not remain as one more signed-in device.
    await fresh?.auth.signOut({ scope: 'local' });
  }
});
