import type { Context } from 'hono';
import { ACCEPTS, applyVerification, OTHER_ADDRESS_TOO } from './apply-verification.ts';
import { reportNewAddress } from './assurance.ts';
import type { Auth, Operation } from './auth.ts';
import { type AuthError, asAuthError, invalid } from './errors.ts';
import { issueCode } from './flow-states.ts';
import { rememberDevice } from './known-devices.ts';
import { consumeLink, PKCE_PREFIX } from './one-time-tokens.ts';
import { redirectTarget } from './redirect-targets.ts';
import { deviceOf } from './request.ts';
import { openSession, sessionAnswer } from './sessions.ts';

/** GET /verify: the link in an email. Always redirects to an allowed page, errors included. */
export const followLink: Operation = async (auth, context) => {
  const token = context.req.query('token') ?? context.req.query('token_hash') ?? '';
  const type = context.req.query('type') ?? '';
  const target = new URL(redirectTarget(context.req.query('redirect_to'), auth.settings));
  const pkce = token.startsWith(PKCE_PREFIX);
  // Mail scanners send HEAD before the user follows the link; that must not consume it.
  if (context.req.method === 'HEAD') return context.body(null, 204);
  try {
    await follow(auth, context, { token, type, target, pkce });
  } catch (error) {
    setErrorParams(target, asAuthError(error, auth.log), pkce);
  }
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
  return context.redirect(target.href, 303);
};

async function follow(
  auth: Auth,
  context: Context,
  { token, type, target, pkce }: { token: string; type: string; target: URL; pkce: boolean },
): Promise<void> {
  if (token === '') throw invalid('Verify requires a token or a token hash');
  if (type === '') throw invalid('Verify requires a verification type');
  const kinds =
    ['sms', 'phone_change'].includes(type) || !Object.hasOwn(ACCEPTS, type) ? undefined : ACCEPTS[type];
  if (!kinds) throw invalid('Invalid email verification type');
  const device = deviceOf(auth, context);
  await auth.limits.take({
    rule: 'verifications',
    who: device.network,
    limit: auth.settings.limits.verifications,
  });
  const { codeSeconds } = auth.settings;
  const accepted = await auth.database.transaction(async (transaction) => {
    const consumed = await consumeLink(transaction, token, kinds, codeSeconds);
    const applied = await applyVerification(auth, transaction, consumed, { redeemsCode: pkce });
    if (!applied) return undefined;
    const { user } = applied;
    if (pkce) return { ...applied, code: await issueCode(transaction, consumed.id, user.id) };
    return { ...applied, session: await openSession(transaction, user, 'otp', device) };
  });
  if (accepted) reportNewAddress(auth, context, accepted);
  if (!accepted) {
    if (pkce) target.searchParams.set('message', OTHER_ADDRESS_TOO);
    target.hash = new URLSearchParams({ message: OTHER_ADDRESS_TOO }).toString();
  } else if ('code' in accepted) {
    target.searchParams.set('code', accepted.code);
  } else {
    await rememberDevice(auth, context, accepted.user.id);
    target.hash = sessionFragment(await sessionAnswer(auth, accepted.user, accepted.session), type);
  }
}

/** In the fragment, which servers and logs do not see. */
export function sessionFragment(
  session: Awaited<ReturnType<typeof sessionAnswer>>,
  type: string | undefined,
): string {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: 'bearer',
    ...(type ? { type } : {}),
  }).toString();
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Writes the error into the redirect's URL, where the client reads it. */
function setErrorParams(target: URL, error: AuthError, pkce: boolean): void {
  const params = new URLSearchParams({
    error: OAUTH_ERRORS[error.status] ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
  }).toString();
  target.search = pkce ? params : '';
  target.hash = params;
}
