import { setTimeout as sleep } from 'node:timers/promises';
import { inLane } from '../../platform/src/database/lanes.ts';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import type { JobContext, JobHandler } from '../../server/src/jobs/job.ts';
import { startJobRunner } from '../../server/src/jobs/start-job-runner.ts';

/** A process that does jobs of the given PostgreSQL and writes what it did into the table `done`. */
const [url = ''] = process.argv.slice(2);
const database = inLane(await openPostgres({ url }), 'maintenance');

const write: JobHandler['run'] = async ({ id, kind, payload }) => {
  await database.query('insert into done (job_id, kind, pid, n) values ($1, $2, $3, $4)', [
    id,
    kind,
    process.pid,
    payload.n ?? null,
  ]);
};
const handlers: Record<string, JobHandler> = {
  quick: { run: write },
  broken: {
    maxAttempts: 1,
    run: async () => {
      throw new Error('This one never works.');
    },
  },
  /** Until it is stopped. */
  endless: {
    async run(job, context) {
      await write(job, context);
      await sleep(600_000, undefined, { signal: context.signal });
    },
  },
  /** In three calls. */
  batches: {
    async run(job, context) {
      await write(job, context);
      const [made] = await database.query<{ n: number }>(
        `select count(*)::int as n from done where kind = 'batches'`,
      );
      return made!.n < 3;
    },
  },
  often: { every: 100, run: write },
};
// The handlers of this process need nothing but the database.
const runner = await startJobRunner({ database } as JobContext, handlers);
console.log('ready');
process.on('SIGTERM', async () => {
  await runner.stop();
  await database.close();
});
