import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/src/database/database.ts';
import type { JobContext, JobHandler } from '../../server/src/jobs/job.ts';
import { jobHandlers } from '../../server/src/jobs/job-handlers.ts';
import type { PlanClient } from './plan-client.ts';

const ran = new Set<string>();
/** What background work has sent, in batches. */
export const jobStatements = new Set<string>();

// The server of this process uses the same handlers.
for (const [kind, handler] of Object.entries<JobHandler>(jobHandlers)) {
  const { run } = handler;
  handler.run = (job, context) => {
    ran.add(kind);
    return run(job, { ...context, database: recorded(context.database) } satisfies JobContext);
  };
}

function recorded(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'query') jobStatements.add(String(args[0]));
        if (name === 'run') for (const { text } of args[0] as { text: string }[]) jobStatements.add(text);
        return value.apply(target, args);
      };
    },
  });
}

/** The kinds of background work that nothing has started. */
export const listIdleJobs = (): string[] => Object.keys(jobHandlers).filter((kind) => !ran.has(kind));

/** Runs everything periodic now, and waits until that and what requests have enqueued is done. */
export async function driveJobs({ server: { database }, faults }: PlanClient): Promise<void> {
  await database.query(`update private.jobs set run_after = now() where status = 'waiting'`);
  await database.query(`select pg_notify('jobs', '')`);
  const [{ at } = { at: '' }] = await database.query<{ at: string }>('select clock_timestamp()::text as at');
  const due = `status = 'running' or status = 'waiting' and run_after <= $1::timestamptz`;
  while ((await database.query(`select from private.jobs where ${due} limit 1`, [at])).length > 0)
    await sleep(50);
  const failed = await database.query<{ kind: string; last_error: string }>(
    'select kind, last_error from private.jobs where last_error is not null',
  );
  for (const { kind, last_error } of failed) faults.push(`job ${kind}: ${last_error}`);
}
