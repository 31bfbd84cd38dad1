import fc from 'fast-check';
import { anyValue, headerValue, jsonBody, oneOf, piece } from './atoms.ts';
import { type EndpointTemplate, headersOf, query, rarely, type Targets } from './endpoint-template.ts';

export function web({ pages }: Targets): EndpointTemplate {
  const names = oneOf(
    'q',
    'page',
    'order',
    'category',
    'code',
    'lang',
    '_routes',
    'index',
    'p',
    'paths',
    'version',
  );
  const id = fc.oneof(oneOf('f1000000-0000-4000-8000-000000000001', '1', 'Drama'), piece);
  const path = fc
    .tuple(oneOf(...pages), id, oneOf('', '', '', '.data', '/'), query(names, piece))
    .map(([page, some, ending, asked]) => `${page.replace(':id', some)}${ending}${asked && `?${asked}`}`);
  return {
    methods: ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'],
    pathAndBody: fc.tuple(path, jsonBody({ intent: [], action: [] })),
  };
}

export function machine(): EndpointTemplate {
  const path = fc.oneof(
    oneOf(
      '/sitemap.xml',
      '/robots.txt',
      '/manifest.webmanifest',
      '/service-worker.js',
      '/_mail',
      '/_mail.json',
    ),
    oneOf(
      '/metrics',
      '/config.json',
      '/healthz',
      '/readyz',
      '/status',
      '/.env',
      '/.git/config',
      '/server/src/main.ts',
      '*',
    ),
    oneOf('/__manifest', '/assets/', '/assets/../../package.json', '//evil.example/%2e%2e', '/favicon.ico'),
    oneOf('/%2e%2e/keys.json', '/assets/%2e%2e%2f%2e%2e%2fserver%2findex.js'),
    piece.map((text) => `/sitemap-${text}.xml`),
    piece.map((text) => `/_mail/${text}`),
    piece.map((text) => `/sandbox-pay/${text}?webhook=${text}`),
    piece.map((text) => `/assets/${text}`),
    piece.map((text) => `/${text}`),
    piece.map((text) => `http://${text}/`),
    piece,
  );
  const form = fc
    .tuple(fc.oneof(oneOf('pay', 'refund'), piece), piece)
    .map(([action, time]) => Buffer.from(`action=${action}&webhook=${time}`));
  return {
    methods: ['GET', 'GET', 'POST', 'HEAD'],
    pathAndBody: fc.tuple(path, fc.oneof(form, jsonBody({ action: ['pay'] }))),
  };
}

export function realtime(): EndpointTemplate {
  const path = fc.oneof(
    oneOf('/realtime/v1/api/broadcast'),
    oneOf('/realtime/v1/websocket', '/realtime/v1/websocket?vsn=9', '/realtime/v1/'),
    fc
      .tuple(piece, piece)
      .map(([topic, event]) => `/realtime/v1/api/broadcast/${topic}/events/${event}?private=true`),
  );
  const broadcasts = fc
    .array(
      fc.record({
        topic: fc.oneof(oneOf<unknown>('forum'), anyValue),
        event: fc.oneof(oneOf<unknown>('new'), anyValue),
        payload: anyValue,
        private: fc.oneof(oneOf<unknown>(true, false), anyValue),
      }),
      { maxLength: 3 },
    )
    .map((messages) => Buffer.from(JSON.stringify({ messages })));
  return {
    methods: ['POST', 'POST', 'POST', 'GET'],
    pathAndBody: fc.tuple(path, fc.oneof(broadcasts, jsonBody({ messages: [] }))),
    headers: headersOf({
      upgrade: rarely(oneOf('websocket', 'h2c', 'x')),
      'sec-websocket-key': rarely(headerValue),
      'sec-websocket-version': rarely(oneOf('13', '7')),
    }),
  };
}
