import type { IncomingMessage } from 'node:http';

/** How much of a refused upload is still read. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 64 * 1024 ** 2;

/**
 * A response before the whole request was read would break the connection for the client's next request. So the rest is
 * read and dropped first; where it is too much, the response has `connection: close`.
 */
export async function drainRequest(incoming: IncomingMessage, answer: Response): Promise<Response> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD' || incoming.complete) return answer;
  if (await readToEnd(incoming)) return answer;
  const last = new Response(answer.body, answer);
  last.headers.set('connection', 'close');
  return last;
}

function readToEnd(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = (): void => {
      clearTimeout(patience);
      incoming.off('data', count);
      for (const end of ['end', 'close', 'error']) incoming.off(end, settle);
      resolve(incoming.complete);
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES) settle();
    };
    const patience = setTimeout(settle, DRAIN_MS);
    incoming.on('data', count);
    for (const end of ['end', 'close', 'error']) incoming.on(end, settle);
    incoming.resume();
  });
}
