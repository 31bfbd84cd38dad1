import { Worker } from 'node:worker_threads';
import { DatabaseError, DatabaseUnavailable, statementTimeout } from './errors.ts';

/** What the thread is given. */
export interface EngineFiles {
  files: string;
  synced: boolean;
}
export type EngineRequest =
  | { kind: 'run'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump' }
  | { kind: 'close' };
export type EngineReply =
  | { kind: 'ready'; flags: CancelFlags }
  | { kind: 'closed' }
  | { kind: 'answer'; bytes: Uint8Array<ArrayBuffer> }
  /** With `code` when the statement caused it. */
  | { kind: 'broken'; reason: string; code?: string };

/** Variables in the engine's memory. When both are set, PostgreSQL ends the running statement with `57014`. */
export interface CancelFlags {
  interrupt: Int32Array;
  cancel: Int32Array;
}

const openingMs = 120_000;
const closingMs = 30_000;

interface Pending {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

/** One PGlite instance in its thread, from opening the files to closing them or crashing. */
export class EmbeddedEngine {
  /** Called once if the engine crashes. */
  onLost: ((reason: string) => void) | undefined;
  /** Resolves when the thread has ended. The files must not be opened before. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #pending: Pending | undefined;
  #flags: CancelFlags | undefined;
  #lost: string | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.ended = new Promise((resolve) => {
      worker.once('exit', () => resolve());
    });
    worker.on('message', (reply: EngineReply) => this.#onReply(reply));
    worker.on('error', (error) => this.#lose(error.message));
    worker.on('exit', () => this.#lose('its thread ended'));
  }

  static async open(where: EngineFiles): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: where,
      execArgv: [],
      name: 'database',
      // JSON nested some thousand levels deep needs more than Node's default of 4 MB. Memory is allocated as it is used.
      resourceLimits: { stackSizeMb: 64 },
    });
    const engine = new EmbeddedEngine(worker);
    try {
      await engine.#request(undefined, openingMs, 'it did not open in time');
    } catch (error) {
      await engine.ended;
      throw error;
    }
    return engine;
  }

  /** Runs protocol messages. If they exceed the limit, the engine is terminated. */
  run(bytes: Uint8Array<ArrayBuffer>, limitMs: number): Promise<Buffer> {
    const tooLong = 'a statement took too long and was ended';
    return this.#request({ kind: 'run', bytes }, limitMs, tooLong, statementTimeout());
  }

  /** Ends the running statement with an error `57014`, within milliseconds. */
  cancel(): void {
    if (this.#flags === undefined) return;
    Atomics.store(this.#flags.cancel, 0, 1);
    Atomics.store(this.#flags.interrupt, 0, 1);
  }

  /** All files of the database as one tar. */
  dump(limitMs: number): Promise<Buffer> {
    return this.#request({ kind: 'dump' }, limitMs, 'a backup took too long');
  }

  async close(): Promise<void> {
    this.onLost = undefined;
    // Files that are not closed properly are recovered at the next start.
    await this.#request({ kind: 'close' }, closingMs, 'it did not close in time').catch(() => {});
    this.break('it is closed');
    await this.ended;
  }

  /** Terminates the thread. PostgreSQL recovers the files at the next start, as after a kill. */
  break(reason: string): void {
    this.#lose(reason);
  }

  #request(
    request: EngineRequest | undefined,
    limitMs: number,
    tooLong: string,
    late?: Error,
  ): Promise<Buffer> {
    if (this.#lost !== undefined) return Promise.reject(new DatabaseUnavailable(this.#lost));
    if (this.#pending !== undefined)
      return Promise.reject(new Error('the engine takes one request at a time'));
    return new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(() => {
        if (late !== undefined) this.#pending?.reject(late);
        this.#lose(tooLong);
      }, limitMs);
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(timer);
          this.#pending = undefined;
          settle(value);
        };
      };
      this.#pending = { resolve: settled(resolve), reject: settled(reject) };
      if (request === undefined) return;
      this.#worker.postMessage(request, request.kind === 'run' ? [request.bytes.buffer] : []);
    });
  }

  #onReply(reply: EngineReply): void {
    if (reply.kind === 'broken') {
      const { code, reason } = reply;
      if (code !== undefined) this.#pending?.reject(new DatabaseError({ code, message: reason }));
      this.#lose(reason);
    } else if (reply.kind === 'answer') {
      this.#pending?.resolve(Buffer.from(reply.bytes.buffer));
    } else {
      if (reply.kind === 'ready') this.#flags = reply.flags;
      this.#pending?.resolve(Buffer.alloc(0));
    }
  }

  #lose(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = reason;
    void this.#worker.terminate();
    this.#pending?.reject(new DatabaseUnavailable(reason));
    this.onLost?.(reason);
  }
}
