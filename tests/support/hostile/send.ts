import { connect } from 'node:net';

export interface HostileRequest {
  method: string;
  path: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer | undefined;
  /** How the body's length is declared; `lie` declares more than it sends, then closes. */
  framing: 'length' | 'chunked' | 'lie';
}

export interface RawResponse {
  status: number;
  headers: string;
  body: string;
}

/** Longer than any response takes, also on a busy machine. */
const TIMEOUT_MS = 30_000;

/** Writes the request to a socket as it is: a client library would refuse to send most of them. */
export function send(port: number, request: HostileRequest): Promise<RawResponse | 'silence' | 'hung'> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const timeout = setTimeout(() => {
      resolve('hung');
      socket.destroy();
    }, TIMEOUT_MS);
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timeout);
      resolve(read(Buffer.concat(chunks)) ?? 'silence');
    });
    socket.write(bytesOf(request));
    if (request.framing === 'lie') socket.end();
  });
}

function bytesOf({ method, path, headers, body, framing }: HostileRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: lakou.test', 'Connection: close'];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body && framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  else if (body) lines.push(`Content-Length: ${framing === 'lie' ? body.length + 9 : body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
  if (!body) return head;
  if (framing !== 'chunked') return Buffer.concat([head, body]);
  const size = Buffer.from(`${body.length.toString(16)}\r\n`);
  return Buffer.concat(body.length > 0 ? [head, size, body, LAST] : [head, LAST.subarray(2)]);
}

const LAST = Buffer.from('\r\n0\r\n\r\n');

function read(bytes: Buffer): RawResponse | undefined {
  const text = bytes.toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  if (Number.isNaN(status)) return undefined;
  // An interim response can come first.
  if (status === 100) return read(bytes.subarray(text.indexOf('\r\n\r\n') + 4));
  const end = text.indexOf('\r\n\r\n');
  return { status, headers: text.slice(0, end), body: text.slice(end + 4) };
}
