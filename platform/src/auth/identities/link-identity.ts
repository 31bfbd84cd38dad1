import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { sendToProvider } from '../oauth/authorize.ts';
import { requireManualLinking } from '../oauth/manual-linking.ts';

/** GET /user/identities/authorize: links a provider to the signed-in user's account, in the callback. */
export const linkIdentity: Operation = async (auth, context) => {
  requireManualLinking(auth);
  const { user } = await requireCaller(auth, context);
  return sendToProvider(auth, context, user.id);
};
