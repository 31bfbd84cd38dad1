import type { As } from './world.ts';

interface ForumJob {
  kind: string;
  payload: { topic?: string; post?: string; since?: string; after?: string };
}

/** Does what the server's jobs do for the forum, within the test's transaction. */
export async function runForumJobs(as: As, atMost = 500): Promise<void> {
  const owner = as('owner');
  for (;;) {
    const jobs = await owner.query<ForumJob>(
      `delete from private.jobs
        where kind in ('notify_followers', 'remove_deleted_topic', 'remove_reply_notifications') returning kind, payload`,
    );
    if (jobs.length === 0) return;
    for (const { kind, payload } of jobs) {
      if (kind === 'notify_followers') {
        const { topic, since, after = null } = payload;
        await owner.query('select private.notify_followers($1, $2, $3, $4)', topic, since, after, atMost);
      } else {
        while (await owner.value(`select private.${kind}($1, $2)`, payload.topic ?? payload.post, atMost));
      }
    }
  }
}

export async function foldViews(as: As): Promise<void> {
  while (await as('owner').value('select private.fold_topic_views(1000)'));
}
