const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';
const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit, Preference-Applied, ETag, X-Request-Id';

/** Tokens travel in headers, never in cookies, so every origin is allowed. */
export const CORS_HEADERS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

export function preflight(request: Request): Response | undefined {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
  const requested = request.headers.get('access-control-request-headers');
  const allowed = [
    'Authorization',
    ...(requested ? [requested] : []),
    'Accept',
    'Accept-Language',
    'Content-Language',
  ];
  return new Response(null, {
    status: 200,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': allowed.join(', '),
      'access-control-max-age': '86400',
    },
  });
}
