import type { Job, JobContext } from '../jobs/job.ts';
import { renderRenewalEmail } from './render-renewal-email.ts';

/**
 * Mails a member whose renewal could not be charged, or whose subscription ended because of that. If the process dies
 * after sending, the email is sent again with the same Message-ID.
 */
export async function mailFailedRenewal(
  { id, payload: { subscription, status } }: Job,
  { database, platform, url }: JobContext,
): Promise<void> {
  const [member] = await database.query<{ email: string; metadata: Record<string, unknown> | null }>(
    'select * from private.failed_renewal_to_mail($1, $2)',
    [subscription, status],
  );
  if (!member) return;
  await platform.mail.send({
    id: `renewal-${id}`,
    to: member.email,
    ...renderRenewalEmail(status === 'past_due' ? 'failed' : 'ended', member.metadata, url),
  });
}
