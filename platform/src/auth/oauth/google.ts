import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as openid from 'openid-client';
import type { ExternalUser, Provider } from './provider.ts';
import type { GoogleSettings } from './provider-settings.ts';
import { readAddress } from './read-address.ts';

interface DiscoveredProvider {
  configuration: openid.Configuration;
  keys: JWTVerifyGetKey;
}

export const GOOGLE_ISSUER = 'https://accounts.google.com';
const SCOPES = ['openid', 'email', 'profile'];
const TIMEOUT_SECONDS = 10;

/** Discovery results by settings. Failures are not cached. */
const found = new WeakMap<GoogleSettings, Promise<DiscoveredProvider>>();

export function google(settings: GoogleSettings): Provider {
  return {
    async authorizationUrl({ state, verifier, redirectUri }, scopes, extraParams) {
      const { configuration } = await discover(settings);
      return openid.buildAuthorizationUrl(configuration, {
        ...extraParams,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state,
        nonce: nonceOf(verifier),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async exchangeCode({ state, verifier, redirectUri }, answer) {
      const { configuration } = await discover(settings);
      const here = new URL(redirectUri);
      here.search = answer.toString();
      // Checks state, issuer, audience, nonce, times and (see discover) the signature of the ID token.
      const tokens = await openid.authorizationCodeGrant(configuration, here, {
        expectedState: state,
        expectedNonce: nonceOf(verifier),
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      let claims: Record<string, unknown> = { ...tokens.claims() };
      if (claims.email === undefined) {
        const more = await openid.fetchUserInfo(configuration, tokens.access_token, String(claims.sub));
        claims = { ...more, ...claims };
      }
      return {
        externalUser: toExternalUser(claims),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
      };
    },
  };
}

/** The provider's metadata and keys, fetched once. */
export function discover(settings: GoogleSettings): Promise<DiscoveredProvider> {
  const known = found.get(settings);
  if (known) return known;
  const finding = fetchProvider(settings);
  found.set(settings, finding);
  finding.catch(() => found.delete(settings));
  return finding;
}

async function fetchProvider({
  issuer = GOOGLE_ISSUER,
  clientIds,
  secret,
}: GoogleSettings): Promise<DiscoveredProvider> {
  const server = new URL(issuer);
  const configuration = await openid.discovery(server, clientIds[0], {}, openid.ClientSecretPost(secret), {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // By default the library trusts TLS alone; this also verifies the signature.
      openid.enableNonRepudiationChecks,
      ...(isLoopback(server) ? [openid.allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error(`${issuer} publishes no keys`);
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
  return { configuration, keys };
}

/** HTTP without TLS is allowed on loopback only, for tests and development. */
function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** Derived from the verifier, so that only one secret is stored; the nonce does not reveal it. */
function nonceOf(verifier: string): string {
  return createHash('sha256').update(`nonce\0${verifier}`).digest('base64url');
}

/** The user described by the claims of a verified ID token. */
export function toExternalUser(claims: Record<string, unknown>): ExternalUser {
  const sub = String(claims.sub);
  const email = readAddress(claims.email);
  const emailVerified = email !== '' && (claims.email_verified === true || claims.email_verified === 'true');
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
  return {
    provider: 'google',
    sub,
    email,
    emailVerified,
    data: {
      iss: text('iss'),
      sub,
      ...(email ? { email } : {}),
      email_verified: emailVerified,
      phone_verified: false,
      name: text('name'),
      full_name: text('name'),
      picture: text('picture'),
      avatar_url: text('picture'),
      provider_id: sub,
      ...(text('hd') ? { custom_claims: { hd: text('hd') } } : {}),
    },
  };
}
