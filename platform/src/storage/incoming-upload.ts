import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { checkContent, SNIFF_BYTES } from './content-type.ts';
import { readForm } from './form-reader.ts';
import { refuse } from './storage-error.ts';

/** What a request uploads, known before the first byte of the file is read. */
export interface IncomingUpload {
  contentType: string;
  cacheControl: string;
  contentEncoding: string | undefined;
  userMetadata: Record<string, unknown> | undefined;
  /** As the request declares it. */
  size: number | undefined;
  bytes: Readable;
}

/** Files come as a multipart form (from a browser's File) or as the bare body, described by headers. */
export async function openUpload(request: Request): Promise<IncomingUpload> {
  const { headers } = request;
  const contentType = headers.get('content-type') ?? '';
  const body = request.body ? Readable.fromWeb(request.body as WebStream) : Readable.from([]);
  // The reader of the bytes handles the error; without a listener it would end the process.
  body.on('error', () => {});
  if (!/^multipart\/form-data/i.test(contentType)) {
    const length = headers.get('content-length');
    return {
      contentType,
      cacheControl: headerValue(headers.get('cache-control') ?? 'no-cache'),
      contentEncoding: optionalHeader(headers.get('content-encoding')),
      userMetadata: readUserMetadata(headers),
      size: length === null ? undefined : Number(length),
      bytes: body,
    };
  }
  const { fields, file } = await readForm(body, contentType);
  return {
    contentType: file.contentType,
    cacheControl: parseCacheControl(fields.get('cacheControl')),
    contentEncoding: optionalHeader(fields.get('contentEncoding') ?? null),
    userMetadata: parseUserMetadata(fields.get('metadata')),
    size: undefined,
    bytes: file.bytes,
  };
}

/** Passes the bytes on as long as they stay within the limit and their beginning matches the type. */
export function guardUpload(
  upload: Pick<IncomingUpload, 'bytes'>,
  contentType: string,
  limit: number,
): Readable {
  return Readable.from(guard(upload.bytes, contentType, limit), {
    objectMode: false,
    highWaterMark: 1 << 20,
  });
}

async function* guard(bytes: Readable, contentType: string, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  let beginning: Buffer[] | undefined = [];
  for await (const chunk of unbroken(bytes)) {
    size += chunk.length;
    if (size > limit) throw refuse.tooLarge();
    if (!beginning) {
      yield chunk;
      continue;
    }
    beginning.push(chunk);
    if (size < SNIFF_BYTES) continue;
    const head = Buffer.concat(beginning);
    beginning = undefined;
    await checkContent(contentType, head);
    yield head;
  }
  if (!beginning) return;
  const head = Buffer.concat(beginning);
  await checkContent(contentType, head);
  yield head;
}

/** An aborted connection is a client error, not a failure of the server. */
async function* unbroken(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof Error && error.name === 'StorageError' ? error : refuse.uploadAborted();
  }
}

/** `3600` becomes `max-age=3600`; whole header values stay. */
export function parseCacheControl(value: string | null | undefined): string {
  if (!value) return 'no-cache';
  return /^\d{1,10}$/.test(value) ? `max-age=${value}` : headerValue(value);
}

export function parseUserMetadata(text: string | null | undefined): Record<string, unknown> | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Refused below, like other values.
  }
  throw refuse.invalidRequest('The user metadata is not a JSON object');
}

/** The header `x-metadata`. */
export function readUserMetadata(headers: Headers): Record<string, unknown> | undefined {
  const text = headers.get('x-metadata');
  return parseUserMetadata(text === null ? undefined : Buffer.from(text, 'base64').toString('utf8'));
}

export function optionalHeader(value: string | null): string | undefined {
  return value === null || value === '' ? undefined : headerValue(value);
}

/** Sent back as a header of the download, so it must be a valid one. */
function headerValue(value: string): string {
  if (value.length > 255 || !/^[\w\-=,;:"./ ]*$/.test(value)) {
    throw refuse.invalidRequest('A header of the upload has characters that cannot be sent back');
  }
  return value;
}
