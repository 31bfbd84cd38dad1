import type { Job, JobContext } from '../jobs/job.ts';
import { type ContactMessage, renderContactEmail } from './render-contact-email.ts';

/**
 * Mails a contact message to support. If the process dies between sending and storing that it was sent, the email is
 * sent again with the same Message-ID.
 */
export async function mailContactMessage(
  { payload }: Job,
  { database, platform, config, url }: JobContext,
): Promise<void> {
  const [message] = await database.query<ContactMessage>(
    `select id as message_id, name, email, subject, message, user_id, created_at
      from public.contact_messages where id = $1`,
    [payload.message_id],
  );
  // An admin can have deleted it meanwhile.
  if (!message) return;
  await platform.mail.send({ to: config.contact.supportEmail, ...renderContactEmail(message, url) });
}
