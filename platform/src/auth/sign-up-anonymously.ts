import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import { AuthError } from './errors.ts';
import { insertUser } from './new-user.ts';
import { answer, deviceOf } from './request.ts';
import { openSession, sessionAnswer } from './sessions.ts';
import { findUser } from './users.ts';

/** POST /signup without email and phone: an anonymous account, where the settings allow it. */
export async function signUpAnonymously(
  auth: Auth,
  context: Context,
  data: Record<string, unknown>,
): Promise<Response> {
  if (!auth.settings.anonymousSignIn) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const id = randomUUID();
  const { user, session } = await auth.database.transaction(async (transaction) => {
    for (const statement of insertUser({ id, data, anonymous: true })) await transaction.run(statement);
    const user = await findUser(transaction, id);
    if (!user) throw new Error('the account vanished while it was made');
    return { user, session: await openSession(transaction, user, 'anonymous', deviceOf(auth, context)) };
  });
  return answer(context, await sessionAnswer(auth, user, session));
}
