import type { Queryable } from './auth.ts';

/** A row of auth.users with its identities and factors, as the operations need it. */
export interface User {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  phone_confirmed_at: string | null;
  confirmed_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  email_change: string | null;
  email_change_sent_at: string | null;
  email_change_confirm_status: number;
  phone_change: string | null;
  phone_change_sent_at: string | null;
  reauthentication_sent_at: string | null;
  invited_at: string | null;
  last_sign_in_at: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  banned_until: string | null;
  deleted_at: string | null;
  is_anonymous: boolean;
  is_sso_user: boolean;
  banned: boolean;
  identities: Identity[];
  factors: Factor[];
}

export interface Identity {
  identity_id: string;
  /** The provider's id of the user. */
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
}

interface Factor {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
  phone?: string | null;
}

/** The account's factors, with auth.users under the name u. */
const FACTORS = `coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name,
      'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at,
      'phone', f.phone) order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`;

/** The columns of a `User`, from auth.users under the name u. */
export const USER_COLUMNS = `u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
  u.phone_confirmed_at, u.confirmed_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change,
  u.email_change_sent_at, u.email_change_confirm_status, u.phone_change, u.phone_change_sent_at,
  u.reauthentication_sent_at, u.invited_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
  u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous, u.is_sso_user,
  coalesce(u.banned_until > now(), false) as banned,
  coalesce((select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
      'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email) order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  ${FACTORS}`;

export async function findUser(db: Queryable, id: string): Promise<User | undefined> {
  return first(db, 'u.id = $1', id);
}

/** Expects lower case, as `readEmail` returns it. Leaves out SSO accounts. */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  return first(db, 'u.email = $1 and not u.is_sso_user', email);
}

export async function findUserByPhone(db: Queryable, phone: string): Promise<User | undefined> {
  return first(db, 'u.phone = $1', phone);
}

async function first(db: Queryable, condition: string, value: string): Promise<User | undefined> {
  const [user] = await db.query<User>(
    `select ${USER_COLUMNS} from auth.users u where ${condition} and u.deleted_at is null`,
    [value],
  );
  return user;
}

export async function readFactors(db: Queryable, userId: string): Promise<Factor[]> {
  const [row] = await db.query<{ factors: Factor[] }>(`select ${FACTORS} from auth.users u where u.id = $1`, [
    userId,
  ]);
  return row?.factors ?? [];
}

/** Changes of one account's factors, identities and sessions wait for each other. */
export async function lockUser(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query('select id from auth.users where id = $1 for update', [userId]);
}

/** A user as GoTrue presents it, without empty fields. */
export function presentUser(user: User): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...when('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...when('phone_confirmed_at', user.phone_confirmed_at),
    ...when('confirmation_sent_at', user.confirmation_sent_at),
    ...when('confirmed_at', user.confirmed_at),
    ...when('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...when('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...when('phone_change_sent_at', user.phone_change_sent_at),
    ...when('reauthentication_sent_at', user.reauthentication_sent_at),
    ...when('invited_at', user.invited_at),
    ...when('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 ? { factors: user.factors.map(presentFactor) } : {}),
    identities: user.identities.map(presentIdentity),
    created_at: presentInstant(user.created_at),
    updated_at: presentInstant(user.updated_at),
    ...when('banned_until', user.banned_until),
    ...when('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

export function presentIdentity(identity: Identity): Record<string, unknown> {
  return {
    ...identity,
    last_sign_in_at: presentInstant(identity.last_sign_in_at),
    created_at: presentInstant(identity.created_at),
    updated_at: presentInstant(identity.updated_at),
  };
}

function presentFactor({ phone, ...factor }: Factor): Record<string, unknown> {
  return {
    ...factor,
    ...(phone ? { phone } : {}),
    created_at: presentInstant(factor.created_at),
    updated_at: presentInstant(factor.updated_at),
  };
}

function when(name: string, time: string | null): Record<string, string> {
  return time ? { [name]: presentInstant(time) as string } : {};
}

/** Go formats UTC as Z. */
export function presentInstant(time: string | null): string | null {
  return time?.replace(/\+00:00$/, 'Z') ?? null;
}
