import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadOrders, LoadResult, Target } from './load.ts';

/*
 * Sends requests from a process of its own, so that the client and the server do not share an event loop. It writes and reads
 * sockets itself: an HTTP client would need as much processor time as the server that is measured.
 */
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** Those who are refused wait for this long at most before they try again. */
const LONGEST_PAUSE_MS = 1000;
const NO_ANSWER_MS = 30_000;

interface Answer {
  status: number;
  bytes: number;
  pauseMs: number;
}

/** The connection failed, or nothing came. */
const UNANSWERED: Answer = { status: 0, bytes: 0, pauseMs: LONGEST_PAUSE_MS };

process.on('message', (orders: LoadOrders) => {
  run(orders).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});
process.once('disconnect', () => process.exit());

async function run({ url, targets, headers, seconds, connections, once }: LoadOrders): Promise<LoadResult> {
  const result: LoadResult = { perSecond: 0, seconds: 0, answered: 0, statuses: {}, times: [], bytes: 0 };
  const started = performance.now();
  const until = started + seconds * 1000;
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(url, headers);
      while (performance.now() < until && !(once && next >= targets.length)) {
        const target = targets[next % targets.length] as Target;
        next += 1;
        const sent = performance.now();
        const { status, bytes, pauseMs } = await connection.get(target).catch(() => UNANSWERED);
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        if (status === 200) {
          result.times.push(performance.now() - sent);
          result.bytes += bytes;
        } else await sleep(Math.min(pauseMs, Math.max(0, until - performance.now())));
      }
      connection.close();
    }),
  );
  result.seconds = (performance.now() - started) / 1000;
  result.answered = result.times.length;
  result.perSecond = result.answered / result.seconds;
  return result;
}

/** One keep-alive connection, opened again when the server has closed it. */
class Connection {
  readonly #url: URL;
  readonly #headers: string;
  #socket: ReturnType<typeof connect> | undefined;
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  #received: Buffer[] = [];
  #length = 0;
  /** Of the head, when it has arrived; the length is NaN for chunks. */
  #head: { status: number; end: number; length: number; pauseMs: number } | undefined;

  constructor(url: string, headers: Record<string, string>) {
    this.#url = new URL(url);
    const all = { host: this.#url.host, ...headers };
    this.#headers = Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  get({ path, cookie }: Target): Promise<Answer> {
    const request = `GET ${path} HTTP/1.1\r\n${this.#headers}${cookie ? `cookie: ${cookie}\r\n` : ''}\r\n`;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): ReturnType<typeof connect> {
    const socket = connect(Number(this.#url.port), this.#url.hostname).setNoDelay();
    socket.setTimeout(NO_ANSWER_MS, () => socket.destroy(new Error('no answer within a minute')));
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    let failure = new Error('the server closed the connection');
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('close', () => {
      this.#socket = undefined;
      this.#finish()?.reject(failure);
    });
    return socket;
  }

  #receive(bytes: Buffer): void {
    this.#received.push(bytes);
    this.#length += bytes.length;
    this.#head ??= this.#readHead();
    if (!this.#head) return;
    const { status, end, length, pauseMs } = this.#head;
    const isWhole = Number.isNaN(length) ? this.#endsWithLastChunk() : this.#length >= end + length;
    if (!isWhole) return;
    const answer = { status, bytes: this.#length - end, pauseMs };
    this.#finish()?.resolve(answer);
  }

  /** Forgets what was received; who waits for it is to be told. */
  #finish() {
    const settle = this.#settle;
    [this.#settle, this.#head, this.#received, this.#length] = [undefined, undefined, [], 0];
    return settle;
  }

  #readHead() {
    const all = Buffer.concat(this.#received);
    const at = all.indexOf(HEAD_END);
    if (at < 0) return undefined;
    const head = all.toString('latin1', 0, at);
    const header = (name: string) => new RegExp(`^${name}: *(\\S+)`, 'im').exec(head)?.[1];
    const retryAfter = Number(header('retry-after') ?? 1);
    return {
      status: Number(head.slice(9, 12)),
      end: at + HEAD_END.length,
      length: Number(header('content-length') ?? Number.NaN),
      pauseMs: Math.min(LONGEST_PAUSE_MS, retryAfter * 1000),
    };
  }

  #endsWithLastChunk(): boolean {
    const tail = Buffer.concat(this.#received.slice(-2));
    return tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }
}
