import type { AuthError } from '../errors.ts';

/** The provider, or the user there, refused. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly errorCode: string;

  constructor(errorCode: string, description: string) {
    super(description.slice(0, 500) || errorCode);
    this.errorCode = /^[a-z_]{1,60}$/.test(errorCode) ? errorCode : 'server_error';
  }
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

/** Writes the error into query and fragment of the URL; clients read either. */
export function setOAuthErrorParams(target: URL, refusal: AuthError | ProviderRefusal): void {
  const [errorCode, code] =
    'errorCode' in refusal
      ? [refusal.errorCode, 'bad_oauth_callback']
      : [OAUTH_ERRORS[refusal.status] ?? 'server_error', refusal.code];
  const params = { error: errorCode, error_code: code, error_description: refusal.message };
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams(params).toString();
}
