import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export interface Stored {
  bytes: Buffer;
  etag: string;
  type: string;
  modified: Date;
}

export function stored(bytes: Buffer, type = 'binary/octet-stream'): Stored {
  return { bytes, etag: `"${md5(bytes)}"`, type, modified: new Date() };
}

export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}

export function xml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
}

export function fail(response: ServerResponse, status: number, code: string, message: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
