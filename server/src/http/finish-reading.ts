import type { IncomingMessage } from 'node:http';

/** What we still take in, unread, from somebody whom we refuse in the middle of an upload. */
const PATIENCE_MS = 500;
const PATIENCE_BYTES = 64 * 1024 ** 2;

/**
 * An answer that comes before the whole request was read leaves the connection in doubt: a client that keeps it for
 * its next request loses that one when we hang up. So the rest is read and dropped first; where it is too much, the
 * answer says that the connection ends with it.
 */
export async function finishReading(incoming: IncomingMessage, answer: Response): Promise<Response> {
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
      if (bytes > PATIENCE_BYTES) settle();
    };
    const patience = setTimeout(settle, PATIENCE_MS);
    incoming.on('data', count);
    for (const end of ['end', 'close', 'error']) incoming.on(end, settle);
    incoming.resume();
  });
}
