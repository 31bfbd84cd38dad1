import type { Job, JobContext } from '../jobs/job.ts';

/** About 100 ms each, so that nobody who reads or replies waits longer for a batch. */
const FOLLOWERS = 500;
const ROWS = 500;

/** Notifies some of a topic's followers; the database enqueues the next batch. */
export async function notifyFollowers({ payload }: Job, { database }: JobContext): Promise<void> {
  const { topic, since, after = null } = payload;
  await database.query('select private.notify_followers($1, $2, $3, $4)', [topic, since, after, FOLLOWERS]);
}

/** Removes the replies, readers and notifications of a topic that somebody deleted. */
export async function removeDeletedTopic({ payload }: Job, { database }: JobContext): Promise<boolean> {
  const [batch] = await database.query<{ more: boolean }>(
    'select private.remove_deleted_topic($1, $2) as more',
    [payload.topic, ROWS],
  );
  return batch?.more ?? false;
}

/** Removes the notifications of a reply that somebody deleted. */
export async function removeReplyNotifications({ payload }: Job, { database }: JobContext): Promise<boolean> {
  const [batch] = await database.query<{ more: boolean }>(
    'select private.remove_reply_notifications($1, $2) as more',
    [payload.post, ROWS],
  );
  return batch?.more ?? false;
}
