import type { Providers } from './provider-settings.ts';

export type ProviderName = keyof Providers;

/** A user as a provider describes them. */
export interface ExternalUser {
  provider: ProviderName;
  /** The provider's id of the user, which never changes. */
  sub: string;
  /** In lower case; empty when the provider has none or an invalid one. */
  email: string;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  /** Stored in the identity, with GoTrue's names. */
  data: Record<string, unknown> & { sub: string };
}

/** The result of a sign-in at a provider, with the provider's tokens. */
export interface ProviderResult {
  externalUser: ExternalUser;
  accessToken: string;
  refreshToken: string | undefined;
}

/** The parameters of one authorization request. */
export interface AuthorizationRequest {
  state: string;
  /** Sent only when the code is exchanged; the nonce is derived from it. */
  verifier: string;
  redirectUri: string;
}

export interface Provider {
  /** Where the browser is redirected. `extraParams` are passed on from the app, such as `prompt`. */
  authorizationUrl(
    request: AuthorizationRequest,
    scopes: string[],
    extraParams: Record<string, string>,
  ): Promise<URL>;
  /** Exchanges the provider's response for the user. */
  exchangeCode(request: AuthorizationRequest, answer: URLSearchParams): Promise<ProviderResult>;
}
