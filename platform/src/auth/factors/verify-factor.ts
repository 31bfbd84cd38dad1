import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Transaction } from '../../database/database.ts';
import { notifyOfAccountChange, requireTrustedSession } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import type { Auth, Operation } from '../auth.ts';
import { type Caller, requireAnyCaller } from '../bearer.ts';
import { AuthError, invalid } from '../errors.ts';
import { overRequestRateLimit } from '../rate-limits.ts';
import { answer, deviceOf, readBody, readText } from '../request.ts';
import { sessionAnswer } from '../sessions.ts';
import { findUser, lockUser } from '../users.ts';
import { challengeExpired } from './challenge-expired.ts';
import { hashFactorCode } from './challenge-factor.ts';
import { type FactorRow, findFactor } from './find-factor.ts';
import { raiseSession } from './raise-session.ts';
import { stepOf } from './totp.ts';
import { verifyWebAuthn } from './verify-webauthn.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FAILURES = 'factor failures';
/** Longer than a code is accepted: three steps of 30 seconds. */
const REMEMBER_USED_SECONDS = 150;

/** POST /factors/{factor_id}/verify: the right code or signature raises the session to aal2. */
export const verifyFactor: Operation = async (auth, context) => {
  const caller = await requireAnyCaller(auth, context);
  const body = await readBody(context);
  const challengeId = readText(body, 'challenge_id');
  if (!UUID.test(challengeId)) throw invalid('challenge_id must be an UUID');
  const factor = await findFactor(auth.database, context, caller.user.id);
  // Adds the factor to the account; it must not be usable to bypass a verified one.
  const isNew = factor.status === 'unverified';
  if (isNew) requireTrustedSession(caller);
  const store =
    factor.factor_type === 'webauthn'
      ? await verifyWebAuthn(auth, caller, factor, challengeId, body)
      : await verifyCode(auth, factor, challengeId, readText(body, 'code').replace(/\s/g, ''));
  const { user, session } = await auth.database.transaction(async (transaction) => {
    await lockUser(transaction, caller.user.id);
    await store(transaction);
    await transaction.query(
      `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status <> 'verified'`,
      [factor.id],
    );
    const session = await raiseSession(transaction, caller, factor);
    await transaction.query(
      `delete from auth.mfa_factors where user_id = $1 and factor_type = $2::auth.factor_type and status = 'unverified'`,
      [caller.user.id, factor.factor_type],
    );
    await transaction.run(auditVerified(auth, context, caller, factor, challengeId));
    const user = await findUser(transaction, caller.user.id);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return { user, session };
  });
  if (isNew) void notifyOfAccountChange(auth, context, user, 'factor_added');
  auth.log.info({ user_id: user.id, method: factor.factor_type }, 'second factor shown');
  return answer(context, await sessionAnswer(auth, user, session));
};

interface Challenge {
  otp_code: string | null;
  used: boolean;
  late: boolean;
}

/** Counts each attempt before checking it: five end the challenge, and too many block the factor for a while. */
async function verifyCode(
  auth: Auth,
  factor: FactorRow,
  challengeId: string,
  code: string,
): Promise<(transaction: Transaction) => Promise<void>> {
  const { factorSeconds, limits } = auth.settings;
  const [challenge] = await auth.database.query<Challenge>(
    `select otp_code, verified_at is not null as used, created_at < now() - make_interval(secs => $3) as late
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factor.id, factorSeconds],
  );
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.used || challenge.late) throw challengeExpired(challengeId);
  const tries = { hits: limits.triesPerCode, seconds: factorSeconds * 2 };
  const [dead] = await auth.limits.count({ rule: 'challenge tries', who: challengeId, limit: tries });
  if (dead) throw challengeExpired(challengeId);
  const [resting] = await auth.limits.count({
    rule: FAILURES,
    who: factor.id,
    limit: limits.failuresPerFactor,
  });
  if (resting) throw overRequestRateLimit(resting.seconds);
  if (!(await isCodeValid(auth, factor, challengeId, challenge, code))) {
    const name = factor.factor_type === 'phone' ? 'MFA Phone' : 'TOTP';
    throw new AuthError(422, 'mfa_verification_failed', `Invalid ${name} code entered`);
  }
  await auth.limits.giveBack(FAILURES, factor.id);
  return (transaction) => consumeChallenge(transaction, challengeId);
}

async function isCodeValid(
  auth: Auth,
  factor: FactorRow,
  challengeId: string,
  { otp_code }: Challenge,
  code: string,
): Promise<boolean> {
  if (factor.factor_type === 'phone') {
    const [shown, sent] = [Buffer.from(hashFactorCode(challengeId, code)), Buffer.from(otp_code ?? '')];
    return shown.length === sent.length && timingSafeEqual(shown, sent);
  }
  const step = factor.secret === null ? undefined : stepOf(factor.secret, code);
  if (step === undefined) return false;
  // A code works once, so one that was observed cannot be replayed.
  const once = { hits: 1, seconds: REMEMBER_USED_SECONDS };
  const [seen] = await auth.limits.count({ rule: 'totp codes', who: `${factor.id} ${step}`, limit: once });
  return !seen;
}

async function consumeChallenge(transaction: Transaction, challengeId: string): Promise<void> {
  const used = await transaction.query(
    'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null returning id',
    [challengeId],
  );
  if (used.length === 0) throw challengeExpired(challengeId);
}

function auditVerified(
  auth: Auth,
  context: Context,
  { user }: Caller,
  { id: factor_id, factor_type }: FactorRow,
  challenge_id: string,
) {
  const traits = { factor_id, factor_type, challenge_id };
  return auditEntry({ action: 'factor_verified', actor: user, traits, device: deviceOf(auth, context) });
}
