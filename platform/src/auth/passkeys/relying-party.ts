import { isIP } from 'node:net';
import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';

/** The site to which passkeys and security keys belong. */
export interface RelyingParty {
  /** A host name: browsers accept no IP address here. */
  id: string;
  /** The origins of the pages that can use them. */
  origins: readonly string[];
}

/**
 * The relying party of a site; undefined where browsers refuse WebAuthn: without https, and at an IP address. A loopback
 * address has a name that needs no https, so such a site has passkeys for those who open it as `localhost`.
 */
export function relyingPartyOf(url: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(url);
  if (isLoopbackAddress(hostname)) {
    return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] };
  }
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isSecure && !isAddress ? { id: hostname, origins: [origin] } : undefined;
}

function isLoopbackAddress(hostname: string): boolean {
  return /^127(?:\.\d+){3}$/.test(hostname) || hostname === '[::1]';
}

export function requireRelyingParty({ settings }: Auth): RelyingParty {
  const party = relyingPartyOf(settings.url);
  if (!party) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
  return party;
}
