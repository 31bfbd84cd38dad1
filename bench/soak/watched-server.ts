import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

export interface Memory {
  /** What the operating system has given it, the database's own memory included. */
  rss: number;
  /** What JavaScript holds after tidying up. */
  heap: number;
  /** Bytes beside it: above all the films that are being watched, which are kept up to a limit. */
  buffers: number;
  /** How long the event loop kept others waiting since the last time, 99 of 100 times at most, in milliseconds. */
  lagP99: number;
}

/** The server as `npm start` runs it, with an ear for questions about its memory. */
export class WatchedServer {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(env: Record<string, string>): Promise<WatchedServer> {
    const preload = join(import.meta.dirname, 'report-memory.ts');
    const child = fork(join(root, 'server/src/main.ts'), {
      cwd: root,
      execArgv: ['--expose-gc', '--import', preload, '--disable-warning=ExperimentalWarning'],
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    let printed = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      printed = (printed + bytes.toString()).slice(-100_000);
    });
    for (;;) {
      const url = /is ready on [^\n]*\n\s+(http:\S+)/.exec(printed)?.[1];
      if (url) return new WatchedServer(child, url);
      if (child.exitCode !== null) throw new Error(`the server did not start:\n${printed}`);
      await sleep(100);
    }
  }

  async memory(): Promise<Memory> {
    const answer = once(this.#child, 'message') as Promise<[Memory]>;
    this.#child.send('memory');
    return (await answer)[0];
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (!this.alive) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
