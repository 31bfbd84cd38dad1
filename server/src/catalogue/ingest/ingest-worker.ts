import { TaskLoop } from '@lakou/platform';
import { log } from '../../log.ts';
import type { Av1Queue } from './av1-queue.ts';
import { explainFailure, IngestError } from './explain-failure.ts';
import { type Job, LEASE_SECONDS, type Progress } from './job-queue.ts';
import { makeAv1 } from './make-av1.ts';
import { type IngestContext, makeStream } from './make-stream.ts';
import { sweepWorkFolders } from './sweep-streams.ts';

const RENEW_MS = 5_000;
/** Often enough for an open page. */
const REPORT_INTERVAL_MS = 1_000;
/** For a file that crashes the process each time. */
const MAX_ATTEMPTS = 5;

/**
 * Works on one job after another, and on AV1 where there is none. `wake` is to be called when a job may be due or canceled.
 * Without `av1`, films are encoded in H.264 alone.
 */
export function startWorker(
  context: IngestContext,
  av1: Av1Queue | undefined,
): { wake(): void; stop(): Promise<void> } {
  const { queue } = context;
  let held: Lease | undefined;
  let stopping = false;

  async function workNext(): Promise<boolean> {
    const job = stopping ? undefined : await queue.claim();
    if (!job) return workOnAv1();
    const lease = new JobLease(context, job);
    held = lease;
    try {
      if (stopping) lease.controller.abort();
      if (job.attempts > MAX_ATTEMPTS) {
        throw new IngestError('media_failed', `The work was interrupted ${job.attempts - 1} times.`);
      }
      await context.traceJob('media_job', () =>
        makeStream(context, job, lease.controller.signal, (progress) => lease.report(progress)),
      );
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

  async function workOnAv1(): Promise<boolean> {
    const job = stopping ? undefined : await av1?.claim();
    if (!av1 || !job) return false;
    const lease = new Lease(() => av1.hold(job));
    held = lease;
    try {
      if (stopping) lease.controller.abort();
      await context.traceJob('media_job_av1', () => makeAv1(context, av1, job, lease.controller.signal));
    } finally {
      lease.stop();
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

/** Renews what a worker has claimed, and aborts the work when that is lost. */
class Lease {
  readonly controller = new AbortController();
  readonly #hold: () => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;
  #renewedAt = Date.now();

  constructor(hold: () => Promise<boolean>) {
    this.#hold = hold;
    this.#timer = setInterval(() => void this.renew(), RENEW_MS);
  }

  async renew(): Promise<void> {
    const ours = await this.#hold().catch(() => undefined);
    if (ours) this.#renewedAt = Date.now();
    // When the database cannot be reached for so long, another worker can have claimed it.
    const lost = ours === false || Date.now() - this.#renewedAt > LEASE_SECONDS * 1000;
    if (lost) this.controller.abort();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** One claimed job: also stores the progress. */
class JobLease extends Lease {
  readonly #context: IngestContext;
  readonly #job: Job;
  #reportedAt = 0;
  #reported = '';
  #stage: Progress['stage'] = 'checking';
  #writing: Promise<void> = Promise.resolve();

  constructor(context: IngestContext, job: Job) {
    super(() => context.queue.hold(job));
    this.#context = context;
    this.#job = job;
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
    this.stop();
    await this.#writing;
  }
}
