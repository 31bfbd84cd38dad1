import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Target {
  path: string;
  cookie?: string;
}

export interface LoadOrders {
  url: string;
  /** In turn. */
  targets: Target[];
  headers: Record<string, string>;
  seconds: number;
  connections: number;
  /** Ends when each target was requested once. */
  once?: boolean;
}

export interface LoadResult {
  /** Only what was answered with 200. */
  perSecond: number;
  seconds: number;
  answered: number;
  statuses: Record<number, number>;
  /** Of the answers with 200, in milliseconds. */
  times: number[];
  bytes: number;
}

/** A process that sends requests as fast as they are answered. */
export class LoadGenerator {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load-program.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });

  async run(orders: LoadOrders): Promise<LoadResult> {
    const answer = once(this.#child, 'message') as Promise<[LoadResult | { failure: string }]>;
    this.#child.send(orders);
    const [result] = await answer;
    if ('failure' in result) throw new Error(`load on ${orders.url}: ${result.failure}`);
    return result;
  }

  stop(): void {
    this.#child.kill();
  }
}
