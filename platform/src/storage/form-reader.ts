import { Readable } from 'node:stream';
import { refuse } from './storage-error.ts';

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const longestHeaders = 16 * 1024;
const longestField = 1024 * 1024;
const mostFields = 20;

export interface UploadForm {
  fields: Map<string, string>;
  file: { contentType: string; bytes: Readable };
}

/**
 * Reads a multipart form up to the first byte of its file, which then streams: however long the file, memory holds
 * one chunk. Fields after the file are not looked at; the official client puts them before.
 */
export async function readForm(body: Readable, contentType: string): Promise<UploadForm> {
  const boundary = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) throw refuse.invalidRequest('The form has no boundary');
  const reader = new MarkedReader(body);
  await reader.before(Buffer.from(`--${mark}`), longestHeaders);
  const delimiter = Buffer.from(`\r\n--${mark}`);
  const fields = new Map<string, string>();
  while (fields.size < mostFields) {
    // What follows a boundary is a line end, or `--` when the form is over.
    if ((await reader.before(LINE_END, longestHeaders)).toString().startsWith('--')) break;
    const headers = parseHeaders(await reader.before(HEADERS_END, longestHeaders));
    if (headers.fileName !== undefined || headers.contentType !== undefined) {
      const bytes = Readable.from(reader.upTo(delimiter), { objectMode: false });
      return { fields, file: { contentType: headers.contentType ?? '', bytes } };
    }
    fields.set(headers.name, (await reader.before(delimiter, longestField)).toString('utf8'));
  }
  throw refuse.invalidRequest('The form brings no file');
}

function parseHeaders(bytes: Buffer): { name: string; fileName?: string; contentType?: string } {
  const headers = new Map<string, string>();
  for (const line of bytes.toString('utf8').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const name = /(?:^|;)\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  const fileName = /(?:^|;)\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  const contentType = headers.get('content-type');
  return {
    name,
    ...(fileName === undefined ? {} : { fileName }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}

/** Reads a stream by the marks inside it. */
class MarkedReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(body: Readable) {
    this.#chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Everything before the mark, which is consumed too. */
  async before(mark: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) return this.#take(at, mark.length);
      if (this.#held.length > most) throw refuse.invalidRequest('The form is not well formed');
      await this.#more();
    }
  }

  /** The same, piece by piece. The end of a piece may be the beginning of the mark, so that much is held back. */
  async *upTo(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        yield this.#take(at, mark.length);
        return;
      }
      const safe = this.#held.length - (mark.length - 1);
      if (safe > 0) yield this.#take(safe, 0);
      await this.#more();
    }
  }

  #take(length: number, skip: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length + skip);
    return taken;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done) throw refuse.brokenOff();
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
  }
}
