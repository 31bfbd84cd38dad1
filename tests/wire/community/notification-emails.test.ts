import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MailServer } from '../../support/mail-server.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

const mail = new MailServer();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SMTP_URL: await mail.start() });
});
afterAll(async () => {
  await server.close();
  await mail.stop();
});

const waiting = { timeout: 40_000, interval: 50 };
const waitingJobs = () =>
  server.database.query<{ status: string }>(
    `select status from private.jobs where kind = 'mail_notifications'`,
  );

test('a member gets one e-mail about all mentions they asked for, in their language, and none about what they turned off', async () => {
  mail.received.length = 0;
  const [member] = await server.database.query<{ email: string; username: string }>(
    'select u.email, p.username from auth.users u join private.profiles p on p.id = u.id where u.id = $1',
    [idOf.member],
  );
  await server.database.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"language": "fr"}', email_confirmed_at = now() where id = $1`,
    [idOf.member],
  );
  const [topic] = await server.database.query<{ id: string }>(
    'select id from forum_topics where not locked and user_id is distinct from $1 limit 1',
    [idOf.member],
  );
  const asMember = server.as('member');
  const chosen = await asMember.rpc('set_notification_settings', { replies: 'off', mentions: 'email' });
  expect(chosen.error).toBeNull();
  await asMember.rpc('follow_topic', { topic_id: topic?.id ?? '' });
  for (const content of [`Bonjou @${member?.username}`, 'San non', `Ankò @${member?.username}`]) {
    const sent = await server
      .as('subscriber')
      .from('forum_posts')
      .insert({ topic_id: topic?.id ?? '', content, user_id: idOf.subscriber });
    expect(sent.error).toBeNull();
  }
  await vi.waitFor(async () => expect(await waitingJobs()).toHaveLength(1), waiting);
  expect(mail.to(member?.email ?? '')).toEqual([]);
  // A minute later.
  await server.database.query(`update private.jobs set run_after = now() where kind = 'mail_notifications'`);
  await server.database.query(`select pg_notify('jobs', '')`);
  await vi.waitFor(() => expect(mail.to(member?.email ?? '')).toHaveLength(1), waiting);
  const [email] = mail.to(member?.email ?? '');
  expect(email?.subject).toBe('Du nouveau sur le forum');
  expect(email?.text?.match(/vous a mentionné/g)).toHaveLength(2);
  expect(email?.text).not.toContain('a répondu dans');
  expect(email?.text).toMatch(new RegExp(`/forum/topic/${topic?.id}#post-`));
  await vi.waitFor(async () => expect(await waitingJobs()).toEqual([]), waiting);
});
