import { expect, test } from 'vitest';
import { renderNotificationEmail } from './render-notification-email.ts';

const one = {
  kind: 'mention',
  topic_id: 'a',
  post_id: 'b',
  title: '<b>$& {name}</b>',
  actor: 'Ti "Jo" {title}',
  metadata: { language: 'es' },
} as const;

test('a notification email is in the member’s language, links to the post and to the account, and takes no markup from a title or name', () => {
  const { subject, text, html } = renderNotificationEmail([one], 'https://lakou.test');
  expect(subject).toBe('Novedades en el foro');
  expect(text).toContain('Ti "Jo" {title} te mencionó en “<b>$& {name}</b>”');
  expect(text).toContain('https://lakou.test/forum/topic/a#post-b');
  expect(text).toContain('https://lakou.test/account#notifications');
  expect(html).toContain('“&lt;b&gt;$&amp; {name}&lt;/b&gt;”');
  expect(html).not.toContain('<b>');
});

test('several notifications are one email, also from members who have left', () => {
  const { text } = renderNotificationEmail(
    [
      { ...one, metadata: null },
      { ...one, kind: 'reply', actor: null, post_id: null, metadata: null },
    ],
    'https://lakou.test',
  );
  expect(text).toContain('mentioned you in');
  expect(text).toContain('Somebody replied in');
  expect(text).toContain('https://lakou.test/forum/topic/a\n');
});
