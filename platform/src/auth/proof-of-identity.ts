import type { Context } from 'hono';
import type { Transaction } from '../database/database.ts';
import type { Auth } from './auth.ts';
import type { Caller } from './bearer.ts';
import { AuthError } from './errors.ts';
import { consumeToken, matchCode } from './one-time-tokens.ts';
import { type Body, readText } from './request.ts';
import { recordProof } from './sessions.ts';
import type { User } from './users.ts';

/** Something only the account's owner knows, sent with a request of an open session. */
export type Proof = { method: 'password' } | { method: 'otp'; nonceId: string };

const FAILURES = 'current password failures';

/** The proof in the request, if there is one. A wrong one is always refused. */
export async function readProof(
  auth: Auth,
  context: Context,
  body: Body,
  user: User,
): Promise<Proof | undefined> {
  const current = readText(body, 'current_password');
  const nonce = readText(body, 'nonce').trim();
  if (current !== '') {
    await checkPassword(auth, current, user);
    return { method: 'password' };
  }
  return nonce === '' ? undefined : { method: 'otp', nonceId: await matchNonce(auth, context, nonce, user) };
}

/** Consumes the proof; from now on the session counts as recently authenticated. */
export async function acceptProof(
  auth: Auth,
  transaction: Transaction,
  { session }: Caller,
  proof: Proof,
): Promise<void> {
  if (proof.method === 'otp') {
    const { codeSeconds } = auth.settings;
    await consumeToken(transaction, proof.nonceId, ['reauthentication_token'], codeSeconds);
  }
  await recordProof(transaction, session.id, proof.method);
}

async function checkPassword(auth: Auth, current: string, user: User): Promise<void> {
  const { failuresPerDevice: limit } = auth.settings.limits;
  await auth.limits.take({ rule: FAILURES, who: user.id, limit });
  if (!(await auth.passwords.verify(current, user.encrypted_password))) {
    throw new AuthError(422, 'current_password_mismatch', 'Current password is not right');
  }
  await auth.limits.giveBack(FAILURES, user.id);
}

/** The nonce was sent by GET /reauthenticate. */
async function matchNonce(auth: Auth, context: Context, code: string, user: User): Promise<string> {
  const relatesTo = user.email || user.phone || '';
  try {
    const kinds = ['reauthentication_token'] as const;
    return await matchCode(auth, context, { relatesTo, code, kinds, userId: user.id });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}
