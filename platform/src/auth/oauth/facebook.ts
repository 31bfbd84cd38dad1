import { createHmac } from 'node:crypto';
import { AuthError } from '../errors.ts';
import type { Person, Provider } from './provider.ts';
import type { FacebookSettings } from './provider-settings.ts';
import { readAddress } from './read-address.ts';

const PATIENCE_MS = 10_000;

/** Facebook speaks plain OAuth 2 with an API of its own behind it, not OpenID Connect. */
export function facebook(settings: FacebookSettings): Provider {
  const { clientId, secret, dialogUrl = 'https://www.facebook.com' } = settings;
  const graphUrl = settings.graphUrl ?? 'https://graph.facebook.com';
  return {
    async address({ state, redirectUri }, scopes, wishes) {
      const address = new URL(`${dialogUrl}/dialog/oauth`);
      address.search = new URLSearchParams({
        ...wishes,
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...new Set(['email', ...scopes])].join(','),
        state,
      }).toString();
      return address;
    },

    async receive({ redirectUri }, answer) {
      // In the body: addresses end up in logs.
      const exchanged = await ask(`${graphUrl}/oauth/access_token`, {
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
      // The proof shows that the token is used by who knows the secret, not by who stole the token.
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex');
      const fields = 'id,name,first_name,last_name,email,picture';
      const profile = await ask(`${graphUrl}/me?fields=${fields}&appsecret_proof=${proof}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      return { person: personOf(profile, graphUrl, settings), accessToken, refreshToken: undefined };
    },
  };
}

async function ask(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || typeof body !== 'object' || body === null) throw refused();
  return body as Record<string, unknown>;
}

function personOf(
  profile: Record<string, unknown>,
  iss: string,
  { trustAddresses = false }: FacebookSettings,
): Person {
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
