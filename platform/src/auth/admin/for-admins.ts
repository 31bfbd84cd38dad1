import type { Operation } from '../auth.ts';
import { requireToken } from '../bearer.ts';
import { AuthError } from '../errors.ts';

/** An operation for who holds the service key, and nobody else: not for the house's own admins, who are members. */
export function forAdmins(operation: Operation): Operation {
  return async (auth, context) => {
    const { role } = await requireToken(auth, context);
    if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
    return operation(auth, context);
  };
}
