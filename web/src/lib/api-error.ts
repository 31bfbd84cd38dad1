/** A failure that the Data API or a function answered with. */
export class ApiError extends Error {
  readonly status: number;
  /** SQLSTATE or PostgREST code; empty from functions. */
  readonly code: string;
  /** A key of contract/src/errors.ts in most cases; null where the server named none. */
  readonly key: string | null;
  /** The whole answer of a function, for what stands beside its key. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    error: { message: string; code?: string; hint?: string | null },
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(error.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code ?? '';
    this.key = error.hint || null;
    this.details = details;
  }
}

/** An action needs a member, and nobody is signed in. */
export class SignInRequired extends Error {
  override readonly name = 'SignInRequired';
}

/** The server does not accept the session, or there is none. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof SignInRequired) return true;
  return error instanceof ApiError && (error.status === 401 || error.key === 'not_authenticated');
}

/** No answer arrived. Each browser words it differently. */
export function isNetworkError(error: unknown): boolean {
  const { name = '', message = '', status } = (error ?? {}) as Partial<ApiError>;
  return (
    name === 'TimeoutError' ||
    (name === 'AuthRetryableFetchError' && !(status && status >= 500)) ||
    /failed to fetch|networkerror|load failed|network request failed/i.test(message)
  );
}
