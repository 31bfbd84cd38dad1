import { randomUUID } from 'node:crypto';
import type { Statement } from '../../database/database.ts';
import { auditEntry } from '../audit.ts';
import { AuthError, invalid } from '../errors.ts';
import { insertUser } from '../new-user.ts';
import { newToken, storeToken } from '../one-time-tokens.ts';
import { answer, deviceOf, readBody, readEmail, readMetadata } from '../request.ts';
import { sendEmail } from '../send-email.ts';
import { findUser, findUserByEmail, presentUser, type User } from '../users.ts';
import { forAdmins } from './for-admins.ts';
import { writeAccount } from './write-account.ts';

/** POST /invite: emails a link that signs the user in, who then chooses a password. */
export const inviteUser = forAdmins(async (auth, context) => {
  const body = await readBody(context);
  const email = readEmail(body);
  if (email === '') throw invalid('An email address is required');
  const data = readMetadata(body) ?? {};
  const existing = await findUserByEmail(auth.database, email);
  requireUnconfirmed(existing);
  const id = existing?.id ?? randomUUID();
  const token = newToken('confirmation_token', email);
  const metadata = existing?.raw_user_meta_data ?? data;
  await sendEmail(auth, context, { to: email, kind: 'invite', metadata, link: { token, type: 'invite' } });
  const traits = { user_id: id };
  await writeAccount(auth, 'inviting', () =>
    auth.database.run([
      ...(existing ? [] : insertUser({ id, email, data })),
      ...storeToken(id, token),
      markInvited(id),
      auditEntry({ action: 'user_invited', traits, device: deviceOf(auth, context) }),
    ]),
  );
  const user = await findUser(auth.database, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return answer(context, presentUser(user));
});

export function requireUnconfirmed(user: User | undefined): void {
  if (!user?.confirmed_at) return;
  throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** Removes a password that was set, without confirmation, before the invitation. */
export function markInvited(id: string): Statement {
  return {
    text: `update auth.users set invited_at = now(), encrypted_password = '' where id = $1 and confirmed_at is null`,
    values: [id],
  };
}
