import { useSettings } from '#lib/page-frame.ts';
import { useHydrated } from '#lib/use-hydrated.ts';

/** `other_host`: this page's host cannot have passkeys, as an IP address, but the site has a name under which it can. */
export type PasskeySupport = 'unknown' | 'available' | 'unsupported' | 'other_host' | 'off';

/** Whether this page can use passkeys and security keys; unknown until the browser runs it. */
export function usePasskeySupport(): PasskeySupport {
  const { passkeyHost } = useSettings();
  if (!useHydrated()) return 'unknown';
  if (passkeyHost === null) return 'off';
  if (location.hostname !== passkeyHost) return 'other_host';
  return hasWebAuthn() ? 'available' : 'unsupported';
}

function hasWebAuthn(): boolean {
  return typeof PublicKeyCredential === 'function' && typeof navigator.credentials?.get === 'function';
}

/** Whether the browser offers passkeys in the list under a text field. */
export async function canAutofillPasskeys(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** The same page at the host that has passkeys. */
export function passkeyAddress(passkeyHost: string): string {
  const { protocol, port } = location;
  return `${protocol}//${passkeyHost}${port && `:${port}`}`;
}
