import type { Operation } from '../auth.ts';
import { requireToken } from '../bearer.ts';
import { AuthError } from '../errors.ts';

/** GoTrue's roles of admins. */
const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin'];

/** An operation that requires such a token. The application's own admins are users and do not have one. */
export function forAdmins(operation: Operation): Operation {
  return async (auth, context) => {
    const { role } = await requireToken(auth, context);
    if (!ADMIN_ROLES.includes(role)) throw new AuthError(403, 'not_admin', 'User not allowed');
    return operation(auth, context);
  };
}
