import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Database } from '../database/database.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { TokenRefused } from '../tokens/token-refused.ts';
import type { TokenVerifier } from '../tokens/verify-token.ts';
import { deleteAccountFactor, listAccountFactors } from './admin/account-factors.ts';
import { deleteAccountPasskey, listAccountPasskeys } from './admin/account-passkeys.ts';
import { createAccount } from './admin/create-account.ts';
import { deleteAccount } from './admin/delete-account.ts';
import { forAdmins } from './admin/for-admins.ts';
import { generateLink } from './admin/generate-link.ts';
import { getAccount } from './admin/get-account.ts';
import { inviteUser } from './admin/invite-user.ts';
import { listAudit } from './admin/list-audit.ts';
import { listUsers } from './admin/list-users.ts';
import { updateAccount } from './admin/update-account.ts';
import type { Auth, AuthLog, Operation, Sms } from './auth.ts';
import {
  customProviders,
  health,
  oauthServer,
  publicKeys,
  publicSettings,
  recoveryCodes,
  singleSignOn,
} from './describe-service.ts';
import { AuthError, answerError, asAuthError } from './errors.ts';
import { challengeFactor } from './factors/challenge-factor.ts';
import { enrollFactor } from './factors/enroll-factor.ts';
import { unenrollFactor } from './factors/unenroll-factor.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import { followLink } from './follow-link.ts';
import { getUser } from './get-user.ts';
import { linkIdentity } from './identities/link-identity.ts';
import { listIdentities } from './identities/list-identities.ts';
import { unlinkIdentity } from './identities/unlink-identity.ts';
import { logOut } from './log-out.ts';
import type { Mail } from './mail/mail.ts';
import { authorize } from './oauth/authorize.ts';
import { callback } from './oauth/callback.ts';
import { otp } from './otp.ts';
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys/manage-passkeys.ts';
import { startPasskeyAuthentication } from './passkeys/start-authentication.ts';
import { startPasskeyRegistration } from './passkeys/start-registration.ts';
import { verifyPasskeyAuthentication } from './passkeys/verify-authentication.ts';
import { verifyPasskeyRegistration } from './passkeys/verify-registration.ts';
import { Passwords } from './passwords.ts';
import { RateLimits } from './rate-limits.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import type { AuthSettings } from './settings.ts';
import { signUp } from './sign-up.ts';
import { token } from './token.ts';
import { updateUser } from './update-user.ts';
import { verify } from './verify.ts';

export interface AuthOptions {
  database: Database;
  keys: SigningKeys;
  verifier: TokenVerifier;
  settings: AuthSettings;
  mail: Mail;
  sms?: Sms;
  log?: AuthLog;
  passwords?: Passwords;
  /** The client's address, as far as it can be trusted. Default: the variable `clientAddress` of the context. */
  clientAddress?: (context: Context) => string | undefined;
}

const MAX_BODY_BYTES = 256 * 1024;

/** GoTrue's protocol; mount it at /auth/v1. */
export function createAuth(options: AuthOptions): Hono {
  const auth: Auth = {
    database: options.database,
    keys: options.keys,
    verifier: options.verifier,
    settings: options.settings,
    mail: options.mail,
    sms: options.sms,
    log: options.log ?? { info() {}, warn() {}, error() {} },
    passwords: options.passwords ?? new Passwords(),
    limits: new RateLimits(options.database),
    clientAddress: options.clientAddress ?? clientAddressVariable,
  };
  const app = new Hono();
  app.onError((error, context) =>
    answerError(context, asAuthError(error, undefined, context.req.header('x-request-id'))),
  );
  app.use(allowAllOrigins());
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) =>
        answerError(context, new AuthError(413, 'request_too_large', 'The request body is too large')),
    }),
  );
  app.use(async (context, next) => {
    await checkKey(auth, context);
    await next();
  });

  const handle = (operation: Operation) => (context: Context) => operation(auth, context);
  app.post('/signup', handle(signUp));
  app.post('/token', handle(token));
  app.post('/otp', handle(otp));
  app.post('/magiclink', handle(otp));
  app.post('/verify', handle(verify));
  app.get('/verify', handle(followLink));
  app.post('/recover', handle(recover));
  app.post('/resend', handle(resend));
  app.get('/user', handle(getUser));
  app.put('/user', handle(updateUser));
  app.get('/reauthenticate', handle(reauthenticate));
  app.post('/logout', handle(logOut));
  app.post('/sso', handle(singleSignOn));
  app.get('/authorize', handle(authorize));
  app.on(['GET', 'POST'], '/callback', handle(callback));
  app.get('/user/identities', handle(listIdentities));
  app.get('/user/identities/authorize', handle(linkIdentity));
  app.delete('/user/identities/:identity_id', handle(unlinkIdentity));
  app.all('/factors/recovery-codes/*', handle(recoveryCodes));
  app.post('/factors', handle(enrollFactor));
  app.post('/factors/:factor_id/challenge', handle(challengeFactor));
  app.post('/factors/:factor_id/verify', handle(verifyFactor));
  app.delete('/factors/:factor_id', handle(unenrollFactor));
  app.get('/passkeys', handle(listPasskeys));
  app.patch('/passkeys/:passkey_id', handle(renamePasskey));
  app.delete('/passkeys/:passkey_id', handle(deletePasskey));
  app.post('/passkeys/registration/options', handle(startPasskeyRegistration));
  app.post('/passkeys/registration/verify', handle(verifyPasskeyRegistration));
  app.post('/passkeys/authentication/options', handle(startPasskeyAuthentication));
  app.post('/passkeys/authentication/verify', handle(verifyPasskeyAuthentication));
  app.post('/invite', handle(inviteUser));
  app.get('/admin/users', handle(listUsers));
  app.post('/admin/users', handle(createAccount));
  app.get('/admin/users/:user_id', handle(getAccount));
  app.put('/admin/users/:user_id', handle(updateAccount));
  app.delete('/admin/users/:user_id', handle(deleteAccount));
  app.get('/admin/users/:user_id/factors', handle(listAccountFactors));
  app.delete('/admin/users/:user_id/factors/:factor_id', handle(deleteAccountFactor));
  app.get('/admin/users/:user_id/passkeys', handle(listAccountPasskeys));
  app.delete('/admin/users/:user_id/passkeys/:passkey_id', handle(deleteAccountPasskey));
  app.post('/admin/generate_link', handle(generateLink));
  app.get('/admin/audit', handle(listAudit));
  app.all('/oauth/*', handle(oauthServer));
  app.all('/user/oauth/*', handle(oauthServer));
  app.all('/admin/oauth/*', handle(forAdmins(oauthServer)));
  app.all('/admin/custom-providers/*', handle(forAdmins(customProviders)));
  app.get('/settings', handle(publicSettings));
  app.get('/health', handle(health));
  app.get('/.well-known/jwks.json', handle(publicKeys));
  return app;
}

/** Tokens travel in headers, never in cookies, so every origin is allowed. */
function allowAllOrigins() {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
  });
}

/** The API key is optional, but an invalid one is refused. */
async function checkKey(auth: Auth, context: Context): Promise<void> {
  const key = context.req.header('apikey');
  if (key === undefined || key === auth.keys.anonKey || key === auth.keys.serviceKey) return;
  try {
    await auth.verifier.verify(key);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw new AuthError(401, 'no_authorization', 'Invalid API key');
  }
}

function clientAddressVariable(context: Context): string | undefined {
  const address: unknown = context.get('clientAddress');
  return typeof address === 'string' ? address : undefined;
}
