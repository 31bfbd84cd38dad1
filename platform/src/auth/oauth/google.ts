import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as openid from 'openid-client';
import type { Person, Provider } from './provider.ts';
import type { GoogleSettings } from './provider-settings.ts';
import { readAddress } from './read-address.ts';

interface Known {
  configuration: openid.Configuration;
  keys: JWTVerifyGetKey;
}

export const GOOGLE_ISSUER = 'https://accounts.google.com';
const SCOPES = ['openid', 'email', 'profile'];
const PATIENCE_SECONDS = 10;

/** What discovery found, per settings. A failure is not remembered. */
const found = new WeakMap<GoogleSettings, Promise<Known>>();

export function google(settings: GoogleSettings): Provider {
  return {
    async address({ state, verifier, redirectUri }, scopes, wishes) {
      const { configuration } = await discover(settings);
      return openid.buildAuthorizationUrl(configuration, {
        ...wishes,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state,
        nonce: nonceOf(verifier),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async receive({ state, verifier, redirectUri }, answer) {
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
        person: personOf(claims),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
      };
    },
  };
}

/** The provider's metadata and keys, asked for once. */
export function discover(settings: GoogleSettings): Promise<Known> {
  const known = found.get(settings);
  if (known) return known;
  const finding = ask(settings);
  found.set(settings, finding);
  finding.catch(() => found.delete(settings));
  return finding;
}

async function ask({ issuer = GOOGLE_ISSUER, clientIds, secret }: GoogleSettings): Promise<Known> {
  const server = new URL(issuer);
  const configuration = await openid.discovery(server, clientIds[0], {}, openid.ClientSecretPost(secret), {
    timeout: PATIENCE_SECONDS,
    execute: [
      // The library would trust the connection alone; we want the signature too.
      openid.enableNonRepudiationChecks,
      ...(isThisMachine(server) ? [openid.allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error(`${issuer} publishes no keys`);
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: PATIENCE_SECONDS * 1000 });
  return { configuration, keys };
}

/** Without TLS only on this very machine, where tests and developers keep their own provider. */
function isThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** Both live and die together; the one that travels does not give the other away. */
function nonceOf(verifier: string): string {
  return createHash('sha256').update(`nonce\0${verifier}`).digest('base64url');
}

/** The claims of a verified ID token, as a person. */
export function personOf(claims: Record<string, unknown>): Person {
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
