import type { Job, JobContext } from '../jobs/job.ts';
import { type MailedGift, renderGiftEmail } from './render-gift-email.ts';

/**
 * Mails a recipient the link and the code of a gift. If the process dies between sending and storing that it was sent,
 * the email is sent again with the same Message-ID.
 */
export async function mailGift({ id, payload }: Job, { database, platform, url }: JobContext): Promise<void> {
  const [row] = await database.query<{ gift: (MailedGift & { email: string }) | null }>(
    'select private.gift_to_mail($1) as gift',
    [payload.gift],
  );
  if (!row?.gift) return;
  await platform.mail.send({ id: `gift-${id}`, to: row.gift.email, ...renderGiftEmail(row.gift, url) });
  await database.query('select private.mark_gift_mailed($1)', [payload.gift]);
}
