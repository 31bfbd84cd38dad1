import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PageVariant } from '@lakou/contract/web-app';
import type { PageSources, RenderedHtml, Sharing } from '../web-app.ts';
import { inTurn } from './in-turn.ts';
import type {
  FromThread,
  PlainRequest,
  PlainResponse,
  RenderThreadData,
  ToThread,
} from './render-messages.ts';

/** A page needs a few megabytes, the web app about thirty. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 };

/** The process's flag is for the main thread, and V8 prefers it to the limits of threads that start later. */
const LIMITS_DECIDE = '--max-semi-space-size=0';

/** A page to be rendered. */
export interface RenderTask {
  variant: PageVariant;
  sources: PageSources;
  sharing: Sharing;
  /** Rendered by itself, because the thread that it shared with others was lost. */
  isAlone: boolean;
  resolve(rendered: RenderedHtml): void;
  reject(error: Error): void;
}

interface Running {
  task: RenderTask;
  patience: NodeJS.Timeout | undefined;
}

/** One worker thread, which renders several pages at a time while they wait for data. */
export class RenderThread {
  /** Called after each page, with the time that it took. */
  onRendered: ((ms: number) => void) | undefined;
  /** Called once if the thread crashes or hangs, with its pages if they were several: one of them was the cause. */
  onLost: ((cause: Error, others: RenderTask[]) => void) | undefined;
  idleSince = performance.now();
  readonly #worker: Worker;
  readonly #renderMs: number;
  readonly #running = new Map<number, Running>();
  #last = 0;
  #isReady = false;
  #isLost = false;

  constructor(data: RenderThreadData, renderMs: number) {
    this.#renderMs = renderMs;
    setFlagsFromString(LIMITS_DECIDE);
    this.#worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: data,
      env: environment(),
      execArgv: [],
      name: 'render',
      resourceLimits: LIMITS,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => this.#onMessage(message));
    this.#worker.on('error', (error: unknown) => this.#crash(error as Error));
    this.#worker.on('exit', () => this.#crash(new Error('a render thread ended')));
  }

  /** Pages that are being rendered. */
  get load(): number {
    return this.#running.size;
  }

  /** Takes no page beside the one that it has. */
  get isReserved(): boolean {
    return [...this.#running.values()].some(({ task }) => task.isAlone);
  }

  render(task: RenderTask): void {
    this.#last += 1;
    const page = this.#last;
    this.#running.set(page, { task, patience: undefined });
    if (this.#isReady) this.#startTimer(page);
    const { variant, sources, sharing } = task;
    this.#send({ kind: 'render', page, variant, settings: sources.settings, sharing });
  }

  async end(): Promise<void> {
    this.#isLost = true;
    for (const page of [...this.#running.keys()])
      this.#take(page)?.reject(new Error('the server is stopping'));
    await this.#worker.terminate();
  }

  #startTimer(page: number): void {
    const running = this.#running.get(page);
    if (running) {
      // A thread that hangs can only be ended. The error is made then: it notes the stack, which costs more than the timer.
      const end = () => this.#crash(new Error(`the page was not rendered within ${this.#renderMs} ms`));
      running.patience = setTimeout(end, this.#renderMs);
    }
  }

  /** A page that was alone is the cause. */
  #crash(cause: Error): void {
    const [page] = this.#running.keys();
    if (page !== undefined && this.#running.size === 1) this.#take(page)?.reject(cause);
    this.#lose(cause);
  }

  #lose(cause: Error): void {
    if (this.#isLost) return;
    this.#isLost = true;
    void this.#worker.terminate();
    const tasks = [...this.#running.keys()].flatMap((page) => this.#take(page) ?? []);
    this.onLost?.(cause, tasks);
  }

  #take(page: number): RenderTask | undefined {
    const running = this.#running.get(page);
    this.#running.delete(page);
    clearTimeout(running?.patience);
    this.idleSince = performance.now();
    return running?.task;
  }

  #onMessage(message: FromThread): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      for (const page of this.#running.keys()) this.#startTimer(page);
    } else if (message.kind === 'rendered' || message.kind === 'failed') {
      const task = this.#take(message.page);
      if (message.kind === 'rendered') task?.resolve(message.result);
      else task?.reject(message.error);
      this.onRendered?.(message.ms);
    } else inTurn(() => void this.#answer(message));
  }

  async #answer(message: Extract<FromThread, { call: number }>): Promise<void> {
    const sources = this.#running.get(message.page)?.task.sources;
    if (!sources) return;
    const answer =
      message.kind === 'previews'
        ? sources.findPreviews(message.names)
        : await fetchPlain(sources, message.request).catch((error: Error) => error);
    this.#send({ kind: 'answer', call: message.call, answer });
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

/**
 * Nothing of ours: the settings hold secrets. React renders several times faster without its development checks. Without
 * the cache of compiled modules each thread would load the compiler that removes types: 20 MB, 0.3 s.
 */
function environment(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env;
  return { NODE_ENV: 'production', ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}

async function fetchPlain({ fetchData }: PageSources, request: PlainRequest): Promise<PlainResponse> {
  const { url, method, headers, body } = request;
  const response = await fetchData(
    new Request(url, { method, headers, ...(body !== undefined && { body }) }),
  );
  const text = response.body ? await response.text() : undefined;
  return { status: response.status, headers: [...response.headers], body: text };
}
