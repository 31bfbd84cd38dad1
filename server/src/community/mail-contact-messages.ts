import { loggable } from '@lakou/platform/auth/errors';
import type { Mail } from '@lakou/platform/auth/mail/mail';
import type { Database } from '@lakou/platform/database/database';
import { Loop } from '@lakou/platform/realtime/loop';
import { log } from '../log.ts';
import { type ContactMessage, renderContactEmail } from './render-contact-email.ts';

/** For what other processes left behind, and for announcements that were missed. */
const SWEEP_MS = 60_000;

/**
 * Mails to support what people wrote on the contact page, as soon as it is stored. Each message is mailed by one
 * process, once. Only when a process dies, or is cut off from the database, between the mail server's yes and our note
 * of it, is the letter sent again, under the same Message-ID. Returns how to stop: what is being sent is finished.
 */
export async function mailContactMessages(options: {
  database: Database;
  mail: Mail;
  supportEmail: string;
  /** The address people use. */
  url: string;
}): Promise<() => Promise<void>> {
  const { database, mail, supportEmail, url } = options;
  const mailed = new Set<string>();

  /** Kept in mind until it is written down, should the database be away. */
  async function noteMailed(): Promise<void> {
    for (const id of mailed) {
      await database.query('select private.contact_mail_sent($1)', [id]);
      mailed.delete(id);
    }
  }

  async function mailNext(): Promise<boolean> {
    await noteMailed();
    const [next] = await database.query<ContactMessage & { try: number }>(
      'select * from private.claim_contact_mail()',
    );
    if (!next) return false;
    const { message_id } = next;
    try {
      await mail.send({ to: supportEmail, ...renderContactEmail(next, url) });
    } catch (error) {
      log.warn({ err: loggable(error), message_id, try: next.try }, 'a contact message could not be mailed');
      const [due] = await database.query<{ seconds: number | null }>(
        'select private.contact_mail_failed($1, $2) as seconds',
        [message_id, next.try],
      );
      // The others wait too: most likely it is the mail server.
      if (due?.seconds) setTimeout(() => loop.kick(), due.seconds * 1000).unref();
      return false;
    }
    mailed.add(message_id);
    await noteMailed();
    return true;
  }

  const loop = new Loop(mailNext, (error) => log.error({ err: error }, 'contact messages are not mailed'));
  const kick = () => loop.kick();
  const stopListening = await database.listen('contact_mail', kick, kick);
  const sweep = setInterval(() => loop.kick(), SWEEP_MS).unref();
  loop.kick();
  return async () => {
    clearInterval(sweep);
    await stopListening();
    await loop.close();
    await noteMailed().catch((error: unknown) =>
      log.error({ err: error }, 'a mailed contact message may be mailed again'),
    );
  };
}
