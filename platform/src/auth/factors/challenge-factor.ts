import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { answer, deviceOf } from '../request.ts';
import { sendSms } from '../send-email.ts';
import { findFactor } from './find-factor.ts';

/** POST /factors/{factor_id}/challenge: begins a verification; a phone factor is sent its code. */
export const challengeFactor: Operation = async (auth, context) => {
  const { user } = await requireCaller(auth, context);
  const device = deviceOf(auth, context);
  const factor = await findFactor(auth.database, context, user.id);
  await auth.limits.take({ rule: 'challenges', who: user.id, limit: auth.settings.limits.codes });
  const id = randomUUID();
  let codeHash: string | null = null;
  if (factor.factor_type === 'phone') {
    if (!auth.sms) {
      throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await sendSms(auth, context, { to: factor.phone ?? '', code, metadata: user.raw_user_meta_data });
    codeHash = hashFactorCode(id, code);
  }
  const [row] = await auth.database.query<{ expires_at: number }>(
    `with challenged as (update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
       values ($1, $2, now(), $3::inet, $4)
     returning floor(extract(epoch from created_at + make_interval(secs => $5)))::integer as expires_at`,
    [id, factor.id, device.address ?? '0.0.0.0', codeHash, auth.settings.factorSeconds],
  );
  return answer(context, { id, type: factor.factor_type, expires_at: row?.expires_at });
};

/** Six digits can be brute-forced from the hash; the short expiry is the real protection. */
export function hashFactorCode(challengeId: string, code: string): string {
  return createHash('sha256').update(`${challengeId}\0${code}`).digest('hex');
}
