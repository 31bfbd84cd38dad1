import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Auth } from '../auth.ts';
import { AuthError, loggableError } from '../errors.ts';
import { requireRelyingParty } from './relying-party.ts';

/** Ed25519, ECDSA with P-256 and RSA, as COSE numbers them; what every authenticator has one of. */
export const ALGORITHMS = [-8, -7, -257];
const MAX_CREDENTIAL_ID_BYTES = 1023;
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** A credential as a passkey or a second factor stores it. */
export interface StoredCredential {
  id: Buffer;
  publicKey: Buffer;
  signCount: number;
  backupEligible: boolean;
}

export interface NewCredential extends StoredCredential {
  attestationType: string;
  /** The model of the authenticator; all zeros where it does not say. */
  aaguid: string;
  transports: string[];
  backedUp: boolean;
  userVerified: boolean;
}

interface Expected {
  challenge: string;
  requireUserVerification: boolean;
}

/** Checks the browser's answer to a registration. */
export async function verifyRegistration(
  auth: Auth,
  response: unknown,
  { challenge, requireUserVerification }: Expected,
): Promise<NewCredential> {
  const party = requireRelyingParty(auth);
  return refuseOnFailure(auth, async () => {
    const registration = response as RegistrationResponseJSON;
    refuseFrames(registration.response.clientDataJSON);
    refuseCertificates(registration.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: registration,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new Error('the attestation is not valid');
    const { credential, credentialDeviceType, credentialBackedUp, ...info } = registrationInfo;
    const id = Buffer.from(credential.id, 'base64url');
    if (credential.id !== registration.id) throw new Error('the credential has two ids');
    if (id.length > MAX_CREDENTIAL_ID_BYTES) throw new Error('the credential id is too long');
    return {
      id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      attestationType: info.fmt,
      aaguid: info.aaguid,
      transports: readTransports(credential.transports),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      userVerified: info.userVerified,
    };
  });
}

/** Checks the browser's answer to a sign-in against the stored credential; returns what changes in it. */
export async function verifyAssertion(
  auth: Auth,
  response: unknown,
  stored: StoredCredential,
  { challenge, requireUserVerification }: Expected,
): Promise<{ signCount: number; backedUp: boolean; userVerified: boolean }> {
  const party = requireRelyingParty(auth);
  return refuseOnFailure(auth, async () => {
    const assertion = response as AuthenticationResponseJSON;
    refuseFrames(assertion.response.clientDataJSON);
    const id = stored.id.toString('base64url');
    if (assertion.id !== id) throw new Error('another credential was used');
    // Refuses a counter that did not grow, the sign of a copied authenticator.
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(stored.publicKey), counter: stored.signCount },
      requireUserVerification,
    });
    if (!verified) throw new Error('the signature is not valid');
    const { newCounter, credentialDeviceType, credentialBackedUp, userVerified } = authenticationInfo;
    if ((credentialDeviceType === 'multiDevice') !== stored.backupEligible) {
      throw new Error('a credential cannot become one that is backed up');
    }
    return { signCount: newCounter, backedUp: credentialBackedUp, userVerified };
  });
}

/** The library throws plain errors for answers that are malformed or wrong; the reason is for the log only. */
async function refuseOnFailure<Result>(auth: Auth, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    auth.log.warn({ err: loggableError(error) }, 'webauthn credential refused');
    throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
  }
}

/** No other site embeds our pages, so an answer given inside a frame was not given to us. */
function refuseFrames(clientData: string): void {
  if (decodeClientDataJSON(clientData).crossOrigin) throw new Error('the page was inside another site');
}

/**
 * We ask for no attestation, so browsers send none or a signature by the new key itself. Certificates would be parsed,
 * and the addresses in them fetched, before anything is verified.
 */
function refuseCertificates(attestation: string): void {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  if (format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))) return;
  throw new Error('the attestation has certificates');
}

function readTransports(given: unknown): string[] {
  if (!Array.isArray(given)) return [];
  return [...TRANSPORTS].filter((transport) => given.includes(transport));
}
