import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ByteRange, isNotModified, isRangeCurrent, parseRange, toBody } from '@lakou/platform/storage';
import type { Send } from '../http/answer-at-once.ts';
import { type CachedFile, FileCache, type Loan } from './file-cache.ts';
import type { FileKind } from './stream-file-names.ts';
import type { StreamStore } from './stream-store.ts';

/** Segments never change and are encrypted, so browsers cache them. Playlists are revalidated, mostly with 304. */
const CACHING: Record<FileKind['kind'], string> = {
  segment: 'private, max-age=31536000, immutable',
  playlist: 'private, no-cache',
  side: 'private, max-age=600',
  key: 'no-store',
};

/** Bytes being sent from memory; beyond this, files are streamed from the store. */
const SENDING_BYTES = 256 * 1024 ** 2;

export interface FileRequest {
  stream: string;
  file: string;
  kind: FileKind;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export class FileServer {
  readonly #store: StreamStore;
  readonly #files: FileCache;
  #sending = 0;

  constructor(store: StreamStore) {
    this.#store = store;
    this.#files = new FileCache(store);
  }

  /** A whole segment from memory, for a request without conditions. Undefined where only `serve` can answer. */
  findWhole(request: Omit<FileRequest, 'outgoing'>): Send | Promise<Send | undefined> | undefined {
    const { stream, file, kind, incoming } = request;
    if (isConditional(incoming) || this.#sending >= SENDING_BYTES) return undefined;
    const send = (loan: Loan | undefined): Send | undefined => loan && this.#sendWhole(kind, loan);
    const cached = this.#files.acquireCached(stream, file);
    if (cached) return send(cached);
    // `serve` meets the same failure and answers it.
    return this.#files.acquire(stream, file, true).then(send, () => undefined);
  }

  #sendWhole(kind: FileKind, loan: Loan): Send | undefined {
    const { bytes, size } = loan.file;
    if (!bytes) {
      loan.release();
      return undefined;
    }
    return (outgoing, headers) => {
      this.#returnWhenSent(outgoing, bytes.length, loan);
      outgoing.writeHead(200, [...headers, ...fileHeaders(kind, loan.file), 'content-length', String(size)]);
      outgoing.end(bytes);
    };
  }

  /** Sent, or the client is gone: the bytes are not needed any more. */
  #returnWhenSent(outgoing: ServerResponse, bytes: number, { release }: Loan): void {
    this.#sending += bytes;
    const done = (): void => {
      this.#sending -= bytes;
      release();
    };
    if (outgoing.closed) done();
    else outgoing.once('close', done);
  }

  /** The file or a piece of it; undefined when there is none. */
  async serve(request: FileRequest): Promise<Response | undefined> {
    const { stream, file, kind, incoming } = request;
    if (incoming.method === 'HEAD') {
      const described = await this.#files.describe(stream, file);
      return described && new Response(null, headOf(request, described));
    }
    const loan = await this.#files.acquire(stream, file, kind.kind === 'segment');
    if (!loan) return undefined;
    const head = headOf(request, loan.file);
    if (head.status === 304 || head.status === 416) {
      loan.release();
      return new Response(null, head);
    }
    const body = await this.#body(request, loan, head.piece);
    return body && new Response(body, head);
  }

  async #body({ stream, file, outgoing }: FileRequest, loan: Loan, piece: ByteRange | undefined) {
    const { bytes } = loan.file;
    if (bytes && this.#sending < SENDING_BYTES) {
      const part = piece ? bytes.subarray(piece.first, piece.last + 1) : bytes;
      this.#returnWhenSent(outgoing, part.length, loan);
      return part as Uint8Array<ArrayBuffer>;
    }
    loan.release();
    const source = await this.#store.open(stream, file, piece);
    if (outgoing.closed) source?.destroy();
    return source && toBody(source);
  }
}

/** Names and values in turn. */
function fileHeaders(kind: FileKind, { etag, lastModified }: CachedFile): string[] {
  return [
    ...['content-type', kind.type, 'cache-control', CACHING[kind.kind], 'accept-ranges', 'bytes'],
    ...['cross-origin-resource-policy', 'same-origin', 'etag', etag, 'last-modified', lastModified],
  ];
}

function headOf({ kind, incoming }: FileRequest, cached: CachedFile) {
  const flat = fileHeaders(kind, cached);
  const headers: Record<string, string> = {};
  for (let at = 0; at < flat.length; at += 2) headers[flat[at] ?? ''] = flat[at + 1] ?? '';
  const piece = pieceOf(incoming, cached);
  if (piece === 'unchanged') return { status: 304, headers };
  if (piece === 'unsatisfiable') {
    headers['content-range'] = `bytes */${cached.size}`;
    return { status: 416, headers };
  }
  headers['content-length'] = String(piece ? piece.last - piece.first + 1 : cached.size);
  if (!piece) return { status: 200, headers };
  headers['content-range'] = `bytes ${piece.first}-${piece.last}/${cached.size}`;
  return { status: 206, headers, piece };
}

function pieceOf(
  incoming: IncomingMessage,
  { etag, since, size }: CachedFile,
): ByteRange | 'unsatisfiable' | 'unchanged' | undefined {
  if (!isConditional(incoming)) return undefined;
  const { headers: given } = incoming;
  const headers = new Headers();
  for (const name of ['if-none-match', 'if-modified-since', 'if-range'] as const) {
    if (given[name] !== undefined) headers.set(name, String(given[name]));
  }
  if (isNotModified(headers, etag, since)) return 'unchanged';
  return isRangeCurrent(headers, etag, since) ? parseRange(given.range, size) : undefined;
}

function isConditional({ headers }: IncomingMessage): boolean {
  return Boolean(headers['if-none-match'] || headers['if-modified-since'] || headers.range);
}
