import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { REQUEST_ID } from './request-id.ts';

const ANSWERS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

type HeaderList = readonly (readonly [string, string])[];

/** Answers CONNECT: this server is no proxy. */
export function refuseConnect(headers: HeaderList) {
  return (_request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => {});
    socket.end(head('405 Method Not Allowed', headers));
  };
}

/** Answers what is not HTTP, or too large or too slow to become a request. */
export function refuseMalformed(headers: HeaderList) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const hasAnswered = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (socket.writable && !hasAnswered && error.code !== 'ECONNRESET') {
      const status = ANSWERS[error.code ?? ''] ?? '400 Bad Request';
      socket.write(head(status, headers));
    }
    socket.destroy();
  };
}

function head(status: string, headers: HeaderList): string {
  const lines = [...headers, [REQUEST_ID, randomUUID()]].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n${lines.join('')}\r\n`;
}
