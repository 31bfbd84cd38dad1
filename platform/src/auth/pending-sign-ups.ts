import { createHash } from 'node:crypto';
import type { Statement } from '../database/database.ts';
import { toValue } from '../database/values.ts';
import type { Queryable } from './auth.ts';
import type { Challenge } from './request.ts';

/**
 * A sign-up with an email address or phone number. Its password is not the account's yet: anybody can sign up with
 * anybody's address, several times. Which one counts is decided when the address is confirmed.
 */
export interface PendingSignUp {
  password_hash: string;
  user_data: Record<string, unknown>;
}

export function storeSignUp(signUp: {
  address: string;
  passwordHash: string;
  data: Record<string, unknown>;
  challenge: Challenge | undefined;
}): Statement {
  return {
    text: `insert into platform.pending_sign_ups (address, password_hash, user_data, code_challenge)
      values ($1, $2, $3::jsonb, $4)`,
    values: [
      signUp.address,
      signUp.passwordHash,
      signUp.data,
      signUp.challenge && asS256(signUp.challenge),
    ].map(toValue),
  };
}

/** The password of the last sign-up with this address. */
export async function findPendingPassword(db: Queryable, address: string): Promise<string | undefined> {
  const [last] = await db.query<{ password_hash: string }>(
    `select password_hash from platform.pending_sign_ups where address = $1 order by created_at desc, id limit 1`,
    [address],
  );
  return last?.password_hash;
}

/** The sign-up of the browser that has this verifier. */
export async function findSignUpByVerifier(
  db: Queryable,
  address: string,
  verifier: string,
): Promise<PendingSignUp | undefined> {
  const [found] = await db.query<PendingSignUp>(
    `select password_hash, user_data from platform.pending_sign_ups where address = $1 and code_challenge = $2
     order by created_at desc limit 1`,
    [address, s256(verifier)],
  );
  return found;
}

/** The only sign-up with this address; none if there were several. */
export async function findOnlySignUp(db: Queryable, address: string): Promise<PendingSignUp | undefined> {
  const found = await db.query<PendingSignUp>(
    'select password_hash, user_data from platform.pending_sign_ups where address = $1 limit 2',
    [address],
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Makes the password and metadata of a sign-up the account's. A password set in the meantime stays. */
export async function applySignUp(db: Queryable, userId: string, signUp: PendingSignUp): Promise<void> {
  await db.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::jsonb, updated_at = now()
     where id = $1 and coalesce(encrypted_password, '') = ''`,
    [userId, signUp.password_hash, signUp.user_data],
  );
}

export async function deleteSignUps(db: Queryable, address: string): Promise<void> {
  await db.query('delete from platform.pending_sign_ups where address = $1', [address]);
}

function asS256({ challenge, method }: Challenge): string {
  return method === 's256' ? challenge.replace(/=+$/, '') : s256(challenge);
}

function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
