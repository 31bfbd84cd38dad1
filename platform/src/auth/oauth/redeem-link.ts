import type { Context } from 'hono';
import type { Transaction } from '../../database/database.ts';
import { requireFullAssurance } from '../assurance.ts';
import type { Auth } from '../auth.ts';
import { type CallerSession, findUserWithSession, requireToken, sessionNotFound } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import type { FlowState } from '../flow-states.ts';
import type { User } from '../users.ts';
import { linkExternalUser } from './link-external-user.ts';
import type { ExternalUser } from './provider.ts';

/** Keeps what the provider answered, until the session that began the flow redeems its code. */
export async function keepForLink(
  transaction: Transaction,
  flowId: string,
  externalUser: ExternalUser,
): Promise<void> {
  const kept = await transaction.query(
    'update platform.pending_links set external_user = $2::jsonb where flow_id = $1 returning flow_id',
    [flowId, externalUser],
  );
  // The session that began it has ended meanwhile.
  if (kept.length === 0) throw sessionNotFound();
}

/**
 * Links the identity to the account of the session that began the flow, if that session is still open. The browser has
 * proved with the flow's verifier that it is the one that began it; where it names a session, that must be the same.
 */
export async function redeemLink(
  auth: Auth,
  context: Context,
  transaction: Transaction,
  flow: FlowState,
): Promise<{ user: User; before: User; session: CallerSession }> {
  const { linking_target_id: userId, link_session_id: sessionId, external_user: externalUser } = flow;
  if (!userId || !sessionId || !externalUser) throw sessionNotFound();
  const named = await namedSession(auth, context);
  if (named !== undefined && named !== sessionId) {
    throw new AuthError(403, 'bad_code_verifier', 'Another session began to link this identity');
  }
  const caller = await findUserWithSession(auth, transaction, { userId, sessionId });
  if (!caller?.session) throw sessionNotFound();
  requireFullAssurance(caller.session, caller.user);
  const user = await linkExternalUser(transaction, externalUser, userId);
  return { user, before: caller.user, session: caller.session };
}

/** The session of the request's token. The official client sends its public key there, which has none. */
async function namedSession(auth: Auth, context: Context): Promise<unknown> {
  const header = context.req.header('authorization');
  if (header === undefined || header.endsWith(` ${auth.keys.anonKey}`)) return undefined;
  return (await requireToken(auth, context)).session_id;
}
