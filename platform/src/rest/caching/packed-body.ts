import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer } from '../respond.ts';

interface Body {
  bytes: Buffer;
  encoding: 'br' | 'gzip' | undefined;
}

/** Smaller ones are sent as they are. */
const SMALLEST = 1024;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const pack = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, QUALITY),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

const packed = new WeakMap<Buffer, { br?: Body | undefined; gzip?: Body | undefined }>();

export function isPackable({ status, headers, body }: Answer): boolean {
  const isText = /\bjson\b|^text\//.test(headers['content-type'] ?? '');
  return status === 200 && Buffer.isBuffer(body) && body.length >= SMALLEST && isText;
}

/**
 * The body of a kept answer for a client that accepts these encodings. Undefined while it is compressed for the first
 * time, and for clients that rank encodings: the middleware answers them.
 */
export function bodyFor(answer: Answer, accepted = ''): Body | undefined {
  const bytes = answer.body === null || Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body);
  if (bytes === null) return { bytes: Buffer.alloc(0), encoding: undefined };
  if (!isPackable(answer) || accepted === '' || accepted === 'identity')
    return { bytes, encoding: undefined };
  const encoding = /\bbr\b/.test(accepted) ? 'br' : 'gzip';
  if (accepted.includes(';') || !accepted.includes(encoding)) return undefined;
  const known = packed.get(bytes) ?? {};
  packed.set(bytes, known);
  if (!(encoding in known)) {
    known[encoding] = undefined;
    const keep = (small: Buffer) => {
      known[encoding] = { bytes: small, encoding };
    };
    pack[encoding](bytes).then(keep, () => {});
  }
  return known[encoding];
}
