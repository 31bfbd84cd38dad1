import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Below this, compressing costs more than it saves. */
const WORTH_IT_BYTES = 1024;

/** A whole answer, as small as the reader's browser can take it. */
export async function sendCompressed(answer: Response, accepted: string): Promise<Response> {
  if (!answer.body) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  const send = (body: Uint8Array<ArrayBuffer>, encoding?: string): Response => {
    if (encoding) headers.set('content-encoding', encoding);
    headers.append('vary', 'accept-encoding');
    headers.set('content-length', String(body.byteLength));
    return new Response(body, { status: answer.status, headers });
  };
  if (bytes.length < WORTH_IT_BYTES) return send(bytes);
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return send((await brotli(bytes, { params })) as Buffer<ArrayBuffer>, 'br');
  }
  if (/\bgzip\b/.test(accepted)) return send((await gzipped(bytes)) as Buffer<ArrayBuffer>, 'gzip');
  return send(bytes);
}
