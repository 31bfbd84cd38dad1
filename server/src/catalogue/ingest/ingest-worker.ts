import { TaskLoop } from '@lakou/platform';
import { log } from '../../log.ts';
import type { Av1Queue } from './av1-queue.ts';
import { explainFailure, IngestError } from './explain-failure.ts';
import type { IngestContext } from './ingest-context.ts';
import type { Job, Progress } from './job-queue.ts';
import { Lease } from './lease.ts';
import { makeAv1 } from './make-av1.ts';
import { makePiece } from './make-piece.ts';
import { makeSign } from './make-sign.ts';
import { makeStream } from './make-stream.ts';
import { sweepWorkFolders } from './sweep-streams.ts';

/** Often enough for an open page. */
const REPORT_INTERVAL_MS = 1_000;
/** For a file that crashes the process each time. */
const MAX_ATTEMPTS = 5;

/**
 * Works on one job after another; sign videos, which take minutes, go before them. Where there is none, on pieces of others' films, then on AV1.
 * `wake` is to be called when a job may be due or canceled.
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
    if (await workOnSign()) return !stopping;
    const job = stopping ? undefined : await queue.claim();
    if (!job) return (await workOnPiece()) || workOnAv1();
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

  async function workOnSign(): Promise<boolean> {
    const sign = stopping ? undefined : await context.signs.claim();
    if (!sign) return false;
    const lease = new Lease(() => context.signs.hold(sign));
    held = lease;
    try {
      if (stopping) lease.controller.abort();
      await context.traceJob('media_job_sign', () => makeSign(context, sign, lease.controller.signal));
    } finally {
      lease.stop();
      held = undefined;
    }
    return true;
  }

  /** A piece of a film that another worker prepares. */
  async function workOnPiece(): Promise<boolean> {
    const piece = stopping ? undefined : await context.pieces.claim();
    if (!piece) return false;
    const lease = new Lease(() => context.pieces.hold(piece));
    held = lease;
    try {
      if (stopping) lease.controller.abort();
      await makePiece(context, piece, lease.controller.signal);
    } finally {
      lease.stop();
      held = undefined;
    }
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
