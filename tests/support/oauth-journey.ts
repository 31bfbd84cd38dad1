/** Follows one redirect, as a browser would, and returns its target. */
export async function follow(address: string | URL, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual', ...init });
  const location = response.headers.get('location');
  if (!location) throw new Error(`${address} answered ${response.status} ${await response.text()}`);
  return new URL(location);
}

/** From /authorize through the provider to the address of our callback, not yet called. */
export async function toCallback(authorize: string | URL): Promise<URL> {
  return follow(await follow(authorize));
}

/** The whole way, to the final page. */
export async function travel(authorize: string | URL): Promise<URL> {
  return follow(await toCallback(authorize));
}

export function fragmentOf(page: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
}

export function queryOf(page: URL): Record<string, string> {
  return Object.fromEntries(page.searchParams);
}
