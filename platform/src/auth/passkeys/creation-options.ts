import {
  type AuthenticatorSelectionCriteria,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server';
import type { Auth } from '../auth.ts';
import type { User } from '../users.ts';
import { findCredentialIds } from './passkey-rows.ts';
import { requireRelyingParty } from './relying-party.ts';
import { ALGORITHMS } from './verify-credential.ts';

/** What the browser needs to create a credential for a user. */
export async function creationOptions(
  auth: Auth,
  user: User,
  challenge: string,
  authenticatorSelection: AuthenticatorSelectionCriteria,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const name = user.email || user.phone || user.id;
  const known = await findCredentialIds(auth.database, user.id);
  return generateRegistrationOptions({
    rpID: requireRelyingParty(auth).id,
    rpName: auth.settings.siteName || requireRelyingParty(auth).id,
    // As GoTrue does it: the id as text.
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: name,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: auth.settings.factorSeconds * 1000,
    excludeCredentials: known.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection,
    supportedAlgorithmIDs: ALGORITHMS,
  });
}
