import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '@lakou/platform/database';
import { log } from '../log.ts';
import { holdLease } from './hold-lease.ts';
import type { JobContext, JobHandler } from './job.ts';
import type { ClaimedJob, JobStore } from './job-store.ts';

/** Half a day. */
const MAX_ATTEMPTS = 20;
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
const MAX_TRIES = 5;

export interface JobRun {
  job: ClaimedJob;
  handler: JobHandler;
  store: JobStore;
  context: Omit<JobContext, 'signal'>;
  /** Interrupts the job; another process continues it. */
  stopping: AbortSignal;
}

type Outcome = 'finished' | 'interrupted' | { error: unknown };

/** Does one claimed job and stores how it ended. Never rejects. */
export async function runJob(run: JobRun): Promise<void> {
  const { job, store, stopping } = run;
  const { kind, id: job_id, attempts } = job;
  const lease = holdLease(store, job);
  try {
    const outcome = await attempt(run, AbortSignal.any([stopping, lease.lost]));
    if (typeof outcome === 'object') log.warn({ err: outcome.error, kind, job_id, attempts }, 'job failed');
    await storeOutcome(run, outcome);
  } catch (error) {
    log.error({ err: error, kind, job_id }, 'how the job ended was not stored; it is done again');
  } finally {
    lease.end();
  }
}

async function attempt({ job, handler, context }: JobRun, signal: AbortSignal): Promise<Outcome> {
  try {
    if (job.attempts > maxAttempts(handler) && !handler.every) {
      throw new Error(`The process ended ${job.attempts - 1} times while it did this.`);
    }
    do {
      if (signal.aborted) return 'interrupted';
    } while (await handler.run(job, { ...context, signal }));
    return 'finished';
  } catch (error) {
    return signal.aborted ? 'interrupted' : { error };
  }
}

/** While the database is away it is tried again, so that finished work, such as a sent email, is not done twice. */
async function storeOutcome({ job, handler, store, stopping }: JobRun, outcome: Outcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (outcome === 'finished') return await store.finish(job);
      if (outcome === 'interrupted') return await store.release(job);
      const { error } = outcome;
      return await store.fail(
        job,
        error instanceof Error ? error.message : String(error),
        maxAttempts(handler),
      );
    } catch (error) {
      if (stopping.aborted || (!(error instanceof DatabaseUnavailable) && tries >= MAX_TRIES)) throw error;
      const waitMs = Math.min(MIN_WAIT_MS * 2 ** tries, MAX_WAIT_MS);
      await sleep(waitMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

function maxAttempts(handler: JobHandler): number {
  return handler.maxAttempts ?? MAX_ATTEMPTS;
}
