import type { IncomingMessage, ServerResponse } from 'node:http';

/** Below the slowest mobile connection. */
const BYTES_PER_SECOND = 256;
/** A client that reads nothing for this many times the patience is gone. */
const READ_FACTOR = 4;

/**
 * Closes connections whose request body stalls or whose response is not read. There is no limit on the whole duration:
 * a film upload takes hours over a slow line. Without a response, because tus clients resume after a broken connection
 * and give up after a 408.
 */
export class SlowRequests {
  readonly #patienceMs: number;
  /** Bytes of the connection at the last check; undefined before the first. */
  readonly #incoming = new Map<IncomingMessage, number | undefined>();
  readonly #watch: NodeJS.Timeout;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#watch = setInterval(() => this.#check(), patienceMs).unref();
  }

  watchBody(incoming: IncomingMessage): void {
    const { headers } = incoming;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      this.#incoming.set(incoming, undefined);
    }
  }

  /** For answers that take a while; it costs as much as a tenth of sending a kept page. */
  watchReader({ socket }: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.setTimeout(READ_FACTOR * this.#patienceMs, () => {
      // With an empty buffer the server is slow, not the client.
      if (socket.writableLength > 0) socket.destroy();
    });
  }

  stop(): void {
    clearInterval(this.#watch);
  }

  #check(): void {
    for (const [incoming, before] of this.#incoming) {
      const { socket, complete, readableLength } = incoming;
      if (complete || socket.destroyed) {
        this.#incoming.delete(incoming);
      } else if (
        before !== undefined &&
        readableLength === 0 &&
        socket.bytesRead - before < (BYTES_PER_SECOND * this.#patienceMs) / 1000
      ) {
        this.#incoming.delete(incoming);
        socket.destroy();
      } else this.#incoming.set(incoming, socket.bytesRead);
    }
  }
}
