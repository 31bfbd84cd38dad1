import { callFunction } from '../jobs/call-function.ts';
import type { Job, JobContext } from '../jobs/job.ts';

/** Deletes a closed account, a batch of its rows at a time. True: there is more to do. */
export async function deleteAccount({ payload }: Job, context: JobContext): Promise<boolean> {
  const { more } = await callFunction<{ more: boolean }>(context, 'erase-account', {
    user_id: payload.person,
  });
  return more;
}
