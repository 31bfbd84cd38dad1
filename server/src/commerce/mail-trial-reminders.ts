import type { Job, JobContext } from '../jobs/job.ts';
import { renderTrialEmail, type Trial } from './render-trial-email.ts';

interface Row extends Trial {
  id: string;
  email: string | null;
  metadata: Record<string, unknown> | null;
}

const BATCH_SIZE = 20;

/**
 * Mails members whose trial ends within three days and renews. If the process dies between sending and storing that it
 * was sent, the email is sent again with the same Message-ID. True: there may be more of them.
 */
export async function mailTrialReminders(
  _job: Job,
  { database, platform, url }: JobContext,
): Promise<boolean> {
  const rows = await database.query<Row>('select * from private.list_ending_trials($1)', [BATCH_SIZE]);
  for (const { id, email, metadata, ...trial } of rows) {
    if (email)
      await platform.mail.send({ id: `trial-${id}`, to: email, ...renderTrialEmail(trial, metadata, url) });
    await database.query('select private.mark_trial_reminded($1)', [id]);
  }
  return rows.length === BATCH_SIZE;
}
