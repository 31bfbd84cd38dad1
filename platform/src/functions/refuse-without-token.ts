import { AAL_NEEDED, type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import { TokenRefused } from '../tokens/token-refused.ts';

/** Undefined when the caller's token is valid, else the answer. */
export async function refuseWithoutToken(
  request: Request,
  callers: CallerOptions,
): Promise<Response | undefined> {
  try {
    const { claims } = await identifyCaller(request.headers, callers);
    // Functions read the token themselves, so a half signed-in session cannot be a visitor here.
    if (claims?.[AAL_NEEDED] !== undefined) return secondFactorNeeded();
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

function secondFactorNeeded(): Response {
  const message = 'Please confirm with your second factor';
  return Response.json(
    { error: 'second_factor_needed', message, code: 'FORBIDDEN' },
    { status: 403, headers: { 'x-relay-error': 'true' } },
  );
}

/** The header tells the client that the host refused, not the function. */
function unauthorized(code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error: 'not_authenticated', message, code },
    { status: 401, headers: { ...headers, 'x-relay-error': 'true' } },
  );
}
