import type { IncomingMessage } from 'node:http';

const MOST = 2000;
/** Longer ones are not remembered. */
const LONGEST = 1000;

/**
 * Requests that led to a page, as they were written, and the page's key. All that a page's variant is read from is part
 * of it, and the path's service, which is found by method and path. The oldest are forgotten.
 */
export class KnownRequests {
  readonly #keys = new Map<string, string>();

  find(incoming: IncomingMessage): string | undefined {
    return this.#keys.get(asWritten(incoming));
  }

  remember(incoming: IncomingMessage, key: string): void {
    const written = asWritten(incoming);
    if (written.length + key.length > LONGEST) return;
    this.#keys.set(written, key);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > MOST && oldest !== undefined) this.#keys.delete(oldest);
  }
}

/** No part can contain the line break. */
function asWritten({ method, url, headers }: IncomingMessage): string {
  return `${method}\n${url}\n${headers.cookie ?? ''}\n${headers['accept-language'] ?? ''}\n${headers['save-data'] ?? ''}`;
}
