import type { Operation } from '../auth.ts';
import { requireUser } from '../bearer.ts';
import { answer } from '../request.ts';
import { presentIdentity } from '../users.ts';

/** GET /user/identities */
export const listIdentities: Operation = async (auth, context) => {
  const { user } = await requireUser(auth, context);
  return answer(context, { identities: user.identities.map(presentIdentity) });
};
