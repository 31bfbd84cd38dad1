import { TaskLoop } from '@lakou/platform';
import { log } from '../log.ts';
import type { JobContext, JobHandler } from './job.ts';
import { type ClaimedJob, JobStore } from './job-store.ts';
import { runJob } from './run-job.ts';

/** In one process, each of another kind: a mail server that hangs holds up emails only. */
const MAX_AT_ONCE = 4;
/** For missed notifications. Between them nothing is asked until a job is due. */
const SWEEP_MS = 60_000;
/** A transaction that enqueued the same work again may have ended only after it began. */
const SECOND_LOOK_MS = 1_000;
const MIN_SLEEP_MS = 10;

export interface JobRunner {
  /** Interrupts running jobs, which another process continues, and resolves when they have ended. */
  stop(): Promise<void>;
}

/** Does the jobs of these kinds, in every process; each job is claimed by one of them. */
export async function startJobRunner(
  context: Omit<JobContext, 'signal'>,
  handlers: Record<string, JobHandler>,
): Promise<JobRunner> {
  const { database } = context;
  const store = new JobStore(database);
  const kinds = Object.keys(handlers);
  const repeated = Object.entries(handlers).flatMap(([kind, { every }]) => (every ? [{ kind, every }] : []));
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function startNext(): Promise<boolean> {
    clearTimeout(timer);
    if (running.size >= MAX_AT_ONCE) return false;
    const free = kinds.filter((kind) => !running.has(kind));
    const job = await store.claim(free);
    if (job) start(job);
    else wakeIn(await store.msUntilNext(free));
    return job !== undefined;
  }

  function start(job: ClaimedJob): void {
    const { kind } = job;
    const handler = handlers[kind];
    if (!handler) throw new Error(`claimed a job of the unknown kind ${kind}`);
    const ended = runJob({ job, handler, store, context, stopping: stopping.signal }).then(() => {
      running.delete(kind);
      loop.kick();
      if (job.key !== null) setTimeout(() => loop.kick(), SECOND_LOOK_MS).unref();
    });
    running.set(kind, ended);
  }

  function wakeIn(ms: number): void {
    if (ms < SWEEP_MS) timer = setTimeout(() => loop.kick(), Math.max(ms, MIN_SLEEP_MS)).unref();
  }

  const loop = new TaskLoop(startNext, (error) => log.error({ err: error }, 'jobs are not done'));
  const sweep = setInterval(() => {
    store.repeat(repeated).catch((error: unknown) => log.warn({ err: error }, 'jobs not repeated'));
    loop.kick();
  }, SWEEP_MS).unref();
  await store.repeat(repeated);
  const stopListening = await database.listen(
    'jobs',
    () => loop.kick(),
    () => loop.kick(),
  );
  loop.kick();
  return {
    async stop() {
      clearInterval(sweep);
      // Before the running jobs are released: this process could claim one of them again.
      await loop.close();
      clearTimeout(timer);
      stopping.abort();
      await stopListening();
      await Promise.all(running.values());
    },
  };
}
