import { TaskLoop } from '@lakou/platform';
import { log } from '../../log.ts';
import { explainFailure, IngestError } from './explain-failure.ts';
import { type Job, LEASE_SECONDS, type Progress } from './job-queue.ts';
import { type IngestContext, makeStream } from './make-stream.ts';
import { sweepWorkFolders } from './sweep-streams.ts';

const RENEW_MS = 5_000;
/** Often enough for an open page. */
const REPORT_INTERVAL_MS = 1_000;
/** For a file that crashes the process each time. */
const MAX_ATTEMPTS = 5;

/** Works on one job after another. `wake` is to be called when a job may be due or canceled. */
export function startWorker(context: IngestContext): { wake(): void; stop(): Promise<void> } {
  const { queue } = context;
  let held: JobLease | undefined;
  let stopping = false;

  async function workNext(): Promise<boolean> {
    const job = stopping ? undefined : await queue.claim();
    if (!job) return false;
    const lease = new JobLease(context, job);
    held = lease;
    try {
      if (stopping) lease.controller.abort();
      if (job.attempts > MAX_ATTEMPTS) {
        throw new IngestError('media_failed', `The work was interrupted ${job.attempts - 1} times.`);
      }
      await makeStream(context, job, lease.controller.signal, (progress) => lease.report(progress));
      log.info({ job_id: job.job_id, source: job.source_path }, 'film prepared');
    } catch (error) {
      if (!lease.controller.signal.aborted) await settleFailure(job, error);
    } finally {
      await lease.end();
      held = undefined;
    }
    if (!stopping) await sweepWorkFolders(context);
    return !stopping;
  }

  async function settleFailure(job: Job, error: unknown): Promise<void> {
    const { key, detail, retrySeconds } = explainFailure(error, job.attempts);
    log.warn({ job_id: job.job_id, source: job.source_path, key, detail, retrySeconds }, 'film failed');
    await queue.failed(job, key, detail, retrySeconds);
  }

  const loop = new TaskLoop(workNext, (error) => log.error({ err: error }, 'films are not prepared'));
  return {
    wake() {
      void held?.renew();
      loop.kick();
    },
    async stop() {
      stopping = true;
      held?.controller.abort();
      await loop.close();
      await queue.release();
    },
  };
}

/** One claimed job: renews the lease, stores the progress, and aborts the work when the lease is lost. */
class JobLease {
  readonly controller = new AbortController();
  readonly #context: IngestContext;
  readonly #job: Job;
  readonly #timer: NodeJS.Timeout;
  #renewedAt = Date.now();
  #reportedAt = 0;
  #reported = '';
  #stage: Progress['stage'] = 'checking';
  #writing: Promise<void> = Promise.resolve();

  constructor(context: IngestContext, job: Job) {
    this.#context = context;
    this.#job = job;
    this.#timer = setInterval(() => void this.renew(), RENEW_MS);
  }

  async renew(): Promise<void> {
    const ours = await this.#context.queue.hold(this.#job).catch(() => undefined);
    if (ours) this.#renewedAt = Date.now();
    // When the database cannot be reached for so long, another worker can have claimed it.
    const lost = ours === false || Date.now() - this.#renewedAt > LEASE_SECONDS * 1000;
    if (lost) this.controller.abort();
  }

  report(progress: Progress): void {
    const now = Date.now();
    const text = `${progress.stage} ${Math.floor(progress.percent)} ${progress.secondsLeft}`;
    const tooSoon = now - this.#reportedAt < REPORT_INTERVAL_MS && progress.stage === this.#stage;
    if (tooSoon || text === this.#reported) return;
    this.#stage = progress.stage;
    this.#reportedAt = now;
    this.#reported = text;
    this.#writing = this.#context.queue.progress(this.#job, progress).catch(() => {});
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }
}
