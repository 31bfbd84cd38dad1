import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import type { Caller, CallerSession } from './bearer.ts';
import { AuthError } from './errors.ts';
import type { AccountChange } from './mail/messages/email-texts.ts';
import { sendNotice } from './send-email.ts';
import type { Aal } from './sessions.ts';
import type { User } from './users.ts';

/** Whether the account has a second factor that this session has not shown. */
export function isHalfSignedIn(session: { aal: Aal | null }, user: Pick<User, 'factors'>): boolean {
  return (session.aal ?? 'aal1') === 'aal1' && user.factors.some(({ status }) => status === 'verified');
}

/** Refuses a session that has not shown the account's second factor. */
export function requireFullAssurance(session: { aal: Aal | null }, user: Pick<User, 'factors'>): void {
  if (!isHalfSignedIn(session, user)) return;
  throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required when MFA is enabled');
}

/** Refuses a session whose last proof of identity is too old. An anonymous user has nothing to prove it with. */
export function requireRecentAuthentication(
  session: Pick<CallerSession, 'recent'>,
  user: Pick<User, 'is_anonymous'>,
): void {
  if (session.recent || user.is_anonymous) return;
  throw new AuthError(400, 'reauthentication_needed', 'This change requires a recent sign-in');
}

/** What every change to the ways into an account requires. */
export function requireTrustedSession({ session, user }: Pick<Caller, 'session' | 'user'>): void {
  requireFullAssurance(session, user);
  requireRecentAuthentication(session, user);
}

/** The account as this session can see it: half signed in, only what completing the sign-in needs. */
export function visibleUser(session: { aal: Aal | null }, user: User): User {
  if (!isHalfSignedIn(session, user)) return user;
  return {
    ...user,
    phone: null,
    email_change: null,
    phone_change: null,
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    identities: [],
  };
}

/**
 * Reports a change to the address that the account had before it. Never throws, and need not be awaited: the change is
 * made, and a slow mail server must not delay the response.
 */
export async function notifyOfAccountChange(
  auth: Auth,
  context: Context,
  user: Pick<User, 'email' | 'raw_user_meta_data'>,
  change: AccountChange,
): Promise<void> {
  if (!user.email) return;
  const notice = { to: user.email, kind: change, metadata: user.raw_user_meta_data };
  await sendNotice(auth, notice, context.req.header('accept-language'));
}

/** Reports that the account has another address or number than before. */
export function reportNewAddress(
  auth: Auth,
  context: Context,
  { before, user }: { before: User; user: User },
): void {
  if (before.email !== user.email) void notifyOfAccountChange(auth, context, before, 'email_changed');
  if ((before.phone ?? '') !== (user.phone ?? '')) {
    void notifyOfAccountChange(auth, context, before, 'phone_changed');
  }
}
