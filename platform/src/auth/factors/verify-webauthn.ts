import type { Transaction } from '../../database/database.ts';
import type { Auth } from '../auth.ts';
import type { Caller } from '../bearer.ts';
import { AuthError, invalid } from '../errors.ts';
import { requireNewCredential } from '../passkeys/passkey-rows.ts';
import { verifyAssertion, verifyRegistration } from '../passkeys/verify-credential.ts';
import type { WebAuthnSessionData } from '../passkeys/webauthn-challenges.ts';
import type { Body } from '../request.ts';
import { challengeExpired } from './challenge-expired.ts';
import { requireOwnRelyingParty } from './challenge-webauthn.ts';
import type { FactorRow } from './find-factor.ts';
import { recordFactorUse, toFactorCredential, toStoredCredential } from './webauthn-credential.ts';

/** Stores what the verification changes, in the transaction that raises the session. */
type Store = (transaction: Transaction) => Promise<void>;

/** Checks the answer of a security key or passkey to the factor's challenge. */
export async function verifyWebAuthn(
  auth: Auth,
  { session }: Caller,
  factor: FactorRow,
  challengeId: string,
  body: Body,
): Promise<Store> {
  requireOwnRelyingParty(auth, body);
  const { type, credential_response } = body.webauthn as Record<string, unknown>;
  const stored = factor.status === 'verified' ? factor.web_authn_credential : null;
  if (type !== (stored ? 'request' : 'create')) {
    throw invalid(`WebAuthn type must be ${stored ? 'request' : 'create'} for this factor`);
  }
  if (!credential_response) throw invalid('credential_response required');
  const { challenge } = await takeChallenge(auth, {
    factorId: factor.id,
    challengeId,
    sessionId: session.id,
  });
  const expected = { challenge, requireUserVerification: false };
  if (stored) {
    const used = await verifyAssertion(auth, credential_response, toStoredCredential(stored), expected);
    return (transaction) => recordFactorUse(transaction, factor.id, used);
  }
  const credential = await verifyRegistration(auth, credential_response, expected);
  return async (transaction) => {
    await requireNewCredential(transaction, credential.id);
    await transaction.query(
      'update auth.mfa_factors set web_authn_credential = $2::jsonb, web_authn_aaguid = $3 where id = $1',
      [factor.id, toFactorCredential(credential), credential.aaguid],
    );
  };
}

/** Deletes the challenge, so that it counts once, whatever the answer to it is worth. */
async function takeChallenge(
  auth: Auth,
  { factorId, challengeId, sessionId }: Record<'factorId' | 'challengeId' | 'sessionId', string>,
): Promise<WebAuthnSessionData> {
  const [challenge] = await auth.database.query<{ data: WebAuthnSessionData; late: boolean }>(
    `delete from auth.mfa_challenges where id = $1 and factor_id = $2 and web_authn_session_data ->> 'session_id' = $4
     returning web_authn_session_data as data, created_at < now() - make_interval(secs => $3) as late`,
    [challengeId, factorId, auth.settings.factorSeconds, sessionId],
  );
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.late) throw challengeExpired(challengeId);
  return challenge.data;
}
