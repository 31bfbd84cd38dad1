import { describe, expect, test } from 'vitest';
import { REACTIONS } from '../../contract/src/community/limits.ts';
import { fixture } from './support/fixtures.ts';
import { runForumJobs } from './support/forum-jobs.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const react = 'insert into forum_reactions (post_id, kind) values ($1, $2)';
const fold = async (as: As) => {
  while (await as('owner').value('select private.fold_reactions(2)'));
};
const ofPost = async (as: As, id = fixture.post) =>
  (await as('visitor').query<{ id: string; reactions: number[] | null }>(
    'select id, reactions from topic_page($1)',
    fixture.topic,
  ))!.find((post) => post.id === id)?.reactions;
const ofTopic = (as: As) =>
  as('visitor').value<number[] | null>('select reactions from forum_topic($1)', fixture.topic);
const left = (as: As, id: string) =>
  as('service').query('select from forum_reactions where post_id = $1', id);

describe('a reaction', () => {
  test(
    'counts once per member and kind, can be taken back, and is no edit',
    inTransaction(async (as) => {
      await fold(as);
      const before = await as('visitor').query(
        'select content, updated_at, edited_at from forum_posts where id = $1',
        fixture.post,
      );
      for (const kind of REACTIONS) await as('tiJo').query(react, fixture.post, kind);
      await as('kesner').query(react, fixture.post, 'wow');
      expect((await as('tiJo').refusal(react, fixture.post, 'wow')).code).toBe('23505');
      expect(await ofPost(as)).toEqual([1, 0, 0, 0]);
      await fold(as);
      expect(await ofPost(as)).toEqual([2, 1, 1, 2]);
      await as('tiJo').query('delete from forum_reactions where post_id = $1', fixture.post);
      await as('dieudonne').query('delete from forum_reactions');
      await fold(as);
      expect(await ofPost(as)).toEqual([0, 0, 0, 1]);
      await as('kesner').query('delete from forum_reactions');
      await fold(as);
      expect(await ofPost(as)).toBeNull();
      expect(
        await as('visitor').query(
          'select content, updated_at, edited_at from forum_posts where id = $1',
          fixture.post,
        ),
      ).toEqual(before);
    }),
  );

  test(
    'can be given to the first post of a topic, also of a locked one',
    inTransaction(async (as) => {
      await as('tiJo').query(react, fixture.topic, 'bravo');
      await as('tiJo').query(react, fixture['locked topic'], 'bravo');
      await fold(as);
      expect(await ofTopic(as)).toEqual([0, 1, 0, 0]);
    }),
  );

  test.each([
    ['to their own reply', 'mimose', fixture.post, idOf.mimose, 'heart', '42501'],
    ['to their own topic', 'mimose', fixture.topic, idOf.mimose, 'heart', '42501'],
    ['in the name of another', 'tiJo', fixture.post, idOf.kesner, 'heart', '42501'],
    ['to what does not exist', 'tiJo', fixture.review, idOf.tiJo, 'heart', '42501'],
    ['of a kind that there is not', 'tiJo', fixture.post, idOf.tiJo, 'angry', '23514'],
  ] as const)('cannot be given %s', (_what, who, post, user, kind, code) =>
    inTransaction(async (as) => {
      const sql = 'insert into forum_reactions (post_id, user_id, kind) values ($1, $2, $3)';
      expect((await as(who).refusal(sql, post, user, kind)).code).toBe(code);
    })(),
  );

  test(
    'cannot be given to hidden posts, nor counted by hand',
    inTransaction(async (as) => {
      await as('moderator').query(`select set_hidden('post', $1, true)`, fixture.post);
      await as('moderator').query(`select set_hidden('topic', $1, true)`, fixture.topic);
      for (const id of [fixture.post, fixture.topic])
        expect((await as('tiJo').refusal(react, id, 'heart')).code).toBe('42501');
      for (const table of ['forum_posts', 'forum_topics'])
        for (const person of ['mimose', 'moderator'] as const)
          expect((await as(person).refusal(`update ${table} set reactions = '{9,9,9,9}'`)).code).toBe(
            '42501',
          );
    }),
  );

  test(
    'is limited: one member cannot give more than 100 in five minutes, however they are sent',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into forum_posts (topic_id, user_id, content) select $1, $2, 'Wi ' || n from generate_series(1, 101) n`,
        fixture.topic,
        idOf.mimose,
      );
      const all = `insert into forum_reactions (post_id, kind) select id, 'heart' from forum_posts where topic_id = '${fixture.topic}'`;
      expect(await as('tiJo').refusal(all)).toMatchObject({ code: 'PT429', hint: 'too_many_tries' });
      expect(await as('tiJo').touches(`${all} limit 100`)).toBe(100);
    }),
  );

  test(
    'goes with the reply, with the topic, and with the member who gave it',
    inTransaction(async (as) => {
      for (const who of ['tiJo', 'kesner', 'marlene'] as const) {
        await as(who).query(react, fixture.post, 'laugh');
        await as(who).query(react, fixture.topic, 'laugh');
      }
      await fold(as);
      await as('owner').query('delete from auth.users where id = $1', idOf.marlene);
      await fold(as);
      expect(await ofPost(as)).toEqual([1, 0, 2, 0]);
      await as('mimose').query('delete from forum_posts where id = $1', fixture.post);
      await fold(as);
      expect(await left(as, fixture.post)).toEqual([]);
      await as('mimose').query('delete from forum_topics where id = $1', fixture.topic);
      await runForumJobs(as);
      await fold(as);
      expect(await left(as, fixture.topic)).toEqual([]);
      expect(await as('owner').query('select from private.pending_reactions')).toEqual([]);
    }),
  );

  test(
    'to a reply that is deleted before it is counted leaves nothing behind',
    inTransaction(async (as) => {
      await fold(as);
      await as('tiJo').query(react, fixture['topic of solange'], 'wow');
      await as('solange').query('delete from forum_topics where id = $1', fixture['topic of solange']);
      await fold(as);
      expect(await left(as, fixture['topic of solange'])).toEqual([]);
    }),
  );
});
