import { describe, expect, test } from 'vitest';
import { NOTIFICATION_WAYS } from '../../contract/src/community/limits.ts';
import { fixture } from './support/fixtures.ts';
import { runForumJobs } from './support/forum-jobs.ts';
import { idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const choose = (as: As, who: Member, replies: string, mentions: string) =>
  as(who).query('select set_notification_settings($1, $2)', replies, mentions);
const settingsOf = async (as: As, who: Member) =>
  (await as(who).query('select * from my_notification_settings()'))[0];
const reply = async (as: As, content = 'Wi') => {
  await as('tiJo').query(
    'insert into forum_posts (topic_id, content) values ($1, $2)',
    fixture.topic,
    content,
  );
  await runForumJobs(as);
};
const kinds = async (as: As, who: Member) =>
  (await as(who).query<{ kind: string }>('select kind from my_notifications()')).map(({ kind }) => kind);
const toMail = (as: As, who: Member) =>
  as('owner').query('select kind, wanted, email from private.list_notifications_to_mail($1)', idOf[who]);
const jobs = (as: As, who: Member) =>
  as('owner').query<{ run_after: Date }>(
    `select run_after from private.jobs where kind = 'mail_notifications' and key = $1`,
    idOf[who],
  );
const confirm = (as: As, who: Member) =>
  as('owner').query('update auth.users set email_confirmed_at = now() where id = $1', idOf[who]);

describe('a member', () => {
  test(
    'gets everything in the app until they choose, and sees what they chose',
    inTransaction(async (as) => {
      expect(await settingsOf(as, 'mimose')).toEqual({ replies: 'app', mentions: 'app' });
      for (const way of NOTIFICATION_WAYS) {
        await choose(as, 'mimose', way, 'off');
        expect(await settingsOf(as, 'mimose')).toEqual({ replies: way, mentions: 'off' });
      }
      expect(await settingsOf(as, 'tiJo')).toEqual({ replies: 'app', mentions: 'app' });
      const bad = `select set_notification_settings('always', 'app')`;
      expect((await as('mimose').refusal(bad)).code).toBe('23514');
      expect((await as('mimose').refusal(`select set_notification_settings(null, 'app')`)).code).toBe(
        '23502',
      );
    }),
  );

  test(
    'is not notified of what they turned off, and of the rest as before',
    inTransaction(async (as) => {
      await choose(as, 'mimose', 'off', 'app');
      await reply(as);
      expect(await kinds(as, 'mimose')).toEqual([]);
      await reply(as, 'Bonjou @mimose');
      expect(await kinds(as, 'mimose')).toEqual(['mention']);
      await choose(as, 'kesner', 'app', 'off');
      await as('kesner').query('select follow_topic($1)', fixture.topic);
      await reply(as, 'Bonjou @kesner');
      expect(await kinds(as, 'kesner')).toEqual(['reply']);
    }),
  );

  test(
    'with a confirmed address gets by e-mail what they want there and have not read, an hour apart',
    inTransaction(async (as) => {
      await choose(as, 'mimose', 'email', 'app');
      await reply(as, 'Bonjou @mimose');
      expect(await toMail(as, 'mimose')).toEqual([]);
      await as('mimose').query('select mark_topic_read($1)', fixture.topic);
      await reply(as);
      await reply(as);
      expect(await jobs(as, 'mimose')).toHaveLength(1);
      expect(await toMail(as, 'mimose')).toMatchObject([{ kind: 'reply', wanted: false }]);
      await confirm(as, 'mimose');
      expect(await toMail(as, 'mimose')).toEqual([
        { kind: 'reply', wanted: true, email: 'mimose@example.test' },
      ]);
      const ids = (
        await as('owner').query<{ id: string }>(
          'select id from private.list_notifications_to_mail($1)',
          idOf.mimose,
        )
      ).map(({ id }) => id);
      await as('owner').query('delete from private.jobs');
      await as('owner').query('select private.mark_notifications_mailed($1, $2, true)', idOf.mimose, ids);
      expect(await toMail(as, 'mimose')).toEqual([]);
      await as('mimose').query('select mark_topic_read($1)', fixture.topic);
      await reply(as);
      const later = `select run_after >= now() + interval '1 hour' from private.jobs where kind = 'mail_notifications'`;
      expect(await as('owner').value(later)).toBe(true);
    }),
  );

  test.each([
    ['reads it in the app', (as: As) => as('mimose').query('select mark_notifications_read()')],
    ['turns e-mails off', (as: As) => choose(as, 'mimose', 'app', 'app')],
    [
      'is banned',
      (as: As) =>
        as('owner').query(
          `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
          idOf.mimose,
        ),
    ],
    [
      'was answered in a topic that is hidden meanwhile',
      (as: As) => as('moderator').query(`select set_hidden('topic', $1, true)`, fixture.topic),
    ],
  ] as const)('who %s first gets no e-mail', (_what, act) =>
    inTransaction(async (as) => {
      await confirm(as, 'mimose');
      await choose(as, 'mimose', 'email', 'email');
      await reply(as);
      expect(await toMail(as, 'mimose')).toMatchObject([{ wanted: true }]);
      await act(as);
      expect(await toMail(as, 'mimose')).toMatchObject([{ wanted: false }]);
    })(),
  );
});
