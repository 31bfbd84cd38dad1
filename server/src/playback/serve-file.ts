import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged, parseRange, rangeHolds } from '@lakou/platform/storage/byte-range';
import type { Piece } from '@lakou/platform/storage/object-store';
import { toBody } from '@lakou/platform/storage/serve-object';
import type { HeldFile, HeldFiles, Loan } from './held-files.ts';
import type { FileKind } from './stream-file-names.ts';
import type { StreamStore } from './stream-store.ts';

/**
 * Segments never change, so a browser asks for each only once; without their key they are noise. What may be written
 * anew is asked for each time, and mostly answered with 304.
 */
const CACHING: Record<FileKind['kind'], string> = {
  segment: 'private, max-age=31536000, immutable',
  playlist: 'private, no-cache',
  side: 'private, max-age=600',
  key: 'no-store',
};

/** So many bytes may be on their way out of memory; beyond that they are read as each viewer takes them. */
const SENDING_BYTES = 256 * 1024 ** 2;

export interface Asked {
  stream: string;
  file: string;
  kind: FileKind;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export class FileServer {
  readonly #store: StreamStore;
  readonly #files: HeldFiles;
  #sending = 0;

  constructor(store: StreamStore, files: HeldFiles) {
    this.#store = store;
    this.#files = files;
  }

  /** The file or a piece of it; undefined when there is none. */
  async serve(asked: Asked): Promise<Response | undefined> {
    const { stream, file, kind, incoming } = asked;
    if (incoming.method === 'HEAD') {
      const described = await this.#files.describe(stream, file);
      return described && new Response(null, headOf(asked, described));
    }
    const loan = await this.#files.borrow(stream, file, kind.kind === 'segment');
    if (!loan) return undefined;
    const head = headOf(asked, loan.file);
    if (head.status === 304 || head.status === 416) {
      loan.release();
      return new Response(null, head);
    }
    const body = await this.#body(asked, loan, head.piece);
    return body && new Response(body, head);
  }

  async #body(
    { stream, file, outgoing }: Asked,
    { file: { bytes }, release }: Loan,
    piece: Piece | undefined,
  ) {
    if (bytes && this.#sending < SENDING_BYTES) {
      const part = piece ? bytes.subarray(piece.first, piece.last + 1) : bytes;
      this.#sending += part.length;
      // Sent, or the viewer has gone: nobody reads these bytes for this answer any more.
      const done = (): void => {
        this.#sending -= part.length;
        release();
      };
      if (outgoing.closed) done();
      else outgoing.once('close', done);
      return part as Uint8Array<ArrayBuffer>;
    }
    release();
    const source = await this.#store.open(stream, file, piece);
    if (outgoing.closed) source?.destroy();
    return source && toBody(source);
  }
}

function headOf({ kind, incoming }: Asked, held: HeldFile) {
  const headers: Record<string, string> = {
    'content-type': kind.type,
    'cache-control': CACHING[kind.kind],
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    etag: held.etag,
    'last-modified': held.lastModified,
  };
  const piece = pieceOf(incoming, held);
  if (piece === 'unchanged') return { status: 304, headers };
  if (piece === 'none') {
    headers['content-range'] = `bytes */${held.size}`;
    return { status: 416, headers };
  }
  headers['content-length'] = String(piece ? piece.last - piece.first + 1 : held.size);
  if (!piece) return { status: 200, headers };
  headers['content-range'] = `bytes ${piece.first}-${piece.last}/${held.size}`;
  return { status: 206, headers, piece };
}

function pieceOf(
  { headers: asked }: IncomingMessage,
  { etag, since, size }: HeldFile,
): Piece | 'none' | 'unchanged' | undefined {
  if (!asked['if-none-match'] && !asked['if-modified-since'] && !asked.range) return undefined;
  const headers = new Headers();
  for (const name of ['if-none-match', 'if-modified-since', 'if-range'] as const) {
    if (asked[name] !== undefined) headers.set(name, String(asked[name]));
  }
  if (isUnchanged(headers, etag, since)) return 'unchanged';
  return rangeHolds(headers, etag, since) ? parseRange(asked.range, size) : undefined;
}
