import type { Job, JobContext } from '../jobs/job.ts';
import { renderPassEmail } from './render-pass-email.ts';

interface Row {
  user_id: string;
  expires_at: Date | string;
  email: string | null;
  metadata: Record<string, unknown> | null;
}

const BATCH_SIZE = 20;

/**
 * Mails members whose pass ends within a day. If the process dies between sending and storing that it was sent, the
 * email is sent again with the same Message-ID. True: there may be more of them.
 */
export async function mailPassReminders(
  _job: Job,
  { database, platform, url }: JobContext,
): Promise<boolean> {
  const rows = await database.query<Row>('select * from private.list_ending_passes($1)', [BATCH_SIZE]);
  for (const { user_id, expires_at, email, metadata } of rows) {
    const ends = new Date(expires_at);
    if (email)
      await platform.mail.send({
        id: `pass-${user_id}-${ends.getTime()}`,
        to: email,
        ...renderPassEmail(ends, metadata, url),
      });
    await database.query('select private.mark_pass_reminded($1)', [user_id]);
  }
  return rows.length === BATCH_SIZE;
}
