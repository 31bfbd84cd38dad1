import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeXml, fail, type Stored, stored, xml } from './s3-answers.ts';
import { type MultipartUpload, MultipartUploads } from './s3-multipart.ts';

export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  objects: Map<string, Stored>;
  uploads: Map<string, MultipartUpload>;
  /** The operations requested so far, by name. */
  operations: string[];
  /** The next request whose operation has this name fails. */
  failNext(operation: string): void;
  close(): Promise<void>;
}

const accessKeyId = 'AKIALAKOUTEST';
const secretAccessKey = 'not-a-secret';
const bucket = 'lakou-objects';

/** A small S3 in memory, path style, speaking what the AWS SDK speaks. Requests without a signature are refused. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Stored>();
  const multipart = new MultipartUploads(objects);
  const operations: string[] = [];
  const failing = new Set<string>();

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) fail(response, 500, 'InternalError', String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, first = '', ...rest] = url.pathname.split('/');
    const key = rest.map(decodeURIComponent).join('/');
    const query = url.searchParams;
    const body = await readBody(request);
    const scope = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`;
    const authorization = request.headers.authorization ?? '';
    const isSigned = authorization.startsWith(scope) && /Signature=[\da-f]{64}$/.test(authorization);
    if (!isSigned && !isSignedAddress(request, url)) {
      return fail(response, 403, 'SignatureDoesNotMatch', 'no signature of ours');
    }
    const declared = request.headers['x-amz-content-sha256'];
    if (/^[\da-f]{64}$/.test(String(declared)) && declared !== sha256(body)) {
      return fail(response, 400, 'XAmzContentSHA256Mismatch', 'the body is not what was signed');
    }
    if (first !== bucket) return fail(response, 404, 'NoSuchBucket', first);
    const operation = operationOf(request, key, query);
    operations.push(operation);
    if (failing.delete(operation))
      return fail(response, 403, 'AccessDenied', `${operation} fails in this test`);
    const source = request.headers['x-amz-copy-source'];
    const copied =
      typeof source === 'string'
        ? objects.get(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''))
        : undefined;

    if (multipart.answer({ operation, key, query, body, copied }, request, response)) return;
    switch (operation) {
      case 'ListObjectsV2':
        return list(response, query);
      case 'DeleteObjects':
        for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
          objects.delete(unescapeXml(name));
        return xml(response, '<DeleteResult></DeleteResult>');
      case 'CopyObject': {
        if (!copied) return fail(response, 404, 'NoSuchKey', 'nothing to copy');
        objects.set(key, { ...copied, modified: new Date() });
        return xml(response, `<CopyObjectResult><ETag>${escapeXml(copied.etag)}</ETag></CopyObjectResult>`);
      }
      case 'PutObject': {
        const object = stored(body, String(request.headers['content-type'] ?? 'binary/octet-stream'));
        objects.set(key, object);
        return void response.writeHead(200, { etag: object.etag }).end();
      }
      case 'DeleteObject':
        objects.delete(key);
        return void response.writeHead(204).end();
      default:
        return read(request, response, objects.get(key));
    }
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    // Small pages, so that callers have to paginate.
    const page = keys.slice(0, 10);
    const more = keys.length > page.length;
    const contents = page.map((key) => {
      const { bytes, etag, modified } = objects.get(key) as Stored;
      return `<Contents><Key>${escapeXml(key)}</Key><Size>${bytes.length}</Size><ETag>${escapeXml(etag)}</ETag><LastModified>${modified.toISOString()}</LastModified></Contents>`;
    });
    const token = more
      ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    xml(
      response,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId,
    secretAccessKey,
    bucket,
    objects,
    uploads: multipart.uploads,
    operations,
    failNext: (operation) => failing.add(operation),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An address with a signature in its query (AWS Signature Version 4), which covers path, query and host. */
function isSignedAddress({ method = '', headers }: IncomingMessage, url: URL): boolean {
  const given = url.searchParams.get('X-Amz-Signature') ?? '';
  const credential = url.searchParams.get('X-Amz-Credential') ?? '';
  const date = url.searchParams.get('X-Amz-Date') ?? '';
  if (!credential.startsWith(`${accessKeyId}/`) || given === '') return false;
  if (url.searchParams.get('X-Amz-SignedHeaders') !== 'host') return false;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    `host:${headers.host}\n`,
    'host',
    'UNSIGNED-PAYLOAD',
  ];
  const scope = credential.split('/').slice(1);
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(Buffer.from(canonical.join('\n')))];
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretAccessKey}`);
  return hmac(key, toSign.join('\n')).toString('hex') === given;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function operationOf(request: IncomingMessage, key: string, query: URLSearchParams): string {
  const { method } = request;
  const copies = request.headers['x-amz-copy-source'] !== undefined;
  if (key === '') {
    if (query.has('delete')) return 'DeleteObjects';
    return query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2';
  }
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
  if (method === 'PUT' && query.has('uploadId')) return copies ? 'UploadPartCopy' : 'UploadPart';
  if (method === 'PUT') return copies ? 'CopyObject' : 'PutObject';
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  if (query.has('uploadId')) return 'ListParts';
  return method === 'HEAD' ? 'HeadObject' : 'GetObject';
}

function read(request: IncomingMessage, response: ServerResponse, object: Stored | undefined): void {
  if (!object) {
    fail(response, 404, 'NoSuchKey', 'The specified key does not exist.');
    return;
  }
  const { bytes, etag, type, modified } = object;
  const [first = 0, last = bytes.length - 1] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [])
    .slice(1)
    .map(Number);
  if (request.headers.range && first >= bytes.length) {
    fail(response, 416, 'InvalidRange', 'The requested range is not satisfiable');
    return;
  }
  const piece = bytes.subarray(first, last + 1);
  response.writeHead(request.headers.range ? 206 : 200, {
    etag,
    'content-type': type,
    'content-length': piece.length,
    'last-modified': modified.toUTCString(),
    ...(request.headers.range ? { 'content-range': `bytes ${first}-${last}/${bytes.length}` } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : piece);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const body = Buffer.concat(await request.toArray());
  return String(request.headers['content-encoding']).includes('aws-chunked') ? unchunk(body) : body;
}

/** `<hex length>;…\r\n<bytes>\r\n` again and again, then trailers. */
function unchunk(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.subarray(at, lineEnd).toString(), 16);
    if (!length) return Buffer.concat(pieces);
    pieces.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
