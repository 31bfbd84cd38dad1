import type { Statement } from '../database/database.ts';
import { toValue } from '../database/values.ts';
import { NO_INSTANCE } from './sessions.ts';

export interface NewUser {
  id: string;
  email?: string;
  phone?: string;
  /** Empty: the account has no password. */
  passwordHash?: string;
  data: Record<string, unknown>;
  confirmed?: boolean;
  anonymous?: boolean;
  /** The external provider, for accounts that begin with neither email nor phone. */
  identity?: { provider: string; data: Record<string, unknown> & { sub: string } };
}

/**
 * An account and its identity. Empty strings instead of nulls, as GoTrue expects. The application can add its own rows
 * (such as a profile) by a trigger on auth.users, in the same transaction.
 */
export function insertUser(user: NewUser): Statement[] {
  const provider = user.identity?.provider ?? (user.phone ? 'phone' : 'email');
  const appData = user.anonymous ? {} : { provider, providers: [provider] };
  const statements: Statement[] = [
    {
      text: `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
          phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_anonymous,
          confirmation_token, recovery_token, email_change, email_change_token_new)
        values ('${NO_INSTANCE}', $1, 'authenticated', 'authenticated', $2::text, $3::text, $4,
          case when $5::boolean and $2 is not null then now() end, case when $5 and $3 is not null then now() end,
          $6::jsonb, $7::jsonb, now(), now(), $8::boolean, '', '', '', '')`,
      values: [
        user.id,
        user.email,
        user.phone,
        user.passwordHash ?? '',
        user.confirmed ?? false,
        appData,
        user.data,
        user.anonymous ?? false,
      ].map(toValue),
    },
  ];
  if (user.identity) {
    statements.push(insertIdentity(user.id, user.identity.provider, user.identity.data));
  } else if (!user.anonymous) {
    const confirmed = user.confirmed ?? false;
    statements.push(
      insertIdentity(user.id, provider, {
        sub: user.id,
        ...(user.phone ? { phone: user.phone } : { email: user.email }),
        email_verified: confirmed && provider === 'email',
        phone_verified: confirmed && provider === 'phone',
      }),
    );
  }
  return statements;
}

/** `data.sub` is the provider's id of the user. */
export function insertIdentity(
  userId: string,
  provider: string,
  data: Record<string, unknown> & { sub: string },
): Statement {
  return {
    text: `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values ($1, $2, $3::jsonb, $4, now(), now(), now())`,
    values: [data.sub, userId, data, provider].map(toValue),
  };
}
