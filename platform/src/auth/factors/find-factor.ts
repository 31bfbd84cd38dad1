import type { Context } from 'hono';
import type { Queryable } from '../auth.ts';
import { AuthError } from '../errors.ts';
import { pathId } from '../path-id.ts';
import type { FactorCredential } from './webauthn-credential.ts';

export interface FactorRow {
  id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'verified' | 'unverified';
  secret: string | null;
  phone: string | null;
  web_authn_credential: FactorCredential | null;
}

/** The factor that the path names. Another user's factor is reported as not found. */
export async function findFactor(db: Queryable, context: Context, userId: string): Promise<FactorRow> {
  const [factor] = await db.query<FactorRow>(
    `select id, friendly_name, factor_type::text, status::text, secret, phone, web_authn_credential
     from auth.mfa_factors where id = $1 and user_id = $2`,
    [pathId(context, 'factor_id'), userId],
  );
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
