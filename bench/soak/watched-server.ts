import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

export interface Memory {
  /** Resident memory, the embedded database's included. */
  rss: number;
  /** JavaScript heap after garbage collection. */
  heap: number;
  /** External memory: mostly the cache of film segments, which has a limit. */
  buffers: number;
  /** 99th percentile of the event loop's delay since the last measurement, in milliseconds. */
  lagP99: number;
}

/** The server as `npm start` runs it, with `report-memory.ts` preloaded. */
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
    this.#child.send('memory');
    // The server says other things too, such as where it listens.
    for await (const [message] of on(this.#child, 'message')) if ('heap' in message) return message as Memory;
    throw new Error('the server ended');
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
