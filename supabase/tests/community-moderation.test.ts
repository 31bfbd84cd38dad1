import { describe, expect, test } from 'vitest';
import { HIDDEN_TEXT, REPORT_REASONS } from '../../contract/src/community/limits.ts';
import { fixture } from './support/fixtures.ts';
import { idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const report = `select report($1, $2, 'insult', $3)`;
const hide = 'select set_hidden($1, $2, $3, $4)';
const queue = (as: As) => as('moderator').query('select * from report_queue()');
const log = (as: As) =>
  as('moderator').query(
    'select action, moderator_username, target_kind, target_id, note from moderation_log()',
  );

test(
  'these calls are for moderators and admins alone',
  inTransaction(async (as) => {
    const calls = [
      'select * from report_queue()',
      'select * from moderation_log()',
      'select * from suspended_members()',
      `select dismiss_reports('post', '${fixture.post}')`,
      `select set_hidden('post', '${fixture.post}', true)`,
      `select * from text_history('post', '${fixture.post}')`,
      `select suspend_member('${idOf.tiJo}', 'Bri')`,
      `select lift_suspension('${idOf.tiJo}')`,
    ];
    for (const call of calls) {
      for (const person of ['mimose', 'tiJo', 'editor', 'accountant'] as const) {
        expect(await as(person).refusal(call), `${person}: ${call}`).toMatchObject({
          code: '42501',
          hint: 'no_access',
        });
      }
      expect((await as('visitor').refusal(call)).code).toBe('42501');
      for (const person of ['moderator', 'admin'] as const) await as(person).query(call);
    }
  }),
);

describe('a report', () => {
  test(
    'waits in the queue with others about the same text, until a moderator decides',
    inTransaction(async (as) => {
      await as('tiJo').query(report, 'post', fixture.post, '  Li joure m ');
      await as('kesner').query(report, 'post', fixture.post, null);
      await as('tiJo').query(report, 'topic', fixture['topic of solange'], null);
      expect(await queue(as)).toMatchObject([
        {
          target_kind: 'post',
          target_id: fixture.post,
          topic_id: fixture.topic,
          topic_title: 'Ki fim?',
          content: 'Mwen renmen tout.',
          author_username: 'mimose',
          author_suspended: false,
          report_count: 2,
          reasons: ['insult'],
          notes: ['Li joure m'],
          reporters: ['tijo', 'kesner'],
          total: 2,
        },
        { target_kind: 'topic', title: 'Bonjou', content: 'Mwen se Solange.', author_username: 'solange' },
      ]);
      expect(await as('moderator').value(`select dismiss_reports('post', $1)`, fixture.post)).toBe(2);
      await as('admin').query(hide, 'topic', fixture['topic of solange'], true, 'Reklam');
      expect(await queue(as)).toEqual([]);
      expect((await as('tiJo').refusal(report, 'post', fixture.post, null)).hint, 'not again').toBe(
        'already_reported',
      );
    }),
  );

  test(
    'is one per member and text, not about oneself, with a reason from the list',
    inTransaction(async (as) => {
      await as('tiJo').query(report, 'topic', fixture.topic, null);
      expect(await as('tiJo').refusal(report, 'topic', fixture.topic, null)).toMatchObject({
        code: '23505',
        hint: 'already_reported',
      });
      expect((await as('mimose').refusal(report, 'post', fixture.post, null)).hint).toBe('own_content');
      expect((await as('tiJo').refusal(report, 'post', fixture.topic, null)).hint).toBe('no_longer_there');
      expect((await as('tiJo').refusal(`select report('post', $1, 'dull')`, fixture.post)).code).toBe(
        '23514',
      );
      expect((await as('tiJo').refusal(report, 'post', fixture.post, 'x'.repeat(1001))).code).toBe('23514');
      expect((await as('visitor').refusal(report, 'post', fixture.post, null)).code).toBe('42501');
      for (const [index, reason] of REPORT_REASONS.entries()) {
        const person = (['kesner', 'yvrose', 'nadine', 'guerda', 'marlene'] as Member[])[index] ?? 'frantz';
        await as(person).query('select report($1, $2, $3)', 'post', fixture.post, reason);
      }
    }),
  );
});

describe('what a moderator hides', () => {
  test(
    'is nowhere to be read but by its author and moderators, and comes back whole',
    inTransaction(async (as) => {
      await as('mimose').query('select edit_post($1, $2)', fixture.post, 'Sekrè anpil');
      await as('moderator').query(hide, 'post', fixture.post, true, 'Joure');
      await as('moderator').query(hide, 'topic', fixture.topic, true, null);
      const hidden = { content: HIDDEN_TEXT, hidden_at: expect.anything() };
      expect(
        await as('tiJo').query('select content, hidden_at from forum_posts where id = $1', fixture.post),
      ).toEqual([hidden]);
      expect(
        await as('mimose').query('select content, hidden_at from topic_page($1)', fixture.topic),
      ).toEqual([hidden]);
      expect(await as('visitor').query('select title, content from forum_topic($1)', fixture.topic)).toEqual([
        { title: HIDDEN_TEXT, content: HIDDEN_TEXT },
      ]);
      expect(await as('visitor').query(`select * from search('ki fim')`)).toEqual([]);
      expect(
        await as('owner').query(
          `select from realtime.changes where transaction_id = pg_current_xact_id() and operation = 'UPDATE'
            and record ->> 'hidden_at' is not null and record::text ~ 'Sekrè|renmen'`,
        ),
        'open pages hear the placeholder',
      ).toEqual([]);
      for (const person of ['mimose', 'moderator', 'admin'] as const) {
        expect(
          await as(person).query('select content, note from hidden_text($1, $2)', 'post', fixture.post),
          person,
        ).toEqual([{ content: 'Sekrè anpil', note: 'Joure' }]);
      }
      for (const person of ['tiJo', 'editor'] as const) {
        expect(
          await as(person).query('select * from hidden_text($1, $2)', 'post', fixture.post),
          person,
        ).toEqual([]);
      }
      expect((await as('mimose').refusal('select edit_post($1, $2)', fixture.post, 'Non')).hint).toBe(
        'hidden_text',
      );
      expect(
        (
          await as('tiJo').refusal(
            `insert into forum_posts (topic_id, content) values ($1, 'Wi')`,
            fixture.topic,
          )
        ).hint,
      ).toBe('topic_locked');
      await as('moderator').query(hide, 'post', fixture.post, false, null);
      await as('moderator').query(hide, 'topic', fixture.topic, false, null);
      expect(
        await as('tiJo').query('select content, hidden_at from forum_posts where id = $1', fixture.post),
      ).toEqual([{ content: 'Sekrè anpil', hidden_at: null }]);
      expect(await as('visitor').query(`select title from search('ki fim')`)).toEqual([{ title: 'Ki fim?' }]);
      expect(await as('owner').query('select from private.hidden_texts')).toEqual([]);
    }),
  );

  test(
    'is made known to its author, once',
    inTransaction(async (as) => {
      await as('moderator').query(hide, 'post', fixture.post, true, null);
      await as('moderator').query(hide, 'post', fixture.post, true, null);
      expect(
        await as('mimose').query('select kind, actor_username, post_id from my_notifications()'),
      ).toEqual([{ kind: 'hidden', actor_username: null, post_id: fixture.post }]);
    }),
  );
});

describe('suspending', () => {
  test(
    'needs a reason and a future time, and is refused for staff',
    inTransaction(async (as) => {
      const suspend = 'select suspend_member($1, $2, $3)';
      const hint = async (...values: unknown[]) => (await as('moderator').refusal(suspend, ...values)).hint;
      expect(await hint(idOf.tiJo, ' ', null)).toBe('reason_required');
      expect(await hint(idOf.tiJo, 'Bri', '2020-01-01')).toBe('until_in_the_past');
      expect(await hint(fixture.topic, 'Bri', null)).toBe('no_longer_there');
      for (const person of ['admin', 'moderator', 'editor'] as const) {
        expect(await hint(idOf[person], 'Bri', null), person).toBe('staff_cannot_be_suspended');
      }
      await as('moderator').query(suspend, idOf.tiJo, 'Bri', null);
      await as('moderator').query(suspend, idOf.tiJo, 'Twòp bri', '2999-01-01');
      expect(await as('admin').query('select username, reason from suspended_members()')).toEqual([
        { username: 'tijo', reason: 'Twòp bri' },
      ]);
      expect(await as('moderator').value('select lift_suspension($1)', idOf.tiJo)).toBe(true);
      expect(await as('moderator').value('select lift_suspension($1)', idOf.tiJo)).toBe(false);
    }),
  );
});

describe('the moderation log', () => {
  test(
    'has every act of a moderator, newest first, and nothing of members or the server',
    inTransaction(async (as) => {
      const act = async (person: Member | 'owner', sql: string, ...values: unknown[]) => {
        await as(person).query(sql, ...values);
      };
      const post = await as('tiJo').value(
        `insert into forum_posts (topic_id, content) values ($1, 'Move') returning id`,
        fixture.topic,
      );
      await act(
        'moderator',
        'update forum_topics set locked = true, pinned = true where id = $1',
        fixture.topic,
      );
      await act('moderator', 'update forum_topics set category_id = default where id = $1', fixture.topic);
      await act('admin', hide, 'post', fixture.post, true, 'Joure');
      await act('moderator', 'delete from forum_posts where id = $1', post);
      await act('moderator', 'select suspend_member($1, $2)', idOf.tiJo, 'Bri');
      await act('moderator', 'select lift_suspension($1)', idOf.tiJo);
      await act('owner', 'update forum_topics set locked = false where id = $1', fixture.topic);
      await act('mimose', 'delete from forum_posts where id = $1', fixture.post);
      await act('mimose', 'delete from forum_topics where id = $1', fixture.topic);
      const by = { moderator_username: 'moderator' };
      expect(await log(as)).toEqual([
        { action: 'lift', ...by, target_kind: 'member', target_id: idOf.tiJo, note: null },
        { action: 'suspend', ...by, target_kind: 'member', target_id: idOf.tiJo, note: 'Bri' },
        { action: 'delete', ...by, target_kind: 'post', target_id: post, note: 'Move' },
        {
          action: 'hide',
          moderator_username: 'admin',
          target_kind: 'post',
          target_id: fixture.post,
          note: 'Joure',
        },
        { action: 'move', ...by, target_kind: 'topic', target_id: fixture.topic, note: 'General' },
        { action: 'pin', ...by, target_kind: 'topic', target_id: fixture.topic, note: null },
        { action: 'lock', ...by, target_kind: 'topic', target_id: fixture.topic, note: null },
      ]);
    }),
  );

  test(
    'cannot be changed or emptied, not even by the owner of the database',
    inTransaction(async (as) => {
      await as('moderator').query('select suspend_member($1, $2)', idOf.tiJo, 'Bri');
      for (const sql of [
        `update private.moderation_log set action = 'lift'`,
        `update private.moderation_log set moderator_id = '${idOf.tiJo}'`,
        'delete from private.moderation_log',
        'truncate private.moderation_log',
      ]) {
        expect((await as('owner').refusal(sql)).hint, sql).toBe('log_append_only');
      }
      await as('owner').query('delete from auth.users where id = $1', idOf.tiJo);
      expect(await log(as)).toMatchObject([{ action: 'suspend', target_id: null }]);
    }),
  );
});
