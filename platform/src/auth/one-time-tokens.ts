import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import { toValue } from '../database/values.ts';
import { countOnAccount } from './account-limits.ts';
import type { Auth, Queryable } from './auth.ts';
import { AuthError } from './errors.ts';

/** Keep equal to the type auth.one_time_token_type; auth.users has columns of the same names. */
export type TokenKind =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token';

const SENT_AT: Record<TokenKind, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

/** A link and a code, sent together; either proves that the user receives messages at the address. */
export interface OneTimeToken {
  /** Also the id of the PKCE flow that the link belongs to, if any. */
  id: string;
  kind: TokenKind;
  /** The address or number it was sent to. */
  relatesTo: string;
  /** Long and random, for the link; unlike the code it cannot be guessed. */
  link: string;
  /** Six digits, for typing; attempts are limited. */
  code: string;
}

export interface ConsumedToken {
  id: string;
  user_id: string;
  kind: TokenKind;
  relates_to: string;
}

/** Marks the links whose sign-in ends with a PKCE code. */
export const PKCE_PREFIX = 'pkce_';

export function newToken(kind: TokenKind, relatesTo: string, options: { pkce?: boolean } = {}): OneTimeToken {
  return {
    id: randomUUID(),
    kind,
    relatesTo,
    link: (options.pkce ? PKCE_PREFIX : '') + randomBytes(28).toString('hex'),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
  };
}

/** Replaces an older token of its kind. Stores hashes only: the link's in one table, the code's in the other. */
export function storeToken(userId: string, token: OneTimeToken): Statement[] {
  return [
    {
      text: `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
        values ($1, $2, $3::auth.one_time_token_type, $4, $5, timezone('utc', now()), timezone('utc', now()))
        on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
          relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
      values: [token.id, userId, token.kind, hashLink(token.link), token.relatesTo].map(toValue),
    },
    {
      text: `update auth.users set ${token.kind} = $2, ${SENT_AT[token.kind]} = now(), updated_at = now() where id = $1`,
      values: [userId, hashCode(token.kind, token.relatesTo, token.code)],
    },
  ];
}

/** Consumes a link. Only one of two simultaneous requests succeeds; expired links are refused. */
export async function consumeLink(
  db: Queryable,
  link: string,
  kinds: readonly TokenKind[],
  lifeSeconds: number,
): Promise<ConsumedToken> {
  return consume(db, 'token_hash = $1', hashLink(link), kinds, lifeSeconds);
}

/** Consumes the token that `matchCode` found. */
export async function consumeToken(
  db: Queryable,
  id: string,
  kinds: readonly TokenKind[],
  lifeSeconds: number,
): Promise<ConsumedToken> {
  return consume(db, 'id = $1::uuid', id, kinds, lifeSeconds);
}

async function consume(
  db: Queryable,
  condition: string,
  value: string,
  kinds: readonly TokenKind[],
  lifeSeconds: number,
): Promise<ConsumedToken> {
  const [row] = await db.query<ConsumedToken & { expired: boolean }>(
    `delete from auth.one_time_tokens where ${condition} and token_type = any ($2::auth.one_time_token_type[])
     returning id, user_id, token_type::text as kind, relates_to,
       created_at < timezone('utc', now()) - make_interval(secs => $3) as expired`,
    [value, kinds, lifeSeconds],
  );
  if (!row || row.expired) throw expired('Email link is invalid or has expired');
  return row;
}

interface SoughtCode {
  relatesTo: string;
  code: string;
  kinds: readonly TokenKind[];
  /** A code of this user only. */
  userId?: string;
}

/**
 * The id of the token that a typed code belongs to. Each attempt is counted before it is checked, for the code and for
 * the account; after the last one even the right code is refused, but the link in the same email still works.
 */
export async function matchCode(auth: Auth, context: Context, sought: SoughtCode): Promise<string> {
  const candidates = await findCandidates(auth, sought);
  if (candidates.length === 0) throw expired('Token has expired or is invalid');
  const { codeTriesPerAddress, codeTriesPerAccount } = auth.settings.limits;
  const { over, keys } = await countOnAccount(auth, context, {
    rule: sought.userId ? 'nonce tries' : 'code tries of a day',
    account: sought.relatesTo,
    perDevice: codeTriesPerAddress,
    perAddress: codeTriesPerAddress,
    perAccount: codeTriesPerAccount,
  });
  const id = over === undefined ? await tryCandidates(auth, sought, candidates) : undefined;
  if (id === undefined) throw expired('Token has expired or is invalid');
  await auth.limits.giveBackKeys(keys);
  return id;
}

type Candidate = ConsumedToken & { code_hash: string };

async function findCandidates(auth: Auth, sought: SoughtCode): Promise<Candidate[]> {
  const candidates = await auth.database.query<
    ConsumedToken & { code_hash: string | null; expired: boolean }
  >(
    `select t.id, t.user_id, t.token_type::text as kind, t.relates_to,
       to_jsonb(u) ->> t.token_type::text as code_hash,
       t.created_at < timezone('utc', now()) - make_interval(secs => $3) as expired
     from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where t.relates_to = $1 and t.token_type = any ($2::auth.one_time_token_type[])
       and ($4::uuid is null or t.user_id = $4)`,
    [sought.relatesTo, sought.kinds, auth.settings.codeSeconds, sought.userId ?? null],
  );
  return candidates.flatMap(({ code_hash, expired: late, ...token }) =>
    code_hash && !late ? [{ ...token, code_hash }] : [],
  );
}

async function tryCandidates(
  auth: Auth,
  sought: SoughtCode,
  candidates: readonly Candidate[],
): Promise<string | undefined> {
  const { limits, codeSeconds } = auth.settings;
  for (const { id, user_id, kind, code_hash } of candidates) {
    const limit = { hits: limits.triesPerCode, seconds: codeSeconds };
    const [dead] = await auth.limits.count({ rule: 'code tries', who: id, limit });
    if (dead) {
      await auth.database.query(`update auth.users set ${kind} = '' where id = $1 and ${kind} = $2`, [
        user_id,
        code_hash,
      ]);
    } else if (equal(hashCode(kind, sought.relatesTo, sought.code), code_hash)) {
      return id;
    }
  }
  return undefined;
}

export function expired(message: string): AuthError {
  return new AuthError(403, 'otp_expired', message);
}

function hashLink(link: string): string {
  return createHash('sha256').update(link).digest('hex');
}

function hashCode(kind: TokenKind, relatesTo: string, code: string): string {
  return createHash('sha256').update(`${kind}\0${relatesTo}\0${code}`).digest('hex');
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
