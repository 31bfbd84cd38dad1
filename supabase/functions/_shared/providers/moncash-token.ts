export interface MoncashAccount {
  url: string;
  clientId: string;
  clientSecret: string;
}

/** MonCash answers slowly at times. A token and an answer fit into the ten seconds that a function has. */
export const TIMEOUT_MS = 4_000;
const MAX_SECONDS = 59;

/** A new token, and how long it is valid. */
export async function requestToken(account: MoncashAccount): Promise<{ value: string; seconds: number }> {
  const response = await fetch(`${account.url}/Api/oauth/token`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${btoa(`${account.clientId}:${account.clientSecret}`)}`,
    },
    body: new URLSearchParams({ scope: 'read,write', grant_type: 'client_credentials' }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`MonCash answered ${response.status} to a request for a token`);
  const { access_token, expires_in } = (await response.json()) as {
    access_token?: unknown;
    expires_in?: unknown;
  };
  if (typeof access_token !== 'string' || access_token === '') throw new Error('MonCash gave no token');
  return { value: access_token, seconds: Math.min(Number(expires_in) || 0, MAX_SECONDS) };
}
