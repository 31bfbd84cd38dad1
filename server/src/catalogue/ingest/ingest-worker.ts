import { Loop } from '@lakou/platform/realtime/loop';
import { log } from '../../log.ts';
import { explainFailure, IngestError } from './explain-failure.ts';
import { type Job, LEASE_SECONDS, type Progress } from './job-queue.ts';
import { makeStream, type Workshop } from './make-stream.ts';
import { sweepWorkshop } from './sweep-streams.ts';

const HOLD_MS = 5_000;
/** An open page needs no more than this. */
const REPORT_INTERVAL_MS = 1_000;
/** A file at which the process itself dies must not take it down for ever. */
const MOST_ATTEMPTS = 5;

/** Takes one job after another. `look` is called when there may be one, or when one may have been canceled. */
export function startWorker(workshop: Workshop): { look(): void; stop(): Promise<void> } {
  const { queue } = workshop;
  let held: Hold | undefined;
  let stopping = false;

  async function workNext(): Promise<boolean> {
    const job = stopping ? undefined : await queue.claim();
    if (!job) return false;
    const hold = new Hold(workshop, job);
    held = hold;
    try {
      if (stopping) hold.controller.abort();
      if (job.attempts > MOST_ATTEMPTS) {
        throw new IngestError('media_failed', `The work broke off ${job.attempts - 1} times.`);
      }
      await makeStream(workshop, job, hold.controller.signal, (progress) => hold.tell(progress));
      log.info({ job_id: job.job_id, source: job.source_path }, 'a film is ready');
    } catch (error) {
      if (!hold.controller.signal.aborted) await settleFailure(job, error);
    } finally {
      await hold.end();
      held = undefined;
    }
    if (!stopping) await sweepWorkshop(workshop);
    return !stopping;
  }

  async function settleFailure(job: Job, error: unknown): Promise<void> {
    const { key, detail, retrySeconds } = explainFailure(error, job.attempts);
    log.warn({ job_id: job.job_id, source: job.source_path, key, detail, retrySeconds }, 'a film failed');
    await queue.failed(job, key, detail, retrySeconds);
  }

  const loop = new Loop(workNext, (error) => log.error({ err: error }, 'films are not being prepared'));
  return {
    look() {
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

/** One job while it is ours: renews the lease, passes the progress on now and then, and breaks off when it is lost. */
class Hold {
  readonly controller = new AbortController();
  readonly #workshop: Workshop;
  readonly #job: Job;
  readonly #timer: NodeJS.Timeout;
  #renewedAt = Date.now();
  #toldAt = 0;
  #told = '';
  #stage: Progress['stage'] = 'checking';
  #writing: Promise<void> = Promise.resolve();

  constructor(workshop: Workshop, job: Job) {
    this.#workshop = workshop;
    this.#job = job;
    this.#timer = setInterval(() => void this.renew(), HOLD_MS);
  }

  async renew(): Promise<void> {
    const ours = await this.#workshop.queue.hold(this.#job).catch(() => undefined);
    if (ours) this.#renewedAt = Date.now();
    // Without word from the database, somebody else may have it by now.
    const lost = ours === false || Date.now() - this.#renewedAt > LEASE_SECONDS * 1000;
    if (lost) this.controller.abort();
  }

  tell(progress: Progress): void {
    const now = Date.now();
    const text = `${progress.stage} ${Math.floor(progress.percent)} ${progress.secondsLeft}`;
    const tooSoon = now - this.#toldAt < REPORT_INTERVAL_MS && progress.stage === this.#stage;
    if (tooSoon || text === this.#told) return;
    this.#stage = progress.stage;
    this.#toldAt = now;
    this.#told = text;
    this.#writing = this.#workshop.queue.progress(this.#job, progress).catch(() => {});
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }
}
