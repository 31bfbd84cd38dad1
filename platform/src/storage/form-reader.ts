import { pipeline, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { refuse, StorageError } from './storage-error.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Everything around the file: preamble, fields with their headers, epilogue. */
const MAX_BYTES_AROUND_FILE = 2 * MAX_FIELD_BYTES;

export interface UploadForm {
  fields: Map<string, string>;
  file: { contentType: string; bytes: Readable };
}

/**
 * Reads a multipart form up to the first byte of its file, which then streams: memory holds one chunk however long the
 * file is. Fields after the file are ignored; the official client sends them before it.
 */
export async function readForm(body: Readable, contentType: string): Promise<UploadForm> {
  const parser = createParser(contentType);
  const fields = new Map<string, string>();
  let file: BusboyFileStream | undefined;
  let bytesReceived = 0;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      const reason = error instanceof StorageError ? error : refuse.uploadAborted();
      file?.destroy(reason);
      reject(reason);
    };
    const malformed = () => {
      fail(refuse.invalidRequest('The form is not well formed'));
      body.destroy();
    };
    parser.on('fieldsLimit', () => file ?? malformed());
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (file !== undefined) return;
      if (valueTruncated) malformed();
      else fields.set(name ?? '', value);
    });
    parser.on('file', (_name, bytes, _fileName, _encoding, mimeType) => {
      file = bytes;
      // The reader of the bytes handles their errors; without a listener one that comes later would end the process.
      bytes.on('error', () => {});
      bytes.on('close', () => bytes.readableEnded || body.destroy());
      resolve({ fields, file: { contentType: mimeType, bytes } });
    });
    // At once: the parser goes on to end the file as if it were whole.
    parser.on('error', fail);
    pipeline(body, parser, (error) => error && fail(error));
    // The parser does not always report the end of a form without a file; its errors come before `setImmediate`.
    body.on('end', () => setImmediate(() => file ?? fail(refuse.invalidRequest('The form brings no file'))));
    // After the parser's own listener, so that it has counted the file's part of the chunk.
    body.on('data', (chunk: Buffer) => {
      bytesReceived += chunk.length;
      const bytesParsed = bytesReceived - parser.writableLength;
      if (bytesParsed - (file?.bytesRead ?? 0) > MAX_BYTES_AROUND_FILE) malformed();
    });
  });
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, headerSize: MAX_HEADER_BYTES, files: 1 },
      isPartAFile: (_name, type, fileName) => fileName !== undefined || type !== 'text/plain',
    });
  } catch {
    throw refuse.invalidRequest('The form has no boundary');
  }
}
