import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../database/database.ts';
import { requireRecentAuthentication } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import type { Auth, Operation } from '../auth.ts';
import { type Caller, requireCaller } from '../bearer.ts';
import { AuthError, invalid } from '../errors.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { answer, type Body, deviceOf, readBody, readPhone, readText } from '../request.ts';
import { lockUser } from '../users.ts';
import { newTotp } from './totp.ts';

/** A factor to insert, and what its owner is shown once. */
interface NewFactor {
  type: 'totp' | 'phone' | 'webauthn';
  secret: string | null;
  phone: string | null;
  shown: Record<string, unknown>;
}

/** POST /factors: adds an unverified factor; it counts once it is verified. */
export const enrollFactor: Operation = async (auth, context) => {
  const caller = await requireCaller(auth, context);
  requireRecentAuthentication(caller.session, caller.user);
  const body = await readBody(context);
  const friendly_name = readText(body, 'friendly_name').trim().slice(0, 255);
  const factor = readFactor(auth, body, caller);
  const id = randomUUID();
  await auth.database.transaction(async (transaction) => {
    await requireFactorSlot(auth, transaction, caller, { ...factor, friendly_name });
    await transaction.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
       values ($1, $2, $3, $4::auth.factor_type, 'unverified', $5, $6, now(), now())`,
      [id, caller.user.id, friendly_name, factor.type, factor.secret, factor.phone],
    );
    const traits = { factor_id: id, factor_type: factor.type };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'factor_in_progress', actor: caller.user, traits, device }));
  });
  return answer(context, { id, type: factor.type, friendly_name, ...factor.shown });
};

function readFactor(auth: Auth, body: Body, { user }: Caller): NewFactor {
  switch (readText(body, 'factor_type')) {
    case 'totp': {
      const issuer = readText(body, 'issuer').replaceAll(':', ' ').trim().slice(0, 100);
      const label = (user.email || user.phone || user.id).replaceAll(':', ' ');
      const totp = newTotp(issuer || new URL(auth.settings.url).host.replaceAll(':', ' '), label);
      return { type: 'totp', secret: totp.secret, phone: null, shown: { totp } };
    }
    case 'phone': {
      if (!auth.sms) {
        throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
      }
      const phone = readPhone(body);
      if (phone === '') throw invalid('Phone number required to enroll Phone factor');
      return { type: 'phone', secret: null, phone, shown: { phone } };
    }
    case 'webauthn': {
      if (!relyingPartyOf(auth.settings.url)) {
        throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
      }
      return { type: 'webauthn', secret: null, phone: null, shown: {} };
    }
    default:
      throw invalid('factor_type needs to be totp, phone, or webauthn');
  }
}

async function requireFactorSlot(
  auth: Auth,
  transaction: Transaction,
  { user }: Caller,
  requested: { phone: string | null; friendly_name: string },
): Promise<void> {
  // Simultaneous enrolments count each other.
  await lockUser(transaction, user.id);
  // Abandoned attempts, and an earlier one with the same phone.
  await transaction.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and (created_at < now() - interval '1 day' or phone = $2)`,
    [user.id, requested.phone],
  );
  const factors = await transaction.query<{ friendly_name: string | null; phone: string | null }>(
    'select friendly_name, phone from auth.mfa_factors where user_id = $1',
    [user.id],
  );
  if (requested.phone !== null && factors.some(({ phone }) => phone === requested.phone)) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw new AuthError(422, 'mfa_verified_factor_exists', message);
  }
  const { friendly_name } = requested;
  if (friendly_name !== '' && factors.some((factor) => factor.friendly_name === friendly_name)) {
    const message = `A factor with the friendly name "${friendly_name}" for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (factors.length >= auth.settings.factorsPerAccount) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
}
