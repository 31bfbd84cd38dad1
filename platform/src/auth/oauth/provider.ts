import type { Providers } from './provider-settings.ts';

export type ProviderName = keyof Providers;

/** Somebody as a provider describes them. */
export interface Person {
  provider: ProviderName;
  /** The provider's own id of them: the only thing about them that never changes. */
  sub: string;
  /** In lower case; empty when the provider knows none or an unusable one. */
  email: string;
  /** The provider has made sure that they read this mail. */
  emailVerified: boolean;
  /** What is kept in the identity; GoTrue's names. */
  data: Record<string, unknown> & { sub: string };
}

/** A person who came back from a provider, with the provider's own tokens. */
export interface Arrival {
  person: Person;
  accessToken: string;
  refreshToken: string | undefined;
}

/** One round trip to a provider: what we ask it to remember, and what we remember ourselves. */
export interface RoundTrip {
  state: string;
  /** Never leaves us until the code is exchanged; the nonce is made from it. */
  verifier: string;
  redirectUri: string;
}

export interface Provider {
  /** Where the browser is sent. `wishes` are parameters that the app wants to pass on, such as `prompt`. */
  address(trip: RoundTrip, scopes: string[], wishes: Record<string, string>): Promise<URL>;
  /** Exchanges what the provider sent back for who it was. */
  receive(trip: RoundTrip, answer: URLSearchParams): Promise<Arrival>;
}
