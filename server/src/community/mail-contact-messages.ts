import { loggableError, TaskLoop } from '@lakou/platform';
import type { Database } from '@lakou/platform/database';
import type { Mail } from '@lakou/platform/mail';
import { log } from '../log.ts';
import { type ContactMessage, renderContactEmail } from './render-contact-email.ts';

/** For messages of processes that died, and for missed notifications. */
const SWEEP_MS = 60_000;

/**
 * Mails contact messages to support as soon as they are stored. Each is claimed and mailed by one process. If that
 * process dies between sending and storing that it was sent, the email is sent again with the same Message-ID. Returns
 * how to stop; a send in progress is finished.
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

  /** Ids stay in `mailed` until the database has stored them. */
  async function storeMailed(): Promise<void> {
    for (const id of mailed) {
      await database.query('select private.mark_contact_mail_sent($1)', [id]);
      mailed.delete(id);
    }
  }

  async function mailNext(): Promise<boolean> {
    await storeMailed();
    const [next] = await database.query<ContactMessage & { try: number }>(
      'select * from private.claim_contact_mail()',
    );
    if (!next) return false;
    const { message_id } = next;
    try {
      await mail.send({ to: supportEmail, ...renderContactEmail(next, url) });
    } catch (error) {
      log.warn({ err: loggableError(error), message_id, try: next.try }, 'contact message not mailed');
      const [due] = await database.query<{ seconds: number | null }>(
        'select private.retry_contact_mail($1, $2) as seconds',
        [message_id, next.try],
      );
      // The other messages wait too: most likely the mail server is down.
      if (due?.seconds) setTimeout(() => loop.kick(), due.seconds * 1000).unref();
      return false;
    }
    mailed.add(message_id);
    await storeMailed();
    return true;
  }

  const loop = new TaskLoop(mailNext, (error) =>
    log.error({ err: error }, 'contact messages are not mailed'),
  );
  const kick = () => loop.kick();
  const stopListening = await database.listen('contact_mail', kick, kick);
  const sweep = setInterval(() => loop.kick(), SWEEP_MS).unref();
  loop.kick();
  return async () => {
    clearInterval(sweep);
    await stopListening();
    await loop.close();
    await storeMailed().catch((error: unknown) =>
      log.error({ err: error }, 'contact message may be mailed twice'),
    );
  };
}
