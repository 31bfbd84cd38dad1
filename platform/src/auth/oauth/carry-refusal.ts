import type { AuthError } from '../errors.ts';

/** The provider, or the person there, said no. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly word: string;

  constructor(word: string, description: string) {
    super(description.slice(0, 500) || word);
    this.word = /^[a-z_]{1,60}$/.test(word) ? word : 'server_error';
  }
}

const OAUTH_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

/** A refusal in the address of the page: in the query and after the #, since clients look in either place. */
export function carryRefusal(target: URL, refusal: AuthError | ProviderRefusal): void {
  const [word, code] =
    'word' in refusal
      ? [refusal.word, 'bad_oauth_callback']
      : [OAUTH_WORDS[refusal.status] ?? 'server_error', refusal.code];
  const words = { error: word, error_code: code, error_description: refusal.message };
  for (const [name, value] of Object.entries(words)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams(words).toString();
}
