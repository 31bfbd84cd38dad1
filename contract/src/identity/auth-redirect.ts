/** What a sign-in provider, or a link of GoTrue's kind, adds to the address of the page it redirects to. */
export interface AuthRedirect {
  /** The auth service's `type`: signup, recovery, invite, email_change; empty from a provider. */
  flow: string;
  /** To be exchanged for a session, by the browser that requested it only. */
  code: string | null;
  tokens: { access_token: string; refresh_token: string } | null;
  /** The auth service's error code when there is no session. */
  refusal: string | null;
  /** One of two links of an email change was opened; the other address has to confirm too. */
  awaitsOtherLink: boolean;
}

const AUTH_PARAMS = [
  'code',
  'access_token',
  'refresh_token',
  'expires_at',
  'expires_in',
  'token_type',
  'provider_token',
  'provider_refresh_token',
  'error',
  'error_code',
  'error_description',
  'message',
];

export function readAuthRedirect({ hash, search }: { hash: string; search: string }): AuthRedirect | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const read = (name: string) => fragment.get(name) ?? '';
  // Anybody can craft an address: tokens are only used after a question, and a code needs this browser's secret.
  const readError = (name: string) => fragment.get(name) || query.get(name);
  const refusal = readError('error_code') || readError('error');
  const tokens = { access_token: read('access_token'), refresh_token: read('refresh_token') };
  const isComplete = tokens.access_token !== '' && tokens.refresh_token !== '';
  const awaitsOtherLink = hash.startsWith('#message=');
  const code = query.get('code');
  if (!refusal && !isComplete && !awaitsOtherLink && !code) return null;
  return {
    flow: read('type'),
    code,
    tokens: isComplete ? tokens : null,
    refusal: refusal || null,
    awaitsOtherLink,
  };
}

/** The same address without auth parameters: tokens must not stay in the browser history. */
export function withoutAuthParams(address: { pathname: string; search: string; hash: string }): string {
  const { pathname, search, hash } = address;
  if (!readAuthRedirect(address)) return pathname + search + hash;
  const query = new URLSearchParams(search);
  for (const name of AUTH_PARAMS) query.delete(name);
  return pathname + (query.size > 0 ? `?${query}` : '');
}
