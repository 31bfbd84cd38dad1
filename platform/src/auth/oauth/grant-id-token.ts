import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { type JWTPayload, jwtVerify } from 'jose';
import { notifyOfAccountChange, requireTrustedSession } from '../assurance.ts';
import type { Auth, Operation } from '../auth.ts';
import { type Caller, requireCaller } from '../bearer.ts';
import { AuthError, invalid, loggableError } from '../errors.ts';
import { rememberDevice } from '../known-devices.ts';
import { answer, deviceOf, readBody, readText } from '../request.ts';
import { issueSession, renewSession, sessionAnswer } from '../sessions.ts';
import { discover, GOOGLE_ISSUER, toExternalUser } from './google.ts';
import { linkExternalUser } from './link-external-user.ts';
import { requireManualLinking } from './manual-linking.ts';
import type { ExternalUser } from './provider.ts';
import type { GoogleSettings } from './provider-settings.ts';
import { signInExternalUser } from './sign-in-external-user.ts';

/** POST /token?grant_type=id_token: exchanges an ID token that an app got from Google itself. */
export const grantIdToken: Operation = async (auth, context) => {
  const body = await readBody(context);
  const idToken = readText(body, 'id_token');
  const provider = readText(body, 'provider');
  if (idToken === '') throw badRequest('id_token required');
  if (provider === '') throw badRequest('provider or client_id and issuer required');
  if (provider !== 'google') throw invalid(`Custom OIDC provider "${provider.slice(0, 40)}" not allowed`);
  const { google } = auth.settings.providers;
  if (!google) {
    throw new AuthError(400, 'provider_disabled', `Provider (issuer "${GOOGLE_ISSUER}") is not enabled`);
  }
  const device = deviceOf(auth, context);
  await auth.limits.take({ rule: 'sign-ins', who: device.network, limit: auth.settings.limits.signIns });
  const links = body.link_identity === true;
  if (links) requireManualLinking(auth);
  const caller = links ? await requireCaller(auth, context) : undefined;
  if (caller) requireTrustedSession(caller);
  const { claims, algorithm } = await readIdToken(auth, google, idToken);
  checkNonce(claims, readText(body, 'nonce'));
  checkAccessToken(claims, readText(body, 'access_token'), algorithm);
  const externalUser = toExternalUser(claims);
  if (caller) return answer(context, await link(auth, context, caller, externalUser));
  const user = await signInExternalUser(auth, context, externalUser);
  auth.log.info({ user_id: user.id, method: 'oauth', provider }, 'signed in');
  const session = await issueSession(auth, user, 'oauth', device);
  await rememberDevice(auth, context, user.id);
  return answer(context, session);
};

/** The session continues: a new one would lack the second factor that this one has shown. */
async function link(
  auth: Auth,
  context: Context,
  { user, session }: Caller,
  externalUser: ExternalUser,
): ReturnType<typeof sessionAnswer> {
  const { linked, renewed } = await auth.database.transaction(async (transaction) => ({
    linked: await linkExternalUser(transaction, externalUser, user.id),
    renewed: await renewSession(transaction, session, user.id),
  }));
  void notifyOfAccountChange(auth, context, user, 'identity_linked');
  return sessionAnswer(auth, linked, renewed);
}

async function readIdToken(
  auth: Auth,
  google: GoogleSettings,
  token: string,
): Promise<{ claims: JWTPayload; algorithm: string }> {
  const { configuration, keys } = await discover(google).catch((error: unknown) => {
    auth.log.error({ err: loggableError(error) }, 'a sign-in provider could not be reached');
    throw new AuthError(503, 'request_timeout', 'The sign-in provider cannot be reached right now', {}, 10);
  });
  const { issuer } = configuration.serverMetadata();
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      // Google's older tokens omit the scheme.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
      clockTolerance: 10,
    });
    const audience = [payload.aud].flat();
    if (!google.clientIds.some((id) => audience.includes(id))) {
      throw badRequest('Unacceptable audience in id_token');
    }
    return { claims: payload, algorithm: protectedHeader.alg };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    auth.log.warn({ err: loggableError(error) }, 'an ID token was not accepted');
    throw badRequest('Bad ID token');
  }
}

/** The token has a hash of the nonce and the request the nonce itself, so a stolen token alone is not enough. */
function checkNonce(claims: JWTPayload, nonce: string): void {
  const inToken = typeof claims.nonce === 'string' ? claims.nonce : '';
  if ((inToken === '') !== (nonce === '')) {
    throw badRequest('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce !== '' && createHash('sha256').update(nonce).digest('hex') !== inToken) {
    throw badRequest('Nonces mismatch', 'invalid nonce');
  }
}

/** For both accepted algorithms the hash is the left half of SHA-256. */
function checkAccessToken(claims: JWTPayload, accessToken: string, algorithm: string): void {
  if (accessToken === '' || claims.at_hash === undefined) return;
  const half = createHash(`sha${algorithm.slice(2)}`)
    .update(accessToken)
    .digest()
    .subarray(0, 16);
  if (half.toString('base64url') !== claims.at_hash) throw badRequest('Bad ID token');
}

function badRequest(error_description: string, error = 'invalid request'): AuthError {
  return new AuthError(400, 'validation_failed', error_description, { error, error_description });
}
