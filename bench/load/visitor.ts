import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Kind, Tally } from './tally.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const TIMEOUT_MS = 30_000;

/** A browser: at most six connections, cookies, and an address of its own, because limits are for each address. */
export class Visitor {
  readonly #url: string;
  readonly #tally: Tally;
  readonly #agent: Agent;
  readonly #cookies = new Map<string, string>();
  token: string | undefined;

  constructor(url: string, tally: Tally, number: number) {
    this.#url = url;
    this.#tally = tally;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 6, ...ownAddress(url, number) });
  }

  close(): void {
    this.#agent.destroy();
  }

  async send(kind: Kind, path: string, init: Request = {}): Promise<Answer> {
    const started = performance.now();
    const answer = await this.#exchange(path, init).catch((error: Error) => error);
    const ms = performance.now() - started;
    if (answer instanceof Error) {
      this.#tally.answered(kind, { status: 0, ms, bytes: 0 });
      this.#tally.example(`${kind} ${path}: ${answer.message}`);
      throw answer;
    }
    const { status, body } = answer;
    this.#tally.answered(kind, { status, ms, bytes: body.length });
    if (status >= 500) this.#tally.example(`${kind} ${path}: ${status} ${body.toString('utf8', 0, 200)}`);
    for (const set of answer.headers['set-cookie'] ?? []) this.#keep(set);
    return answer;
  }

  /** JSON to a function or the Data API, as a member or visitor. */
  post(kind: Kind, path: string, value: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(kind, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify(value),
    });
  }

  #exchange(path: string, { method = 'GET', headers = {}, body }: Request): Promise<Answer> {
    const cookie = this.#cookiesFor(path);
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#url + path, {
        method,
        agent: this.#agent,
        timeout: TIMEOUT_MS,
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
          'accept-encoding': 'br, gzip',
          ...(cookie && { cookie }),
          ...(this.token && { authorization: `Bearer ${this.token}` }),
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      });
      outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      outgoing.once('error', reject);
      outgoing.once('response', (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.once('error', reject);
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(parts),
          }),
        );
      });
      outgoing.end(body);
    });
  }

  #keep(set: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    const path = /;\s*Path=([^;]+)/i.exec(set)?.[1] ?? '/';
    if (name) this.#cookies.set(`${path} ${name}`, value ?? '');
  }

  #cookiesFor(path: string): string {
    return [...this.#cookies]
      .map(([place, value]) => ({ path: place.split(' ')[0] ?? '/', name: place.split(' ')[1], value }))
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

/** Linux answers for all of 127.0.0.0/8; elsewhere everybody has one address. */
function ownAddress(url: string, number: number): { localAddress?: string } {
  if (process.platform !== 'linux' || !new URL(url).hostname.startsWith('127.')) return {};
  return { localAddress: `127.${10 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}` };
}
