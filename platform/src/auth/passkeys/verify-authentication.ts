import { auditEntry } from '../audit.ts';
import type { Operation, Queryable } from '../auth.ts';
import { AuthError, invalid } from '../errors.ts';
import { rememberDevice } from '../known-devices.ts';
import { answer, deviceOf, readBody } from '../request.ts';
import { issueSession } from '../sessions.ts';
import { findUser, type User } from '../users.ts';
import { requireRelyingParty } from './relying-party.ts';
import { type StoredCredential, verifyAssertion } from './verify-credential.ts';
import { consumeChallenge } from './webauthn-challenges.ts';

type SignInPasskey = StoredCredential & { passkeyId: string; userId: string };

/** POST /passkeys/authentication/verify: signs in the owner of the passkey, at aal1 as GoTrue does. */
export const verifyPasskeyAuthentication: Operation = async (auth, context) => {
  requireRelyingParty(auth);
  const body = await readBody(context);
  const device = deviceOf(auth, context);
  await auth.limits.take({ rule: 'sign-ins', who: device.network, limit: auth.settings.limits.signIns });
  if (body.credential === undefined) throw invalid('credential is required');
  const challenge = await consumeChallenge(auth.database, body, 'authentication');
  const passkey = await findUsedPasskey(auth.database, body.credential);
  const used = await verifyAssertion(auth, body.credential, passkey, {
    challenge,
    requireUserVerification: true,
  });
  const user = requireCanSignIn(await findUser(auth.database, passkey.userId));
  const session = await auth.database.transaction(async (transaction) => {
    await recordUse(transaction, passkey, used);
    const traits = { passkey_id: passkey.passkeyId };
    await transaction.run(auditEntry({ action: 'login', actor: user, traits, device }));
    return issueSession(auth, user, 'passkey', device, { db: transaction });
  });
  await rememberDevice(auth, context, user.id);
  auth.log.info({ user_id: user.id, method: 'passkey' }, 'signed in');
  return answer(context, session);
};

/** The passkey with the credential's id, if the authenticator names the same owner. */
async function findUsedPasskey(db: Queryable, credential: unknown): Promise<SignInPasskey> {
  const { id, response } = (credential ?? {}) as { id?: unknown; response?: { userHandle?: unknown } };
  const credentialId = typeof id === 'string' ? Buffer.from(id, 'base64url') : Buffer.alloc(0);
  const [row] = await db.query<{
    passkey_id: string;
    user_id: string;
    public_key: Buffer;
    sign_count: number;
    backup_eligible: boolean;
  }>(
    `select id as passkey_id, user_id, public_key, sign_count, backup_eligible
     from auth.webauthn_credentials where credential_id = $1`,
    [credentialId],
  );
  const handle = response?.userHandle;
  if (!row || typeof handle !== 'string' || Buffer.from(handle, 'base64url').toString() !== row.user_id) {
    throw new AuthError(400, 'webauthn_credential_not_found', 'Credential not found');
  }
  return {
    id: credentialId,
    passkeyId: row.passkey_id,
    userId: row.user_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    backupEligible: row.backup_eligible,
  };
}

function requireCanSignIn(user: User | undefined): User {
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
  if (user.email && !user.email_confirmed_at) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  }
  if (user.phone && !user.phone_confirmed_at) {
    throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed');
  }
  return user;
}

/** Of two simultaneous sign-ins with one counter only the first succeeds. Zero: the authenticator does not count. */
async function recordUse(
  db: Queryable,
  { passkeyId }: SignInPasskey,
  { signCount, backedUp }: { signCount: number; backedUp: boolean },
): Promise<void> {
  const recorded = await db.query(
    `update auth.webauthn_credentials
     set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
    [passkeyId, signCount, backedUp],
  );
  if (recorded.length > 0) return;
  throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
}
