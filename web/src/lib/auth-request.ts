import { connection } from './supabase.ts';

interface AuthErrorBody {
  msg?: string;
  message?: string;
  error_code?: string;
  code?: string | number;
}

/** Has the shape of the auth client's errors, for requests made without it. */
export class AuthRequestError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, { msg, message, error_code, code }: AuthErrorBody) {
    super(msg ?? message ?? '');
    this.status = status;
    this.code = error_code ?? (typeof code === 'string' ? code : undefined);
  }
}

/** A request to the auth service that must not change who is signed in here, as the auth client's would. */
export async function authRequest<Answer>(
  path: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<Answer> {
  const { url, anonKey } = connection();
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token ?? anonKey}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new AuthRequestError(response.status, answer as AuthErrorBody);
  return answer as Answer;
}
