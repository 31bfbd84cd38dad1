import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** Mail over SMTP: `smtp://user:password@host:587`, or `smtps://` for encryption from the first byte. */
export function smtpMail(options: { url: string; from: string }): Mail & { close(): void } {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A message must not make the server read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'localhost';
  return {
    async send({ to, subject, html, text, id, replyTo }) {
      await transport.sendMail({
        from: options.from,
        // As an object, so that no part of the address is parsed as a second recipient.
        to: { name: '', address: to },
        subject,
        html,
        text,
        ...(id && { messageId: `<${id}@${domain}>` }),
        // Written by a person, so it must not be marked as an automatic message.
        ...(replyTo ? { replyTo } : { headers: { 'Auto-Submitted': 'auto-generated' } }),
      });
    },
    async checkConnection() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
