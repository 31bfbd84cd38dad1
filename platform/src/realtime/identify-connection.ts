import type { Identity } from '../database/database.ts';
import { type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import { TokenRefused } from '../tokens/token-refused.ts';

/** Refused; the message is sent to the client. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The channel's token comes first, then the connection's key. */
export async function identifyConnection(
  callers: CallerOptions,
  apikey: string | null,
  token: string | null,
): Promise<Identity> {
  try {
    const headers = new Headers();
    if (apikey !== null) headers.set('apikey', apikey);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const identity = await identifyCaller(headers, callers);
    const overdue = Date.now() / 1000 - (expiryOf(identity) ?? Number.POSITIVE_INFINITY);
    if (overdue > 0) throw new Refused(`InvalidJWTToken: ${expired(overdue)}`);
    return identity;
  } catch (error) {
    if (error instanceof TokenRefused && error.message === 'JWT expired') {
      throw new Refused('InvalidJWTToken: Token has expired');
    }
    // A TypeError means that the text is no valid header value.
    if (error instanceof TokenRefused || error instanceof TypeError) {
      throw new Refused('MalformedJWT: The token provided is not a valid JWT');
    }
    throw error;
  }
}

/** In seconds since 1970. */
export function expiryOf({ claims }: Identity): number | undefined {
  return typeof claims?.exp === 'number' ? claims.exp : undefined;
}

export function expired(seconds: number): string {
  return `Token has expired ${Math.floor(seconds)} seconds ago`;
}
