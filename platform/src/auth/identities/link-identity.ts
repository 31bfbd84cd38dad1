import { requireTrustedSession } from '../assurance.ts';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { sendToProvider } from '../oauth/authorize.ts';
import { requireManualLinking } from '../oauth/manual-linking.ts';

/**
 * GET /user/identities/authorize: begins to link a provider to the signed-in user's account. Somebody else may open the
 * provider's page, so the identity is linked only when this session redeems the flow's code (redeem-link.ts).
 */
export const linkIdentity: Operation = async (auth, context) => {
  requireManualLinking(auth);
  const caller = await requireCaller(auth, context);
  requireTrustedSession(caller);
  return sendToProvider(auth, context, { userId: caller.user.id, sessionId: caller.session.id });
};
