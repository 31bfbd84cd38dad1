import { createHmac } from 'node:crypto';
import { AuthError } from '../errors.ts';
import type { ExternalUser, Provider } from './provider.ts';
import type { FacebookSettings } from './provider-settings.ts';
import { readAddress } from './read-address.ts';

const TIMEOUT_MS = 10_000;

/** Facebook offers OAuth 2 with its Graph API, not OpenID Connect. */
export function facebook(settings: FacebookSettings): Provider {
  const { clientId, secret, dialogUrl = 'https://www.facebook.com' } = settings;
  const graphUrl = settings.graphUrl ?? 'https://graph.facebook.com';
  return {
    async authorizationUrl({ state, redirectUri }, scopes, extraParams) {
      const url = new URL(`${dialogUrl}/dialog/oauth`);
      url.search = new URLSearchParams({
        ...extraParams,
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...new Set(['email', ...scopes])].join(','),
        state,
      }).toString();
      return url;
    },

    async exchangeCode({ redirectUri }, answer) {
      // In the body, because URLs end up in logs.
      const exchanged = await fetchJson(`${graphUrl}/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: secret,
          redirect_uri: redirectUri,
          code: answer.get('code') ?? '',
        }),
      });
      const accessToken = exchanged.access_token;
      if (typeof accessToken !== 'string' || accessToken === '') throw refused();
      // appsecret_proof shows that the caller has the app's secret, so a stolen token alone is useless.
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex');
      const fields = 'id,name,first_name,last_name,email,picture';
      const profile = await fetchJson(`${graphUrl}/me?fields=${fields}&appsecret_proof=${proof}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      return {
        externalUser: toExternalUser(profile, graphUrl, settings),
        accessToken,
        refreshToken: undefined,
      };
    },
  };
}

async function fetchJson(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || typeof body !== 'object' || body === null) throw refused();
  return body as Record<string, unknown>;
}

function toExternalUser(
  profile: Record<string, unknown>,
  iss: string,
  { trustAddresses = false }: FacebookSettings,
): ExternalUser {
  const { id: sub } = profile;
  if (typeof sub !== 'string' || sub === '') throw refused();
  const text = (name: string) => (typeof profile[name] === 'string' ? profile[name] : '');
  const name = text('name') || `${text('first_name')} ${text('last_name')}`.trim();
  const picture = (profile.picture as { data?: { url?: unknown } } | undefined)?.data?.url;
  const email = readAddress(profile.email);
  const emailVerified = email !== '' && trustAddresses;
  return {
    provider: 'facebook',
    sub,
    email,
    emailVerified,
    data: {
      iss,
      sub,
      ...(email ? { email } : {}),
      email_verified: emailVerified,
      phone_verified: false,
      name,
      full_name: name,
      ...(typeof picture === 'string' ? { picture, avatar_url: picture } : {}),
      provider_id: sub,
    },
  };
}

function refused(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'Error getting user profile from external provider');
}
