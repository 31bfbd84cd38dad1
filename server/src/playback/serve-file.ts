import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged, parseRange, rangeHolds } from '@lakou/platform/storage/byte-range';
import type { Piece } from '@lakou/platform/storage/object-store';
import { toBody } from '@lakou/platform/storage/serve-object';
import type { HeldFile, HeldFiles } from './held-files.ts';
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
/** Somebody who takes nothing for so long has gone. */
const GONE_MS = 120_000;

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
    const found = this.#files.get(stream, file, kind.kind === 'segment');
    const held = found instanceof Promise ? await found : found;
    if (!held) return undefined;
    const headers: Record<string, string> = {
      ...fixedHeaders(kind),
      etag: held.etag,
      'last-modified': held.lastModified,
    };
    const piece = pieceOf(incoming, held);
    if (piece === 'unchanged') return new Response(null, { status: 304, headers });
    if (piece === 'none') {
      headers['content-range'] = `bytes */${held.size}`;
      return new Response(null, { status: 416, headers });
    }
    headers['content-length'] = String(piece ? piece.last - piece.first + 1 : held.size);
    if (piece) headers['content-range'] = `bytes ${piece.first}-${piece.last}/${held.size}`;
    const status = piece ? 206 : 200;
    if (incoming.method === 'HEAD') return new Response(null, { status, headers });
    const body = await this.#body(asked, held, piece);
    return body && new Response(body, { status, headers });
  }

  async #body({ stream, file, outgoing }: Asked, { bytes }: HeldFile, piece: Piece | undefined) {
    outgoing.setTimeout(GONE_MS, () => outgoing.destroy());
    if (bytes && this.#sending < SENDING_BYTES) {
      const part = piece ? bytes.subarray(piece.first, piece.last + 1) : bytes;
      this.#sending += part.length;
      outgoing.once('close', () => {
        this.#sending -= part.length;
      });
      return part as Uint8Array<ArrayBuffer>;
    }
    const source = await this.#store.open(stream, file, piece);
    if (outgoing.destroyed) source?.destroy();
    return source && toBody(source);
  }
}

function fixedHeaders({ kind, type }: FileKind) {
  return {
    'content-type': type,
    'cache-control': CACHING[kind],
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
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
