import type { Context } from 'hono';
import type { Queryable } from '../auth.ts';
import { AuthError } from '../errors.ts';
import { pathId } from '../path-id.ts';
import { presentInstant } from '../users.ts';

export interface PasskeyRow {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
}

const COLUMNS = 'id, friendly_name, created_at, last_used_at';

export function findPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** The passkey that the path names. Another user's passkey is reported as not found. */
export async function findPasskey(db: Queryable, context: Context, userId: string): Promise<PasskeyRow> {
  const [passkey] = await db.query<PasskeyRow>(
    `select ${COLUMNS} from auth.webauthn_credentials where id = $1 and user_id = $2`,
    [pathId(context, 'passkey_id'), userId],
  );
  if (!passkey) throw new AuthError(404, 'validation_failed', 'Passkey not found');
  return passkey;
}

/** A passkey as GoTrue presents it, without empty fields. */
export function presentPasskey({ id, friendly_name, created_at, last_used_at }: PasskeyRow): object {
  return {
    id,
    ...(friendly_name ? { friendly_name } : {}),
    created_at: presentInstant(created_at),
    ...(last_used_at ? { last_used_at: presentInstant(last_used_at) } : {}),
  };
}

/** The ids of all credentials of a user, passkeys and second factors: an authenticator holds at most one of them. */
export async function findCredentialIds(db: Queryable, userId: string): Promise<Buffer[]> {
  const rows = await db.query<{ id: Buffer }>(
    `select credential_id as id from auth.webauthn_credentials where user_id = $1
     union all
     select decode(web_authn_credential ->> 'id', 'base64') from auth.mfa_factors
     where user_id = $1 and web_authn_credential is not null`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Refuses a credential that somebody has registered, as a passkey or as a second factor. */
export async function requireNewCredential(db: Queryable, id: Buffer): Promise<void> {
  const known = await db.query(
    `select id from auth.webauthn_credentials where credential_id = $1
     union all
     select id from auth.mfa_factors where web_authn_credential ->> 'id' = $2`,
    [id, id.toString('base64')],
  );
  if (known.length > 0) throw credentialExists();
}

export function credentialExists(): AuthError {
  return new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered');
}
