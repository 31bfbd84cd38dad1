import type { IncomingMessage, ServerResponse } from 'node:http';

/** Less than the worst telephone line brings. */
const BYTES_PER_SECOND = 256;
/** Somebody who takes nothing for so many times the patience has gone. */
const READING = 4;

/**
 * Hangs up on those who hold a connection without using it: a body has to keep coming, an answer has to be taken. How
 * long a request may last altogether is nobody's business: a film takes hours over a slow line. There is no answer
 * before we hang up: resumable uploads take a broken connection for what it is and go on, and 408 for a final no.
 */
export class SlowRequests {
  readonly #patienceMs: number;
  /** What their connections had brought when we last looked; undefined: not looked yet. */
  readonly #coming = new Map<IncomingMessage, number | undefined>();
  readonly #watch: NodeJS.Timeout;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#watch = setInterval(() => this.#look(), patienceMs).unref();
  }

  watch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { headers, socket } = incoming;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      this.#coming.set(incoming, undefined);
    }
    outgoing.setTimeout(READING * this.#patienceMs, () => {
      // With nothing waiting for them, it is we who take our time.
      if (socket.writableLength > 0) socket.destroy();
    });
  }

  stop(): void {
    clearInterval(this.#watch);
  }

  #look(): void {
    for (const [incoming, before] of this.#coming) {
      const { socket, complete, readableLength } = incoming;
      if (complete || socket.destroyed) {
        this.#coming.delete(incoming);
      } else if (
        before !== undefined &&
        readableLength === 0 &&
        socket.bytesRead - before < (BYTES_PER_SECOND * this.#patienceMs) / 1000
      ) {
        this.#coming.delete(incoming);
        socket.destroy();
      } else this.#coming.set(incoming, socket.bytesRead);
    }
  }
}
