import { callFunction } from '../jobs/call-function.ts';
import type { Job, JobContext } from '../jobs/job.ts';
import { log } from '../log.ts';

/** Queries payment providers about orders that are due. True: there may be more of them. */
export async function reconcilePayments(_job: Job, context: JobContext): Promise<boolean> {
  const { checked, failed } = await reconcile(context, { missed: false });
  return checked > failed;
}

/** Books what payment providers tried to report while this server could not be reached. */
export async function bookMissedPayments(_job: Job, context: JobContext): Promise<void> {
  await reconcile(context, { missed: true });
}

async function reconcile(context: JobContext, input: { missed: boolean }) {
  const { checked, failed } = await callFunction<{ checked: number; failed: number }>(
    context,
    'reconcile-payments',
    input,
  );
  if (failed > 0) log.warn({ checked, failed }, 'some payments not reconciled; they are tried again');
  return { checked, failed };
}
