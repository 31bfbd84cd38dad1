import { createHash, randomInt, randomUUID } from 'node:crypto';
import { requireFullAssurance } from '../assurance.ts';
import type { Operation } from '../auth.ts';
import { requireAnyCaller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { answer, deviceOf, readBody } from '../request.ts';
import { sendSms } from '../send-email.ts';
import { challengeWebAuthn, type WebAuthnFactorChallenge } from './challenge-webauthn.ts';
import { findFactor } from './find-factor.ts';

/** POST /factors/{factor_id}/challenge: begins a verification. A phone is sent its code, a security key has to sign. */
export const challengeFactor: Operation = async (auth, context) => {
  const caller = await requireAnyCaller(auth, context);
  const { user, session } = caller;
  const device = deviceOf(auth, context);
  const factor = await findFactor(auth.database, context, user.id);
  // A half signed-in session can only show the factors that the account has.
  if (factor.status === 'unverified') requireFullAssurance(session, user);
  await auth.limits.take({ rule: 'challenges', who: user.id, limit: auth.settings.limits.codes });
  const id = randomUUID();
  let codeHash: string | null = null;
  let webauthn: WebAuthnFactorChallenge | undefined;
  if (factor.factor_type === 'phone') {
    if (!auth.sms) {
      throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await sendSms(auth, context, { to: factor.phone ?? '', code, metadata: user.raw_user_meta_data });
    codeHash = hashFactorCode(id, code);
  } else if (factor.factor_type === 'webauthn') {
    webauthn = await challengeWebAuthn(auth, caller, factor, await readBody(context));
  }
  const [row] = await auth.database.query<{ expires_at: number }>(
    `with challenged as (update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
       values ($1, $2, now(), $3::inet, $4, $6::jsonb)
     returning floor(extract(epoch from created_at + make_interval(secs => $5)))::integer as expires_at`,
    [
      id,
      factor.id,
      device.address ?? '0.0.0.0',
      codeHash,
      auth.settings.factorSeconds,
      webauthn?.data ?? null,
    ],
  );
  const { factor_type: type } = factor;
  return answer(context, {
    id,
    type,
    expires_at: row?.expires_at,
    ...(webauthn && { webauthn: webauthn.shown }),
  });
};

/** Six digits can be brute-forced from the hash; the short expiry is the real protection. */
export function hashFactorCode(challengeId: string, code: string): string {
  return createHash('sha256').update(`${challengeId}\0${code}`).digest('hex');
}
