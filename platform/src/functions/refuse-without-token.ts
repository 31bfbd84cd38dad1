import { type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import { TokenRefused } from '../tokens/token-refused.ts';

/** Undefined when the caller's token is valid, else the answer. */
export async function refuseWithoutToken(
  request: Request,
  callers: CallerOptions,
): Promise<Response | undefined> {
  try {
    await identifyCaller(request.headers, callers);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    return unauthorized('UNAUTHORIZED', error.message, error.headers);
  }
  const header = request.headers.get('authorization');
  // Functions read the claims from this header: only the token that was verified may reach them.
  if (header !== null && /^bearer\s+\S+$/i.test(header.trim())) return undefined;
  return header === null
    ? unauthorized('UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
    : unauthorized('UNAUTHORIZED_INVALID_JWT_FORMAT', 'Auth header is not Bearer {token}');
}

/** The header tells the client that the host refused, not the function. */
function unauthorized(code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error: 'not_authenticated', message, code },
    { status: 401, headers: { ...headers, 'x-relay-error': 'true' } },
  );
}
