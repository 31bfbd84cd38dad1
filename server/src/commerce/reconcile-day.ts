import { callFunction } from '../jobs/call-function.ts';
import type { Job, JobContext } from '../jobs/job.ts';

/** Compares the ledger of a day with what a provider says. Repeated after a crash, it starts again and ends with the same. */
export async function reconcileDay({ payload: { day, provider } }: Job, context: JobContext): Promise<void> {
  let cursor: string | null = null;
  do {
    const answer: { next: string | null } = await callFunction(context, 'reconcile-day', {
      day,
      provider,
      cursor,
    });
    cursor = answer.next;
  } while (cursor);
  await context.database.query('select private.compare_payment_day($1, $2)', [day, provider]);
}

export async function enqueuePaymentDays(_job: Job, { database }: JobContext): Promise<void> {
  await database.query('select private.enqueue_payment_days()');
}
