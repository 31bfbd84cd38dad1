import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Operation } from '../auth.ts';
import { answer, deviceOf } from '../request.ts';
import { requireRelyingParty } from './relying-party.ts';
import { storeChallenge } from './webauthn-challenges.ts';

/** POST /passkeys/authentication/options: names no account, because the authenticator finds it. */
export const startPasskeyAuthentication: Operation = async (auth, context) => {
  const party = requireRelyingParty(auth);
  const { network } = deviceOf(auth, context);
  const { passkeyChallenges } = auth.settings.limits;
  await auth.limits.take({ rule: 'passkey challenges', who: network, limit: passkeyChallenges });
  const { id, challenge, expiresAt } = await storeChallenge(auth, 'authentication');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: auth.settings.factorSeconds * 1000,
    userVerification: 'required',
  });
  return answer(context, { challenge_id: id, options, expires_at: expiresAt });
};
