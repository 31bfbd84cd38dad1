import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Auth } from '../auth.ts';
import type { Caller } from '../bearer.ts';
import { AuthError, invalid } from '../errors.ts';
import { creationOptions } from '../passkeys/creation-options.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { newSessionData, type WebAuthnSessionData } from '../passkeys/webauthn-challenges.ts';
import type { Body } from '../request.ts';
import type { FactorRow } from './find-factor.ts';

export interface WebAuthnFactorChallenge {
  data: WebAuthnSessionData;
  shown: { type: 'create' | 'request'; credential_options: { publicKey: object } };
}

/** Options to create the credential of a new factor, or to use that of a verified one. */
export async function challengeWebAuthn(
  auth: Auth,
  { user, session }: Caller,
  factor: FactorRow,
  body: Body,
): Promise<WebAuthnFactorChallenge> {
  requireOwnRelyingParty(auth, body);
  // A second factor follows the password, so older security keys without a PIN will do.
  const data = newSessionData(auth, 'preferred', session.id);
  if (factor.status === 'unverified' || !factor.web_authn_credential) {
    const publicKey = await creationOptions(auth, user, data.challenge, {
      residentKey: 'discouraged',
      userVerification: 'preferred',
    });
    return { data, shown: { type: 'create', credential_options: { publicKey } } };
  }
  const { id, transport } = factor.web_authn_credential;
  const publicKey = await generateAuthenticationOptions({
    rpID: data.rpId,
    challenge: new Uint8Array(Buffer.from(data.challenge, 'base64url')),
    timeout: auth.settings.factorSeconds * 1000,
    userVerification: 'preferred',
    allowCredentials: [{ id: Buffer.from(id, 'base64').toString('base64url'), transports: transport }],
  });
  return { data, shown: { type: 'request', credential_options: { publicKey } } };
}

/** The client names the site it believes to be on. Only ours counts, whatever it says. */
export function requireOwnRelyingParty({ settings }: Auth, body: Body): void {
  const party = relyingPartyOf(settings.url);
  if (!party) {
    throw new AuthError(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn');
  }
  const given = body.webauthn;
  if (typeof given !== 'object' || given === null) throw invalid('WebAuthn config required');
  const { rpId, rpOrigins } = given as { rpId?: unknown; rpOrigins?: unknown };
  const origins: readonly unknown[] = Array.isArray(rpOrigins) ? rpOrigins : [rpOrigins ?? party.origins[0]];
  if ((rpId ?? party.id) === party.id && origins.every((one) => (party.origins as unknown[]).includes(one))) {
    return;
  }
  throw invalid(`This server's relying party is ${party.id} with the origin ${party.origins.join(', ')}`);
}
