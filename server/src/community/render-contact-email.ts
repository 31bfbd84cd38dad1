import { contactInput } from '@lakou/contract/community/inputs';
import { commonMessages, heading, type Message, page, paragraph, quote, small } from '@lakou/platform/mail';

export interface ContactMessage {
  message_id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  user_id: string | null;
  created_at: string;
}

/** A contact message as an email to support, in English. `url` is the address people use. */
export function renderContactEmail(written: ContactMessage, url: string): Omit<Message, 'to'> {
  const [name, title] = [written.name.trim(), written.subject.trim()];
  const message = written.message.trim().replaceAll(/\r\n?/g, '\n');
  const subject = `[Lakou] ${title}`;
  // The database is less strict about addresses than mail is.
  const canReply = contactInput.shape.email.safeParse(written.email).success;
  const from = `${name} (${written.email}) wrote on the contact page:`;
  const notes = [
    `Written on ${written.created_at.slice(0, 16).replace('T', ' ')} UTC.`,
    written.user_id ? `A member: ${url}/profile/${written.user_id}` : 'Written without signing in.',
    canReply
      ? `Reply to this email to answer ${name}.`
      : 'The address is not valid: a reply to this email would not arrive.',
  ];
  const { sign } = commonMessages('en');
  return {
    id: `contact-${written.message_id}`,
    subject,
    text: `${[title, from, message, notes.join('\n'), sign].join('\n\n')}\n`,
    html: page(
      'en',
      subject,
      [heading(title), paragraph(from), quote(message), ...notes.map((note) => small(note))].join('\n'),
      sign,
    ),
    ...(canReply && { replyTo: { name, address: written.email } }),
  };
}
