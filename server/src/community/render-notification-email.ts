import {
  buttonTo,
  commonMessages,
  heading,
  languageOf,
  type Message,
  page,
  paragraph,
  quote,
  small,
} from '@lakou/platform/mail';
import { notificationTexts } from './notification-email-texts.ts';

export interface MailedNotification {
  kind: 'reply' | 'mention';
  topic_id: string;
  post_id: string | null;
  title: string;
  /** Null when the account was deleted. */
  actor: string | null;
  metadata: Record<string, unknown> | null;
}

/** What happened in the forum, in the member's language. `url` is the address people use. */
export function renderNotificationEmail(
  notifications: readonly MailedNotification[],
  url: string,
): Omit<Message, 'to' | 'id'> {
  const language = languageOf(notifications[0]?.metadata, undefined);
  const texts = notificationTexts[language];
  const { sign } = commonMessages(language);
  const items = notifications.map(({ kind, topic_id, post_id, title, actor }) => ({
    text: texts[kind].replace(/\{(name|title)\}/g, (_, key) =>
      key === 'title' ? title : (actor ?? texts.unknown),
    ),
    link: `${url}/forum/topic/${topic_id}${post_id ? `#post-${post_id}` : ''}`,
  }));
  const why = texts.why.replace('{url}', `${url}/account#notifications`);
  return {
    subject: texts.subject,
    text: `${[texts.intro, ...items.map(({ text, link }) => `${text}\n${link}`), why, sign].join('\n\n')}\n`,
    html: page(
      language,
      texts.subject,
      [
        heading(texts.subject),
        paragraph(texts.intro),
        ...items.map(({ text, link }) => quote(text) + buttonTo(link, texts.open)),
        small(why),
      ].join('\n'),
      sign,
    ),
  };
}
