import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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
  /** Bytes a second at which the body is sent; without it, at once. */
  bytesPerSecond?: number;
  /** Statuses that are no failure here, beside 2xx and 3xx. */
  expected?: readonly number[];
  /** It can be sent again when nobody answered it. Default: what only reads. */
  isRepeatable?: boolean;
}

const TIMEOUT_MS = 30_000;
const SLICE_BYTES = 32 * 1024;
/** What a proxy or a stopping process answers when nobody has carried out the request. */
const UNANSWERED = [0, 502, 503, 504];
const TRIES = 5;
const RETRY_MS = 200;

export interface VisitorOptions {
  url: string;
  tally: Tally;
  number: number;
  /** What can be repeated is repeated, and counted as such instead of as a failure. */
  repeats: boolean;
}

/** A browser: at most six connections, cookies, and an address of its own, because limits are for each address. */
export class Visitor {
  readonly #options: VisitorOptions;
  readonly #agent: Agent;
  readonly #cookies = new Map<string, string>();
  #isClosed = false;
  token: string | undefined;

  constructor(options: VisitorOptions) {
    this.#options = options;
    const { url, number } = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 6, ...ownAddress(url, number) });
  }

  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
  }

  /** Sets a cookie of the whole site, as the app's own scripts do: `name=value`. */
  setCookie(cookie: string): void {
    this.#keep(`${cookie}; Path=/`);
  }

  /** Throws on every answer that is neither 2xx nor 3xx nor expected. */
  async send(kind: Kind, path: string, init: Request = {}): Promise<Answer> {
    const { tally, repeats } = this.#options;
    const { expected, isRepeatable = (init.method ?? 'GET') === 'GET' } = init;
    for (let tries = 1; ; tries += 1) {
      const started = performance.now();
      const end = tally.asked(kind);
      const answer = await this.#exchange(path, init).catch((error: Error) => error);
      end();
      const ms = performance.now() - started;
      // Who has left breaks off what was on its way.
      if (this.#isClosed) throw new Error('this visitor has left');
      const { status, body } =
        answer instanceof Error ? { status: 0, body: Buffer.from(answer.message) } : answer;
      if (repeats && isRepeatable && tries < TRIES && UNANSWERED.includes(status)) {
        tally.repeated(kind, status);
        await sleep(RETRY_MS * tries);
        continue;
      }
      const isServed = tally.answered(kind, { status, ms, bytes: status === 0 ? 0 : body.length, expected });
      if (!(answer instanceof Error) && isServed) {
        for (const set of answer.headers['set-cookie'] ?? []) this.#keep(set);
        return answer;
      }
      const text = `${kind} ${init.method ?? 'GET'} ${path}: ${status} ${body.toString('utf8', 0, 200)}`;
      tally.example(text);
      throw new Error(text);
    }
  }

  /** JSON to a function or the Data API, as a member or visitor. */
  post(kind: Kind, path: string, value: unknown, { headers, ...more }: Request = {}): Promise<Answer> {
    return this.send(kind, path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...this.authorization(),
        ...headers,
      },
      body: JSON.stringify(value),
      ...more,
    });
  }

  /** Only the app's requests have it, not pages and films. */
  authorization(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  async #exchange(path: string, init: Request): Promise<Answer> {
    for (let isFirst = true; ; isFirst = false) {
      const outgoing = this.#open(path, init);
      try {
        return await readAnswer(outgoing, init);
      } catch (error) {
        // As browsers do: the server has closed an idle connection at the moment in which it was used again.
        const isStale = outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isStale || !isFirst || this.#isClosed) throw error;
      }
    }
  }

  #open(path: string, { method = 'GET', headers = {}, body }: Request): ClientRequest {
    const cookie = this.#cookiesFor(path);
    return request(this.#options.url + path, {
      method,
      agent: this.#agent,
      timeout: TIMEOUT_MS,
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
        'accept-encoding': 'br, gzip',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
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

/** The text of an answer that can be compressed. */
export function textOf({ headers, body }: Answer): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

function readAnswer(outgoing: ClientRequest, { body, bytesPerSecond }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
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
    if (bytesPerSecond === undefined) outgoing.end(body);
    else void sendSlowly(outgoing, Buffer.from(body ?? ''), bytesPerSecond);
  });
}

async function sendSlowly(outgoing: ClientRequest, bytes: Buffer, perSecond: number): Promise<void> {
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += SLICE_BYTES) {
    outgoing.write(bytes.subarray(at, at + SLICE_BYTES));
    await sleep((SLICE_BYTES / perSecond) * 1000);
  }
  outgoing.end();
}

/** Linux answers for all of 127.0.0.0/8; elsewhere everybody has one address. */
function ownAddress(url: string, number: number): { localAddress?: string } {
  if (process.platform !== 'linux' || !new URL(url).hostname.startsWith('127.')) return {};
  return { localAddress: `127.${10 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}` };
}
