import { describe, expect, test } from 'vitest';
import { idOf, type Member } from './support/cast.ts';
import { signedIn, withFactor } from './support/signed-in.ts';
import { general, thing } from './support/things.ts';
import { type Actor, type As, useWorld } from './support/world.ts';

const world = useWorld();
const { onStage } = world;

const reply = 'insert into forum_posts (id, topic_id, content) values ($1, $2, $3) returning id, created_at';
const open = 'insert into forum_topics (id, title, content) values ($1, $2, $3)';
const id = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
const postOf = async (as: As, post = thing.post) =>
  (await as('visitor').query('select * from forum_posts where id = $1', post))[0];
const suspend = (as: As, member: Member, until: string | null = null) =>
  as('moderator').query('select suspend_member($1, $2, $3)', idOf[member], 'Twòp bri', until);

describe('editing', () => {
  test(
    'one’s own reply changes it, marks it, and keeps what it said for moderators alone',
    onStage(async (as) => {
      await as('mimose').query('select edit_post($1, $2)', thing.post, '  Mwen chanje lide.\r\n');
      expect(await postOf(as)).toMatchObject({ content: 'Mwen chanje lide.', edited_at: expect.anything() });
      await as('mimose').query('select edit_post($1, $2)', thing.post, 'Ankò.');
      const history = 'select content, edited_by from text_history($1, $2)';
      expect(await as('moderator').query(history, 'post', thing.post)).toEqual([
        { content: 'Mwen chanje lide.', edited_by: 'mimose' },
        { content: 'Mwen renmen tout.', edited_by: 'mimose' },
      ]);
      for (const person of ['mimose', 'tiJo', 'editor'] as const) {
        expect((await as(person).refusal(history, 'post', thing.post)).hint, person).toBe('no_access');
      }
      expect((await as('visitor').refusal(history, 'post', thing.post)).code).toBe('42501');
    }),
  );

  test(
    'one’s own topic changes title and content, and what search finds',
    onStage(async (as) => {
      await as('mimose').query('select edit_topic($1, $2, $3)', thing.topic, 'Tanbou', 'Ki tanbou?');
      expect(
        await as('visitor').query('select title, content from forum_topics where id = $1', thing.topic),
      ).toEqual([{ title: 'Tanbou', content: 'Ki tanbou?' }]);
      expect(await as('visitor').query(`select title from search('tanbou')`)).toEqual([{ title: 'Tanbou' }]);
      expect(await as('admin').query('select title from text_history($1, $2)', 'topic', thing.topic)).toEqual(
        [{ title: 'Ki fim?' }],
      );
    }),
  );

  test(
    'without a change leaves no mark',
    onStage(async (as) => {
      await as('mimose').query('select edit_post($1, $2)', thing.post, ' Mwen renmen tout. ');
      expect(await postOf(as)).toMatchObject({ edited_at: null });
    }),
  );

  test(
    'is for the author alone, not even for admins',
    onStage(async (as) => {
      for (const person of ['tiJo', 'solange', 'moderator', 'admin'] as const) {
        const post = await as(person).refusal('select edit_post($1, $2)', thing.post, 'Non');
        const topic = await as(person).refusal('select edit_topic($1, $2, $3)', thing.topic, 'Non', 'Non');
        expect([post.hint, topic.hint], person).toEqual(['not_yours', 'not_yours']);
      }
      expect((await as('visitor').refusal('select edit_post($1, $2)', thing.post, 'Non')).code).toBe('42501');
      expect((await as('mimose').refusal('select edit_post($1, $2)', id(99), 'Non')).hint).toBe(
        'no_longer_there',
      );
    }),
  );

  test(
    'stops when the topic is locked, except for a moderator’s own words',
    onStage(async (as) => {
      await as('moderator').query(reply, id(1), thing.topic, 'Avètisman');
      await as('moderator').query('update forum_topics set locked = true where id = $1', thing.topic);
      const refusals = [
        await as('mimose').refusal('select edit_post($1, $2)', thing.post, 'Non'),
        await as('mimose').refusal('select edit_topic($1, $2, $3)', thing.topic, 'Non', 'Non'),
      ];
      expect(refusals.map(({ hint }) => hint)).toEqual(['topic_locked', 'topic_locked']);
      await as('moderator').query('select edit_post($1, $2)', id(1), 'Dènye avètisman');
      expect(await postOf(as, id(1))).toMatchObject({ content: 'Dènye avètisman' });
    }),
  );

  test(
    'waits for the second factor of whoever has one',
    onStage(async (as) => {
      await withFactor(as, 'mimose');
      const half = await signedIn(as, 'mimose');
      const refusal = await half.refusal('select edit_post($1, $2)', thing.post, 'Non');
      expect(refusal.hint).toBe('second_factor_needed');
    }),
  );
});

describe('sending twice', () => {
  test(
    'the same reply or topic is taken once, and recognised',
    onStage(async (as) => {
      await as('tiJo').query(reply, id(1), thing.topic, 'Wi');
      await as('tiJo').query(open, id(2), 'Bonjou', 'Tout moun');
      const again = [
        await as('tiJo').refusal(reply, id(1), thing.topic, 'Wi'),
        await as('tiJo').refusal(open, id(2), 'Bonjou', 'Tout moun'),
      ];
      for (const refusal of again) expect(refusal).toMatchObject({ code: '23505', hint: 'already_sent' });
      expect(
        await as('visitor').value('select reply_count from forum_topics where id = $1', thing.topic),
      ).toBe(2);
    }),
  );

  test(
    'is recognised even when the topic was locked in between, and is no way into other people’s words',
    onStage(async (as) => {
      await as('tiJo').query(reply, id(1), thing.topic, 'Wi');
      await as('moderator').query('update forum_topics set locked = true where id = $1', thing.topic);
      expect((await as('tiJo').refusal(reply, id(1), thing.topic, 'Wi')).hint).toBe('already_sent');
      await as('moderator').query('update forum_topics set locked = false where id = $1', thing.topic);
      expect(await as('kesner').refusal(reply, id(1), thing.topic, 'Non')).toMatchObject({
        code: '23505',
        hint: undefined,
      });
      expect(await postOf(as, id(1))).toMatchObject({ content: 'Wi', user_id: idOf.tiJo });
    }),
  );

  test('at the same moment is taken once', async () => {
    const second = await world.atOnce(
      ['nadine', reply, id(50), thing.topic, 'Wi'],
      ['nadine', reply, id(50), thing.topic, 'Wi'],
    );
    expect(second).toMatchObject({ code: '23505', hint: 'already_sent' });
    await world.database.query('delete from forum_posts where id = $1', [id(50)]);
  });
});

test(
  'nobody can give a text the id of something else, by which lists and reports would take one for the other',
  onStage(async (as) => {
    await as('tiJo').query(reply, id(1), thing.topic, 'Wi');
    for (const taken of ['00000000-0000-0000-0000-000000000000', general, id(1)]) {
      expect(await as('tiJo').refusal(open, taken, 'Bonjou', 'Wi'), taken).toMatchObject({
        code: '23505',
        message: 'This id is taken',
      });
    }
    for (const taken of [general, thing.topic, thing['topic of solange']]) {
      expect((await as('admin').refusal(reply, taken, thing.topic, 'Wi')).message, taken).toBe(
        'This id is taken',
      );
    }
    expect(await as('visitor').value('select forum_count()')).toBe(3);
  }),
);

describe('text that nobody can read', () => {
  test.each([
    [
      'only zero-width characters',
      '\u200b\u200d \ufeff\u2060',
      'reply_empty',
      'topic_title_empty',
      'topic_content_empty',
    ],
    [
      'a tag character and a filler',
      '\u{e0041}\u3164\u2800',
      'reply_empty',
      'topic_title_empty',
      'topic_content_empty',
    ],
    ['a bell', 'Ding\u0007', 'text_unreadable', 'text_unreadable', 'text_unreadable'],
    ['an escape sequence', '\u009b31mWouj', 'text_unreadable', 'text_unreadable', 'text_unreadable'],
  ])('is refused: %s', (_what, text, inReply, inTitle, inContent) =>
    onStage(async (as) => {
      const hints = [
        await as('tiJo').refusal(reply, id(1), thing.topic, text),
        await as('tiJo').refusal(open, id(1), text, 'Tout moun'),
        await as('tiJo').refusal(open, id(1), 'Bonjou', text),
        await as('mimose').refusal('select edit_post($1, $2)', thing.post, text),
      ].map(({ code, hint }) => `${code} ${hint}`);
      expect(hints).toEqual([inReply, inTitle, inContent, inReply].map((key) => `23514 ${key}`));
    })(),
  );

  test(
    'a title has one line; emoji, joined families and right-to-left words are welcome',
    onStage(async (as) => {
      expect((await as('tiJo').refusal(open, id(1), 'Bonjou\ntout', 'Wi')).hint).toBe('text_one_line');
      for (const [n, text] of ['👨‍👩‍👧 🇭🇹', 'שלום مرحبا', 'a\u202eb'].entries()) {
        await as('tiJo').query(reply, id(10 + n), thing.topic, `${text}\r\nwi`);
        expect(await postOf(as, id(10 + n))).toMatchObject({ content: `${text}\nwi` });
      }
    }),
  );
});

describe('a suspended member', () => {
  const deeds: [string, string][] = [
    ['open a topic', `insert into forum_topics (title, content) values ('Bonjou', 'Tout moun')`],
    ['reply', `insert into forum_posts (topic_id, content) values ('${thing.topic}', 'Wi')`],
    ['edit a reply', `select edit_post('${thing.post}', 'Non')`],
    ['edit a topic', `select edit_topic('${thing.topic}', 'Non', 'Non')`],
    ['delete a reply', `delete from forum_posts where id = '${thing.post}'`],
    ['delete a topic', `delete from forum_topics where id = '${thing.topic}'`],
    ['report', `select report('topic', '${thing['topic of solange']}', 'spam')`],
    ['start a title’s discussion', `select title_discussion('movie', '${thing['free movie']}')`],
    ['review', `insert into reviews (movie_id, rating) values ('${thing['free movie']}', 5)`],
    ['change a review', `update reviews set rating = 1 where id = '${thing.review}'`],
  ];
  test.each(deeds)('cannot %s', (_deed, sql) =>
    onStage(async (as) => {
      await suspend(as, 'mimose');
      expect(await as('mimose').refusal(sql)).toMatchObject({ code: '42501', hint: 'suspended' });
    })(),
  );

  test(
    'reads, counts as a viewer, follows, and knows why',
    onStage(async (as) => {
      await suspend(as, 'mimose');
      const mimose = as('mimose');
      expect(await mimose.touches('select from forum_topics')).toBe(3);
      await mimose.query('select increment_topic_view($1)', thing.topic);
      await mimose.query('select follow_topic($1)', thing['topic of solange']);
      expect(await mimose.query('select reason, until from my_suspension()')).toEqual([
        { reason: 'Twòp bri', until: null },
      ]);
      expect(await as('tiJo').query('select * from my_suspension()')).toEqual([]);
    }),
  );

  test(
    'writes again when the time is over, or when it is lifted',
    onStage(async (as) => {
      await suspend(as, 'tiJo', '2999-01-01');
      expect((await as('tiJo').refusal(reply, id(1), thing.topic, 'Wi')).hint).toBe('suspended');
      await as('house').query(`update private.suspensions set until = now() - interval '1 second'`);
      await as('tiJo').query(reply, id(1), thing.topic, 'Wi');
      await suspend(as, 'tiJo');
      expect((await as('tiJo').refusal(reply, id(2), thing.topic, 'Wi')).hint).toBe('suspended');
      expect(await as('admin').value('select lift_suspension($1)', idOf.tiJo)).toBe(true);
      await as('tiJo').query(reply, id(2), thing.topic, 'Wi');
    }),
  );
});

describe('how often', () => {
  const many = (table: 'topics' | 'posts', count: number) =>
    table === 'topics'
      ? `insert into forum_topics (title, content) select 'T ' || n, 'Wi' from generate_series(1, ${count}) n`
      : `insert into forum_posts (topic_id, content) select '${thing.topic}', 'Wi' from generate_series(1, ${count}) n`;
  const limits = [
    ['topics', 30],
    ['posts', 60],
  ] as const;

  test.each(limits)('a member may write %s, at most %i in a while', (table, most) =>
    onStage(async (as) => {
      await as('tiJo').query(many(table, most));
      expect(await as('tiJo').refusal(many(table, 1))).toMatchObject({
        code: 'PT429',
        hint: 'too_many_tries',
      });
      await as('kesner').query(many(table, 1));
    })(),
  );

  test(
    'a whole address has a limit too, and its hash is forgotten; moderators and the server have none',
    onStage(async (as) => {
      const town = { 'request.client_address': '203.0.113.9' };
      await as('house').query(`select private.forget_yesterday()`);
      await as('tiJo', town).query(many('posts', 60));
      await as('house').query(
        `update private.rate_limits set times = 600 where action = 'forum_post' and who <> $1`,
        idOf.tiJo,
      );
      expect((await as('kesner', town).refusal(many('posts', 1))).hint).toBe('too_many_tries');
      await as('kesner', { 'request.client_address': '203.0.113.10' }).query(many('posts', 1));
      await as('moderator', town).query(many('posts', 1));
      await as('house').query(many('posts', 100));
      expect(
        await as('house').query(`select from private.rate_limits r where r::text like '%203.0.113%'`),
      ).toEqual([]);
    }),
  );

  test(
    'edits and reports are counted as well',
    onStage(async (as) => {
      const used = (action: string, who: Member, times: number) =>
        as('house').query(
          `update private.rate_limits set times = $3 where action = $1 and who = $2`,
          action,
          idOf[who],
          times,
        );
      const edit = (actor: Actor, text: string) =>
        actor.refusal('select edit_post($1, $2)', thing.post, text);
      await as('mimose').query('select edit_post($1, $2)', thing.post, 'En');
      await used('forum_edit', 'mimose', 60);
      expect((await edit(as('mimose'), 'De')).hint).toBe('too_many_tries');
      await as('tiJo').query(`select report('post', $1, 'spam')`, thing.post);
      await used('forum_report', 'tiJo', 20);
      const report = await as('tiJo').refusal(`select report('topic', $1, 'spam')`, thing.topic);
      expect(report.hint).toBe('too_many_tries');
    }),
  );
});
