import { Worker } from 'node:worker_threads';
import { DatabaseError, DatabaseUnavailable } from './errors.ts';

export type EngineRequest =
  | { kind: 'run'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump' }
  | { kind: 'close' };
export type EngineReply =
  | { kind: 'ready' | 'closed' }
  | { kind: 'answer'; bytes: Uint8Array<ArrayBuffer> }
  /** With `code` when it was the statement's own doing. */
  | { kind: 'broken'; reason: string; code?: string };

const openingMs = 120_000;
const closingMs = 30_000;

interface Pending {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

/** One life of PGlite in its thread, from opening the files to closing them or breaking. */
export class EmbeddedEngine {
  /** Called once if the engine breaks. */
  onLost: ((reason: string) => void) | undefined;
  /** When the thread is gone. Nobody may open the files before. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #pending: Pending | undefined;
  #lost: string | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.ended = new Promise((resolve) => {
      worker.once('exit', () => resolve());
    });
    worker.on('message', (reply: EngineReply) => this.#hear(reply));
    worker.on('error', (error) => this.#lose(error.message));
    worker.on('exit', () => this.#lose('its thread ended'));
  }

  static async open(files: string): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { files },
      execArgv: [],
      name: 'database',
      // Node's 4 MB are used up by JSON nested some thousand levels deep, long before PostgreSQL's own limit.
      // Only what is used is ever taken.
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

  /** Runs messages of PostgreSQL's protocol. Whatever outlives its limit takes the engine with it. */
  run(bytes: Uint8Array<ArrayBuffer>, limitMs: number): Promise<Buffer> {
    const late = new DatabaseError({
      code: '57014',
      message: 'canceling statement due to statement timeout',
    });
    return this.#request({ kind: 'run', bytes }, limitMs, 'a statement took too long and was ended', late);
  }

  /** All files of the database as one tar. */
  dump(limitMs: number): Promise<Buffer> {
    return this.#request({ kind: 'dump' }, limitMs, 'a backup took too long');
  }

  async close(): Promise<void> {
    this.onLost = undefined;
    // Files that are not closed properly are recovered at the next start: no reason to fail here.
    await this.#request({ kind: 'close' }, closingMs, 'it did not close in time').catch(() => {});
    this.break('it is closed');
    await this.ended;
  }

  /** Ends the thread where it stands. The files are as after a kill of the process: PostgreSQL recovers them. */
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

  #hear(reply: EngineReply): void {
    if (reply.kind === 'broken') {
      const { code, reason } = reply;
      if (code !== undefined) this.#pending?.reject(new DatabaseError({ code, message: reason }));
      this.#lose(reason);
    } else if (reply.kind === 'answer') this.#pending?.resolve(Buffer.from(reply.bytes.buffer));
    else this.#pending?.resolve(Buffer.alloc(0));
  }

  #lose(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = reason;
    void this.#worker.terminate();
    this.#pending?.reject(new DatabaseUnavailable(reason));
    this.onLost?.(reason);
  }
}
