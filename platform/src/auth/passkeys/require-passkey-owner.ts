import type { Context } from 'hono';
import { requireRecentAuthentication } from '../assurance.ts';
import type { Auth } from '../auth.ts';
import { type Caller, requireCaller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { requireRelyingParty } from './relying-party.ts';

/** The caller, if they can add and remove passkeys: a passkey is a way into the account. */
export async function requirePasskeyOwner(auth: Auth, context: Context): Promise<Caller> {
  requireRelyingParty(auth);
  const caller = await requireCaller(auth, context);
  requireRecentAuthentication(caller.session, caller.user);
  return caller;
}

/** A passkey alone leads back into the account, so it must have an owner who can be reached. */
export function requirePasskeyAccount({ user }: Caller): void {
  if (user.is_anonymous || user.is_sso_user) {
    const kind = user.is_sso_user ? 'SSO' : 'Anonymous';
    throw new AuthError(422, 'validation_failed', `${kind} users cannot register passkeys`);
  }
  if (user.email && !user.email_confirmed_at) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  }
  if (user.phone && !user.phone_confirmed_at) {
    throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed');
  }
}
