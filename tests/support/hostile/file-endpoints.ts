import fc from 'fast-check';
import { anyValue, type Fields, headerValue, jsonBody, nasty, oneOf, piece, sometimes } from './atoms.ts';
import { type EndpointTemplate, headersOf, query, rarely, type Targets } from './endpoint-template.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((some) => Buffer.from(some));

export function storage({ buckets, objects }: Targets): EndpointTemplate {
  const bucket = fc.oneof({ weight: 6, arbitrary: oneOf(...buckets) }, piece);
  const name = fc.oneof({ weight: 4, arbitrary: oneOf(...objects) }, { weight: 3, arbitrary: piece });
  const way = oneOf(
    ...[
      'object',
      'object/public',
      'object/authenticated',
      'object/info',
      'object/info/public',
      'object/sign',
    ],
    ...[
      'object/upload/sign',
      'render/image/public',
      'render/image/authenticated',
      'render/image/sign',
      's3',
      'x',
    ],
  );
  const option = oneOf(
    'token',
    'download',
    'width',
    'height',
    'resize',
    'quality',
    'format',
    'versionId',
    'limit',
  );
  const size = fc.oneof(piece, oneOf('0', '1', '50', '2501', 'cover', 'avif', 'origin'));
  const path = fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(way, bucket, name, query(option, size))
        .map(([words, where, what, asked]) => `/storage/v1/${words}/${where}/${what}?${asked}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(oneOf('object/list', 'object/list-v2', 'object/sign', 'object', 'bucket'), bucket)
        .map(([words, where]) => `/storage/v1/${words}/${where}`),
    },
    oneOf(
      '/storage/v1/object/move',
      '/storage/v1/object/copy',
      '/storage/v1/bucket',
      '/storage/v1/bucket/x/empty',
    ),
  );
  const options: Fields = {
    prefix: ['', 'banners'],
    limit: [10],
    offset: [0],
    search: [''],
    sortBy: [{ column: 'name', order: 'asc' }],
    cursor: [],
    with_delimiter: [true],
    expiresIn: [60],
    paths: [objects],
    prefixes: [objects.slice(0, 1)],
    transform: [{ width: 10 }],
    bucketId: buckets,
    sourceKey: objects,
    destinationKey: ['a/b.png'],
    destinationBucket: buckets,
    copyMetadata: [true, false],
    metadata: [{ mimetype: 'image/png' }],
    id: ['new-bucket'],
    name: ['new-bucket'],
    public: [true],
    file_size_limit: [1000, '1MB'],
    allowed_mime_types: [['image/*']],
    upsert: [true],
  };
  const form = fc
    .tuple(headerValue, nasty, bytes(60))
    .map(([field, value, some]) =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n--b\r\n`),
        Buffer.from(
          'Content-Disposition: form-data; name=""; filename="a"\r\nContent-Type: image/png\r\n\r\n',
        ),
        some,
        Buffer.from('\r\n--b--\r\n'),
      ]),
    );
  return {
    methods: ['GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD'],
    pathAndBody: fc.tuple(path, fc.oneof({ weight: 3, arbitrary: jsonBody(options) }, form, bytes(300))),
    headers: headersOf({
      'x-upsert': rarely(oneOf('true', 'x')),
      'x-metadata': rarely(headerValue),
      'cache-control': rarely(headerValue),
      'content-encoding': rarely(headerValue),
    }),
  };
}

/** Resumable uploads. */
export function uploads({ buckets, objects }: Targets): EndpointTemplate {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const value = fc.oneof(
    nasty,
    anyValue.map((some) => JSON.stringify(some)),
  );
  const field = (name: string, good: readonly string[]) =>
    fc.oneof({ weight: 4, arbitrary: oneOf(...good) }, value).map((text) => `${name} ${encode(text)}`);
  const metadata = fc
    .tuple(
      field('bucketName', buckets),
      field('objectName', [...objects, 'a/b.mp4']),
      field('contentType', ['image/png', 'video/mp4']),
      rarely(field('cacheControl', ['60'])),
      rarely(field('metadata', ['{"a":1}'])),
    )
    .map((fields) => fields.filter(Boolean).join(','));
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    oneOf('/f1000000-0000-4000-8000-000000000001'),
    piece.map((text) => `/${text}`),
  );
  const path = fc
    .tuple(oneOf('', '', '/sign'), id)
    .map((two) => `/storage/v1/upload/resumable${two.join('')}`);
  return {
    methods: ['POST', 'POST', 'POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS', 'GET'],
    pathAndBody: fc.tuple(path, bytes(50)),
    headers: headersOf({
      'tus-resumable': sometimes(oneOf('1.0.0', '1.0.0', '1.0.0', '0.2.2', 'x')),
      'upload-length': sometimes(fc.oneof(oneOf('0', '5', '-1', '1e9', '99999999999999999999'), headerValue)),
      'upload-offset': sometimes(fc.oneof(oneOf('0', '5', '-1'), headerValue)),
      'upload-metadata': sometimes(fc.oneof({ weight: 5, arbitrary: metadata }, headerValue)),
      'upload-defer-length': rarely(oneOf('1', '2')),
      'upload-concat': rarely(oneOf('partial', 'final;/a /b')),
      'upload-checksum': rarely(headerValue),
      'x-signature': rarely(headerValue),
      'x-upsert': rarely(oneOf('true')),
    }),
  };
}

export function stream({ streams }: Targets): EndpointTemplate {
  const file = fc.oneof(
    oneOf(
      'master.m3u8',
      'audio.m3u8',
      'key',
      'v145/index.m3u8',
      'v145/00000.m4s',
      'storyboard.vtt',
      'film.json',
    ),
    oneOf('progress'),
    piece,
  );
  const path = fc
    .tuple(fc.oneof({ weight: 5, arbitrary: oneOf(...streams) }, piece), file, rarely(piece))
    .map(([id, name, ticket]) => `/stream/${id}/${name}${ticket === undefined ? '' : `?ticket=${ticket}`}`);
  const report: Fields = { position: [1], duration: [100], seconds: [1], ended: [true] };
  return { methods: ['GET', 'GET', 'GET', 'HEAD', 'POST'], pathAndBody: fc.tuple(path, jsonBody(report)) };
}
