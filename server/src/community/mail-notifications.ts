import type { Job, JobContext } from '../jobs/job.ts';
import { type MailedNotification, renderNotificationEmail } from './render-notification-email.ts';

type Row = MailedNotification & { id: string; wanted: boolean; email: string };

/**
 * Mails a member what they want by e-mail and have not read. If the process dies between sending and storing that it was
 * sent, the email is sent again with the same Message-ID.
 */
export async function mailNotifications(
  { payload }: Job,
  { database, platform, url }: JobContext,
): Promise<void> {
  const rows = await database.query<Row>('select * from private.list_notifications_to_mail($1)', [
    payload.member,
  ]);
  const wanted = rows.filter((row) => row.wanted);
  const [first] = wanted;
  if (first)
    await platform.mail.send({
      id: `notifications-${first.id}`,
      to: first.email,
      ...renderNotificationEmail(wanted, url),
    });
  await database.query('select private.mark_notifications_mailed($1, $2, $3)', [
    payload.member,
    rows.map(({ id }) => id),
    wanted.length > 0,
  ]);
}
