import type { Operation } from '../auth.ts';
import { answer } from '../request.ts';
import { creationOptions } from './creation-options.ts';
import { findPasskeys } from './passkey-rows.ts';
import { requirePasskeyAccount, requirePasskeyOwner } from './require-passkey-owner.ts';
import { tooManyPasskeys } from './verify-registration.ts';
import { storeChallenge } from './webauthn-challenges.ts';

/** POST /passkeys/registration/options */
export const startPasskeyRegistration: Operation = async (auth, context) => {
  const caller = await requirePasskeyOwner(auth, context);
  requirePasskeyAccount(caller);
  const { user, session } = caller;
  await auth.limits.take({ rule: 'challenges', who: user.id, limit: auth.settings.limits.codes });
  const passkeys = await findPasskeys(auth.database, user.id);
  if (passkeys.length >= auth.settings.passkeysPerAccount) throw tooManyPasskeys();
  const owner = { userId: user.id, sessionId: session.id };
  const { id, challenge, expiresAt } = await storeChallenge(auth, 'registration', owner);
  const options = await creationOptions(auth, user, challenge, {
    residentKey: 'required',
    userVerification: 'required',
  });
  return answer(context, { challenge_id: id, options, expires_at: expiresAt });
};
