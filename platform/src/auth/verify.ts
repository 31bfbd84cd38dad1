import type { Context } from 'hono';
import type { Transaction } from '../database/database.ts';
import { ACCEPTS, applyVerification, OTHER_ADDRESS_TOO } from './apply-verification.ts';
import { reportNewAddress } from './assurance.ts';
import type { Auth, Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { rememberDevice } from './known-devices.ts';
import {
  type ConsumedToken,
  consumeLink,
  consumeToken,
  expired,
  matchCode,
  type TokenKind,
} from './one-time-tokens.ts';
import { answer, type Body, deviceOf, readBody, readEmail, readPhone, readText } from './request.ts';
import { openSession, sessionAnswer } from './sessions.ts';

/**
 * POST /verify: exchanges a typed code or a link's token for a session. Beyond GoTrue, a `code_verifier` shows that this
 * is the browser that signed up; if it is not, the token is not used up.
 */
export const verify: Operation = async (auth, context) => {
  const body = await readBody(context);
  const device = deviceOf(auth, context);
  await auth.limits.take({
    rule: 'verifications',
    who: device.network,
    limit: auth.settings.limits.verifications,
  });
  const consume = await readVerification(auth, context, body);
  const verifier = readText(body, 'code_verifier');
  const accepted = await auth.database.transaction(async (transaction) => {
    const applied = await applyVerification(auth, transaction, await consume(transaction), { verifier });
    return applied && { ...applied, session: await openSession(transaction, applied.user, 'otp', device) };
  });
  if (!accepted) return answer(context, { msg: OTHER_ADDRESS_TOO, code: '200' });
  reportNewAddress(auth, context, accepted);
  await rememberDevice(auth, context, accepted.user.id);
  auth.log.info({ user_id: accepted.user.id, method: 'otp' }, 'signed in');
  return answer(context, await sessionAnswer(auth, accepted.user, accepted.session));
};

type Consume = (transaction: Transaction) => Promise<ConsumedToken>;

async function readVerification(auth: Auth, context: Context, body: Body): Promise<Consume> {
  const type = readText(body, 'type');
  const tokenHash = readText(body, 'token_hash');
  const code = readText(body, 'token').replace(/[\s-]/g, '');
  const email = readEmail(body);
  const phone = readPhone(body);
  const { codeSeconds } = auth.settings;
  if (type === '') throw invalid('Verify requires a verification type');
  if (tokenHash !== '') {
    if (email !== '' || phone !== '' || code !== '') {
      throw invalid('Only the token_hash and type should be provided');
    }
    const kinds = kindsOf(type, 'email');
    return (transaction) => consumeLink(transaction, tokenHash, kinds, codeSeconds);
  }
  if (code === '') throw invalid('Verify requires either a token or a token hash');
  if ((email === '') === (phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  const kinds = kindsOf(type, email === '' ? 'phone' : 'email');
  const id = await matchCode(auth, context, { relatesTo: email || phone, code, kinds });
  return (transaction) => consumeToken(transaction, id, kinds, codeSeconds).catch(rethrowAsTokenError);
}

function kindsOf(type: string, by: 'email' | 'phone'): readonly TokenKind[] {
  const isPhone = type === 'sms' || type === 'phone_change';
  const kinds = isPhone === (by === 'phone') && Object.hasOwn(ACCEPTS, type) ? ACCEPTS[type] : undefined;
  if (!kinds) throw invalid(`Invalid ${by === 'phone' ? 'sms' : 'email'} verification type`);
  return kinds;
}

/** The same error without the mention of a link, for typed codes. */
function rethrowAsTokenError(error: unknown): never {
  if (error instanceof AuthError && error.code === 'otp_expired') {
    throw expired('Token has expired or is invalid');
  }
  throw error;
}
