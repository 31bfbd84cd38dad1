/** `@lakou/platform/mail`: carrying mail, and the parts that emails are made of. */

export { commonMessages } from '../auth/mail/email-messages.ts';
export { buttonTo, heading, page, paragraph, quote, small } from '../auth/mail/email-parts.ts';
export { escapeHtml } from '../auth/mail/escape-html.ts';
export { type Language, languageOf } from '../auth/mail/languages.ts';
export type { Mail, Message } from '../auth/mail/mail.ts';
export { Outbox } from '../auth/mail/outbox.ts';
export { mailOutboxPage } from '../auth/mail/outbox-page.ts';
export { smtpMail } from '../auth/mail/smtp-mail.ts';
