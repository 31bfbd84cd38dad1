import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

export interface BareAnswer {
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/** A bare node:http handler in a process of its own, which sends the same bytes as ours does. */
export class BareHandler {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<BareHandler> {
    const child = fork(join(import.meta.dirname, 'bare-program.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    });
    const [url] = (await once(child, 'message')) as [string];
    return new BareHandler(child, url);
  }

  async send(answer: BareAnswer): Promise<void> {
    const ready = once(this.#child, 'message');
    this.#child.send(answer);
    await ready;
  }

  stop(): void {
    this.#child.kill();
  }
}

/** An answer as it is on the wire: not unpacked. */
export function fetchRaw(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, timeout: 30_000 }, async (response) => {
      const body = await buffer(response);
      if (response.statusCode !== 200) return reject(new Error(`${url} was answered ${response.statusCode}`));
      const { connection, 'keep-alive': _, 'transfer-encoding': __, ...kept } = response.headers;
      resolve({ headers: { ...kept, 'content-length': String(body.length) }, body });
    });
    sent.once('timeout', () => sent.destroy(new Error(`${url} was not answered`)));
    sent.once('error', reject);
    sent.end();
  });
}
