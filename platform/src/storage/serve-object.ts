import type { Readable } from 'node:stream';
import { isNotModified, isRangeCurrent, parseRange } from './byte-range.ts';
import { isActive } from './content-type.ts';
import { keyOf, type ObjectRow, requireVersion } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';
import { refuse } from './storage-error.ts';

export interface ServeOptions {
  /** Shared caches may store only what everybody can read. */
  access: 'everybody' | 'caller';
  /** When the link expires, in seconds since 1970. */
  expires?: number;
}

/** Uploaded content never runs as a page of this origin; pictures and films still show. */
export const untrustedContentHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
};

/** Serves an object, or the requested range of it, in constant memory. */
export async function serveObject(
  request: Request,
  row: ObjectRow,
  store: ObjectStore,
  options: ServeOptions,
): Promise<Response> {
  const url = new URL(request.url);
  requireVersion(row, url.searchParams.get('versionId'));
  const { headers } = request;
  const { metadata } = row;
  const modified = new Date(metadata?.lastModified ?? row.updated_at);
  const etag = metadata?.eTag;
  const answer = new Headers({
    ...untrustedContentHeaders,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(metadata?.cacheControl ?? 'no-cache', options),
    'last-modified': modified.toUTCString(),
  });
  if (etag) answer.set('etag', etag);
  if (isNotModified(headers, etag, modified)) return new Response(null, { status: 304, headers: answer });

  const contentType = metadata?.mimetype ?? 'application/octet-stream';
  answer.set('content-type', contentType);
  if (metadata?.contentEncoding) answer.set('content-encoding', metadata.contentEncoding);
  const disposition = contentDisposition(url.searchParams.get('download'), row.name, contentType);
  if (disposition) answer.set('content-disposition', disposition);

  const key = keyOf(row);
  const size = metadata?.size ?? (await store.find(key))?.size;
  if (size === undefined) throw refuse.noSuchKey();
  if (request.method === 'HEAD') {
    if (!(await store.find(key))) throw refuse.noSuchKey();
    answer.set('content-length', String(size));
    return new Response(null, { headers: answer });
  }
  const range = isRangeCurrent(headers, etag, modified) ? parseRange(headers.get('range'), size) : undefined;
  if (range === 'unsatisfiable') throw refuse.invalidRange(size);
  const bytes = await store.open(key, range);
  if (!bytes) throw refuse.noSuchKey();
  answer.set('content-length', String(range ? range.last - range.first + 1 : size));
  if (range) answer.set('content-range', `bytes ${range.first}-${range.last}/${size}`);
  return new Response(toBody(bytes), { status: range ? 206 : 200, headers: answer });
}

export function cacheControl(stored: string, { access, expires }: ServeOptions): string {
  if (access === 'everybody') return stored;
  const seconds = Number(/max-age=(\d+)/.exec(stored)?.[1] ?? 0);
  const left = expires === undefined ? seconds : Math.floor(expires - Date.now() / 1000);
  const age = Math.max(0, Math.min(seconds, left));
  return age > 0 ? `private, max-age=${age}` : 'private, no-cache';
}

/** `?download` saves under the object's own name, `?download=x.png` under that one. */
export function contentDisposition(
  download: string | null,
  name: string,
  contentType: string,
): string | undefined {
  if (download === null) return isActive(contentType) ? 'attachment' : undefined;
  const file = download === '' ? name.slice(name.lastIndexOf('/') + 1) : download;
  const plain = file.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(file.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Pulled chunk by chunk: nothing is read before the client can take it. */
export function toBody(bytes: Readable): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      cancel() {
        bytes.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
