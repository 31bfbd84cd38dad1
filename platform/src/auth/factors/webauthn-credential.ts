import type { Queryable } from '../auth.ts';
import { AuthError } from '../errors.ts';
import type { NewCredential, StoredCredential } from '../passkeys/verify-credential.ts';

/** `auth.mfa_factors.web_authn_credential`, as GoTrue's library writes it. */
export interface FactorCredential {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string };
}

export function toFactorCredential(credential: NewCredential): FactorCredential {
  return {
    id: credential.id.toString('base64'),
    publicKey: credential.publicKey.toString('base64'),
    attestationType: credential.attestationType,
    transport: credential.transports,
    flags: {
      userPresent: true,
      userVerified: credential.userVerified,
      backupEligible: credential.backupEligible,
      backupState: credential.backedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: credential.signCount,
      cloneWarning: false,
      attachment: '',
    },
  };
}

export function toStoredCredential({
  id,
  publicKey,
  flags,
  authenticator,
}: FactorCredential): StoredCredential {
  return {
    id: Buffer.from(id, 'base64'),
    publicKey: Buffer.from(publicKey, 'base64'),
    signCount: authenticator.signCount,
    backupEligible: flags.backupEligible,
  };
}

/** Of two simultaneous uses of one counter only the first succeeds. Zero: the authenticator does not count. */
export async function recordFactorUse(
  db: Queryable,
  factorId: string,
  used: { signCount: number; backedUp: boolean; userVerified: boolean },
): Promise<void> {
  const recorded = await db.query(
    `update auth.mfa_factors set updated_at = now(), web_authn_credential = web_authn_credential || jsonb_build_object(
       'authenticator', (web_authn_credential -> 'authenticator') || jsonb_build_object('signCount', $2::bigint),
       'flags', (web_authn_credential -> 'flags')
         || jsonb_build_object('backupState', $3::boolean, 'userVerified', $4::boolean))
     where id = $1 and ($2::bigint = 0 or (web_authn_credential -> 'authenticator' ->> 'signCount')::bigint < $2)
     returning id`,
    [factorId, used.signCount, used.backedUp, used.userVerified],
  );
  if (recorded.length > 0) return;
  throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
}
