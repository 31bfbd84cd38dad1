/** What a link from a mail, or a provider, carries behind the address of the page it leads to. */
export interface Landing {
  /** The auth service's word for the errand: signup, recovery, invite, email_change; empty from a provider. */
  errand: string;
  tokens: { access_token: string; refresh_token: string } | null;
  /** Why there is no session: the auth service's word for it. */
  refusal: string | null;
  /** Half of the errand is done; the rest waits in another mail. */
  halfway: boolean;
}

const CARRIED = [
  'access_token',
  'refresh_token',
  'expires_at',
  'expires_in',
  'token_type',
  'type',
  'provider_token',
  'provider_refresh_token',
  'error',
  'error_code',
  'error_description',
  'message',
];

export function readLanding({ hash, search }: { hash: string; search: string }): Landing | null {
  const behind = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const read = (name: string) => behind.get(name) ?? '';
  // The query is anybody's: only a refusal is read from it, never a session.
  const told = (name: string) => behind.get(name) || query.get(name);
  const refusal = told('error_code') || told('error');
  const tokens = { access_token: read('access_token'), refresh_token: read('refresh_token') };
  const whole = tokens.access_token !== '' && tokens.refresh_token !== '';
  const halfway = hash.startsWith('#message=');
  if (!refusal && !whole && !halfway) return null;
  return { errand: read('type'), tokens: whole ? tokens : null, refusal: refusal || null, halfway };
}

/** The same address without what it carried: tokens do not belong into a history that others can read. */
export function withoutLanding(address: { pathname: string; search: string; hash: string }): string {
  const { pathname, search, hash } = address;
  if (!readLanding(address)) return pathname + search + hash;
  const query = new URLSearchParams(search);
  for (const name of CARRIED) query.delete(name);
  return pathname + (query.size > 0 ? `?${query}` : '');
}
