import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { checkContent, SNIFF_BYTES } from './content-type.ts';
import { readForm } from './form-reader.ts';
import { refuse } from './storage-error.ts';

/** What a request wants to store, known before the first byte of the file has been taken. */
export interface IncomingUpload {
  contentType: string;
  cacheControl: string;
  contentEncoding: string | undefined;
  userMetadata: Record<string, unknown> | undefined;
  /** As the request declares it, or at least bounds it. */
  size: number | undefined;
  bytes: Readable;
}

/** Files come as a form (from a browser's File) or bare, with the headers telling about them. */
export async function openUpload(request: Request): Promise<IncomingUpload> {
  const { headers } = request;
  const contentType = headers.get('content-type') ?? '';
  const body = request.body ? Readable.fromWeb(request.body as WebStream) : Readable.from([]);
  // Somebody who hears of a failure is whoever reads the bytes; here it only must not end the process.
  body.on('error', () => {});
  if (!/^multipart\/form-data/i.test(contentType)) {
    const length = headers.get('content-length');
    return {
      contentType,
      cacheControl: headerValue(headers.get('cache-control') ?? 'no-cache'),
      contentEncoding: optionalHeader(headers.get('content-encoding')),
      userMetadata: parseUserMetadata(fromBase64(headers.get('x-metadata'))),
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

/** Passes the bytes on while they keep to the limit and their beginning bears out their type. */
export function guarded(upload: Pick<IncomingUpload, 'bytes'>, contentType: string, limit: number): Readable {
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
    const told = Buffer.concat(beginning);
    beginning = undefined;
    await checkContent(contentType, told);
    yield told;
  }
  if (!beginning) return;
  const told = Buffer.concat(beginning);
  await checkContent(contentType, told);
  yield told;
}

/** A connection that ends too early is the sender's matter, not a failure of ours. */
async function* unbroken(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof Error && error.name === 'StorageError' ? error : refuse.brokenOff();
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
    // Falls through to the same refusal.
  }
  throw refuse.invalidRequest('The user metadata is not a JSON object');
}

function fromBase64(text: string | null): string | undefined {
  return text === null ? undefined : Buffer.from(text, 'base64').toString('utf8');
}

function optionalHeader(value: string | null): string | undefined {
  return value === null || value === '' ? undefined : headerValue(value);
}

/** It comes back as a header of the download, so it must be able to be one. */
function headerValue(value: string): string {
  if (value.length > 255 || !/^[\w\-=,;:"./ ]*$/.test(value)) {
    throw refuse.invalidRequest('A header of the upload has characters that cannot be sent back');
  }
  return value;
}
