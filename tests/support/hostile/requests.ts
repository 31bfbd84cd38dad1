import fc from 'fast-check';
import { auth, functions } from './account-endpoints.ts';
import { headerValue, oneOf, piece } from './atoms.ts';
import { calls, rest } from './database-endpoints.ts';
import { type EndpointTemplate, headersOf, rarely, type Targets } from './endpoint-template.ts';
import { storage, stream, uploads } from './file-endpoints.ts';
import { machine, realtime, web } from './page-endpoints.ts';
import type { HostileRequest } from './send.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const ODD_METHODS = ['TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'PURGE', 'SEARCH', 'get', 'BREW', 'MKCOL'];
const TYPES = [
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/csv',
  'text/plain',
  'application/octet-stream',
  'application/offset+octet-stream',
  'image/png',
  'text/html',
  '*/*',
  ';',
];
const ACCEPTS = [
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.plan+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'text/csv',
  'application/geo+json',
  'image/avif,image/webp',
  'text/html;q=0',
];
const RANGES = [
  'bytes=0-',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-0,2-3',
  'bytes=99999999999999999999-',
  '0-24',
  '5-1',
  '-',
  'rows=0-4',
];

/** A hostile request to any service. */
export function hostileRequest(targets: Targets): fc.Arbitrary<HostileRequest> {
  const endpoints = [rest, calls, calls, auth, functions, storage, uploads, realtime, stream, web, machine];
  return fc.oneof(...endpoints.map((template) => addCommonHeaders(template(targets), targets)));
}

/** Adds the headers and methods that any endpoint can be sent. */
function addCommonHeaders(
  { methods, pathAndBody, headers }: EndpointTemplate,
  { tokens, badTokens }: Targets,
): fc.Arbitrary<HostileRequest> {
  const token = fc.oneof({ weight: 9, arbitrary: oneOf(...tokens) }, oneOf(...badTokens), headerValue);
  const common = headersOf({
    authorization: fc.oneof(
      { weight: 12, arbitrary: token.map((text) => `Bearer ${text}`) },
      headerValue,
      fc.constant(undefined),
    ),
    apikey: rarely(token),
    'content-type': fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      { weight: 5, arbitrary: oneOf(...TYPES) },
      headerValue,
      fc.constant(undefined),
    ),
    accept: rarely(fc.oneof(oneOf(...ACCEPTS), headerValue)),
    range: rarely(fc.oneof(oneOf(...RANGES), headerValue)),
    'accept-language': rarely(headerValue),
    'accept-encoding': rarely(headerValue),
    cookie: rarely(headerValue.map((text) => `lakou-hint=${text}; lakou_stream=${text}; =;`)),
    'x-forwarded-for': rarely(headerValue),
    'if-none-match': rarely(headerValue),
    'if-modified-since': rarely(headerValue),
    'user-agent': rarely(headerValue),
    expect: rarely(oneOf('100-continue')),
    'x-http-method-override': rarely(oneOf(...METHODS)),
    'x-supabase-api-version': rarely(oneOf('2024-01-01', '9999-99-99', 'x')),
  });
  return fc
    .record({
      method: fc.oneof(
        { weight: 16, arbitrary: oneOf(...methods) },
        { weight: 3, arbitrary: oneOf(...METHODS) },
        oneOf(...ODD_METHODS),
      ),
      pathAndBody,
      tail: rarely(rarely(piece)),
      bare: fc.nat(5).map((dice) => dice === 0),
      headers: headers ? fc.tuple(common, headers).map(([a, b]) => [...a, ...b]) : common,
      framing: oneOf<HostileRequest['framing']>(
        'length',
        'length',
        'length',
        'length',
        'length',
        'chunked',
        'lie',
      ),
    })
    .map(({ pathAndBody: [path, body], tail = '', bare, ...request }) => ({
      ...request,
      path: (path + tail).replace(/[\r\n ]/g, '') || '/',
      body: bare ? undefined : body,
    }));
}
