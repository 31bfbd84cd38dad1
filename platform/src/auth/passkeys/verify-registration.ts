import { notifyOfAccountChange } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import type { Operation, Queryable } from '../auth.ts';
import { AuthError, invalid } from '../errors.ts';
import { answer, deviceOf, readBody } from '../request.ts';
import { lockUser } from '../users.ts';
import { authenticatorName } from './authenticator-names.ts';
import {
  credentialExists,
  findPasskeys,
  type PasskeyRow,
  presentPasskey,
  requireNewCredential,
} from './passkey-rows.ts';
import { requirePasskeyAccount, requirePasskeyOwner } from './require-passkey-owner.ts';
import { type NewCredential, verifyRegistration } from './verify-credential.ts';
import { consumeChallenge } from './webauthn-challenges.ts';

/** POST /passkeys/registration/verify: adds the passkey that the browser created. */
export const verifyPasskeyRegistration: Operation = async (auth, context) => {
  const caller = await requirePasskeyOwner(auth, context);
  requirePasskeyAccount(caller);
  const { user, session } = caller;
  const body = await readBody(context);
  if (body.credential === undefined) throw invalid('credential is required');
  const owner = { userId: user.id, sessionId: session.id };
  const challenge = await consumeChallenge(auth.database, body, 'registration', owner);
  const credential = await verifyRegistration(auth, body.credential, {
    challenge,
    requireUserVerification: true,
  });
  const passkey = await auth.database.transaction(async (transaction) => {
    // Locks the user, so that simultaneous registrations count each other.
    await lockUser(transaction, user.id);
    const passkeys = await findPasskeys(transaction, user.id);
    if (passkeys.length >= auth.settings.passkeysPerAccount) throw tooManyPasskeys();
    await requireNewCredential(transaction, credential.id);
    const added = await insertPasskey(transaction, user.id, credential);
    const traits = { passkey_id: added.id };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'passkey_created', actor: user, traits, device }));
    return added;
  });
  void notifyOfAccountChange(auth, context, user, 'passkey_added');
  auth.log.info({ user_id: user.id, passkey_id: passkey.id }, 'passkey added');
  return answer(context, presentPasskey(passkey));
};

async function insertPasskey(db: Queryable, userId: string, credential: NewCredential): Promise<PasskeyRow> {
  const [row] = await db.query<PasskeyRow>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, friendly_name)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10)
     on conflict (credential_id) do nothing returning id, friendly_name, created_at, last_used_at`,
    [
      userId,
      credential.id,
      credential.publicKey,
      credential.attestationType,
      credential.aaguid,
      credential.signCount,
      JSON.stringify(credential.transports),
      credential.backupEligible,
      credential.backedUp,
      authenticatorName(credential.aaguid),
    ],
  );
  if (!row) throw credentialExists();
  return row;
}

export function tooManyPasskeys(): AuthError {
  return new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
}
