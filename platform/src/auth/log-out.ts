import { isHalfSignedIn, requireFullAssurance } from './assurance.ts';
import type { Operation } from './auth.ts';
import { requireAnyCaller } from './bearer.ts';
import { invalid } from './errors.ts';

const ENDS: Record<string, string> = {
  global: 'true',
  local: 'id = $2',
  others: 'id <> $2',
};

/** POST /logout: ends sessions, and with them their refresh tokens. A half signed-in session ends only itself. */
export const logOut: Operation = async (auth, context) => {
  const scope = context.req.query('scope') ?? 'global';
  const ends = ENDS[scope];
  if (ends === undefined) throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  const { user, session } = await requireAnyCaller(auth, context);
  if (scope === 'others') requireFullAssurance(session, user);
  await auth.database.query(
    `delete from auth.sessions where user_id = $1 and $2::uuid is not null and ${isHalfSignedIn(session, user) ? ENDS.local : ends}`,
    [user.id, session.id],
  );
  context.header('cache-control', 'no-store');
  return context.body(null, 204);
};
