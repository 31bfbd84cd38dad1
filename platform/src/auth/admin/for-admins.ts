import type { Operation } from '../auth.ts';
import { requireToken } from '../bearer.ts';
import { AuthError } from '../errors.ts';

/** An operation that requires the service key. The application's own admins are users and do not have it. */
export function forAdmins(operation: Operation): Operation {
  return async (auth, context) => {
    const { role } = await requireToken(auth, context);
    if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
    return operation(auth, context);
  };
}
