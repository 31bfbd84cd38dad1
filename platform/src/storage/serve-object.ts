import type { Readable } from 'node:stream';
import { isUnchanged, parseRange, rangeHolds } from './byte-range.ts';
import { isActive } from './content-type.ts';
import { keyOf, type ObjectRow } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';
import { refuse } from './storage-error.ts';

export interface Serving {
  /** Shared caches may keep what everybody may read; the rest belongs to whoever asked. */
  access: 'everybody' | 'caller';
  /** The right to read ends then, in seconds since 1970. */
  expires?: number;
}

/** Whatever somebody uploaded, it never runs as a page of ours; pictures and films may still be looked at. */
export const harmless = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
};

/** An object's bytes, or the piece of them that was asked for, in constant memory. */
export async function serveObject(
  request: Request,
  row: ObjectRow,
  store: ObjectStore,
  serving: Serving,
): Promise<Response> {
  const url = new URL(request.url);
  if ((url.searchParams.get('versionId') ?? row.version) !== row.version) throw refuse.noSuchKey();
  const { headers } = request;
  const { metadata } = row;
  const modified = new Date(metadata?.lastModified ?? row.updated_at);
  const etag = metadata?.eTag;
  const answer = new Headers({
    ...harmless,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(metadata?.cacheControl ?? 'no-cache', serving),
    'last-modified': modified.toUTCString(),
  });
  if (etag) answer.set('etag', etag);
  if (isUnchanged(headers, etag, modified)) return new Response(null, { status: 304, headers: answer });

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
  const piece = rangeHolds(headers, etag, modified) ? parseRange(headers.get('range'), size) : undefined;
  if (piece === 'none') throw refuse.invalidRange(size);
  const bytes = await store.open(key, piece);
  if (!bytes) throw refuse.noSuchKey();
  answer.set('content-length', String(piece ? piece.last - piece.first + 1 : size));
  if (piece) answer.set('content-range', `bytes ${piece.first}-${piece.last}/${size}`);
  return new Response(toBody(bytes), { status: piece ? 206 : 200, headers: answer });
}

export function cacheControl(stored: string, { access, expires }: Serving): string {
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

/** Pulled chunk by chunk: nothing is read that the client has not made room for. */
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
