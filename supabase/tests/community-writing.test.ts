import { describe, expect, test } from 'vitest';
import { fixture, general } from './support/fixtures.ts';
import { idOf, type Member } from './support/people.ts';
import { signedIn, withFactor } from './support/signed-in.ts';
import { type Actor, type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

const reply = 'insert into forum_posts (id, topic_id, content) values ($1, $2, $3) returning id, created_at';
const open = 'insert into forum_topics (id, title, content) values ($1, $2, $3)';
const id = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
const postOf = async (as: As, post = fixture.post) =>
  (await as('visitor').query('select * from forum_posts where id = $1', post))[0];
const suspend = (as: As, member: Member, until: string | null = null) =>
  as('moderator').query('select suspend_member($1, $2, $3)', idOf[member], 'Twòp bri', until);

describe('editing', () => {
  test(
    'one’s own reply changes it, marks it, and stores the previous text for moderators only',
    inTransaction(async (as) => {
      await as('mimose').query('select edit_post($1, $2)', fixture.post, '  Mwen chanje lide.\r\n');
      expect(await postOf(as)).toMatchObject({ content: 'Mwen chanje lide.', edited_at: expect.anything() });
      await as('mimose').query('select edit_post($1, $2)', fixture.post, 'Ankò.');
      const history = 'select content, edited_by from text_history($1, $2)';
      expect(await as('moderator').query(history, 'post', fixture.post)).toEqual([
        { content: 'Mwen chanje lide.', edited_by: 'mimose' },
        { content: 'Mwen renmen tout.', edited_by: 'mimose' },
      ]);
      for (const person of ['mimose', 'tiJo', 'editor'] as const) {
        expect((await as(person).refusal(history, 'post', fixture.post)).hint, person).toBe('no_access');
      }
      expect((await as('visitor').refusal(history, 'post', fixture.post)).code).toBe('42501');
    }),
  );

  test(
    'one’s own topic changes title and content, and what search finds',
    inTransaction(async (as) => {
      await as('mimose').query('select edit_topic($1, $2, $3)', fixture.topic, 'Tanbou', 'Ki tanbou?');
      expect(
        await as('visitor').query('select title, content from forum_topics where id = $1', fixture.topic),
      ).toEqual([{ title: 'Tanbou', content: 'Ki tanbou?' }]);
      expect(await as('visitor').query(`select title from search('tanbou')`)).toEqual([{ title: 'Tanbou' }]);
      expect(
        await as('admin').query('select title from text_history($1, $2)', 'topic', fixture.topic),
      ).toEqual([{ title: 'Ki fim?' }]);
    }),
  );

  test(
    'without a change leaves no mark',
    inTransaction(async (as) => {
      await as('mimose').query('select edit_post($1, $2)', fixture.post, ' Mwen renmen tout. ');
      expect(await postOf(as)).toMatchObject({ edited_at: null });
    }),
  );

  test(
    'is for the author alone, not even for admins',
    inTransaction(async (as) => {
      for (const person of ['tiJo', 'solange', 'moderator', 'admin'] as const) {
        const post = await as(person).refusal('select edit_post($1, $2)', fixture.post, 'Non');
        const topic = await as(person).refusal('select edit_topic($1, $2, $3)', fixture.topic, 'Non', 'Non');
        expect([post.hint, topic.hint], person).toEqual(['not_yours', 'not_yours']);
      }
      expect((await as('visitor').refusal('select edit_post($1, $2)', fixture.post, 'Non')).code).toBe(
        '42501',
      );
      expect((await as('mimose').refusal('select edit_post($1, $2)', id(99), 'Non')).hint).toBe(
        'no_longer_there',
      );
    }),
  );

  test(
    'stops when the topic is locked, except for a moderator’s own words',
    inTransaction(async (as) => {
      await as('moderator').query(reply, id(1), fixture.topic, 'Avètisman');
      await as('moderator').query('update forum_topics set locked = true where id = $1', fixture.topic);
      const refusals = [
        await as('mimose').refusal('select edit_post($1, $2)', fixture.post, 'Non'),
        await as('mimose').refusal('select edit_topic($1, $2, $3)', fixture.topic, 'Non', 'Non'),
      ];
      expect(refusals.map(({ hint }) => hint)).toEqual(['topic_locked', 'topic_locked']);
      await as('moderator').query('select edit_post($1, $2)', id(1), 'Dènye avètisman');
      expect(await postOf(as, id(1))).toMatchObject({ content: 'Dènye avètisman' });
    }),
  );

  test(
    'needs the second factor of a member who has one',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const half = await signedIn(as, 'mimose');
      const refusal = await half.refusal('select edit_post($1, $2)', fixture.post, 'Non');
      expect(refusal.hint).toBe('second_factor_needed');
    }),
  );
});

describe('sending twice', () => {
  test(
    'the same reply or topic is taken once, and recognised',
    inTransaction(async (as) => {
      await as('tiJo').query(reply, id(1), fixture.topic, 'Wi');
      await as('tiJo').query(open, id(2), 'Bonjou', 'Tout moun');
      const again = [
        await as('tiJo').refusal(reply, id(1), fixture.topic, 'Wi'),
        await as('tiJo').refusal(open, id(2), 'Bonjou', 'Tout moun'),
      ];
      for (const refusal of again) expect(refusal).toMatchObject({ code: '23505', hint: 'already_sent' });
      expect(
        await as('visitor').value('select reply_count from forum_topics where id = $1', fixture.topic),
      ).toBe(2);
    }),
  );

  test(
    'is recognised even when the topic was locked meanwhile, and reveals no text of others',
    inTransaction(async (as) => {
      await as('tiJo').query(reply, id(1), fixture.topic, 'Wi');
      await as('moderator').query('update forum_topics set locked = true where id = $1', fixture.topic);
      expect((await as('tiJo').refusal(reply, id(1), fixture.topic, 'Wi')).hint).toBe('already_sent');
      await as('moderator').query('update forum_topics set locked = false where id = $1', fixture.topic);
      expect(await as('kesner').refusal(reply, id(1), fixture.topic, 'Non')).toMatchObject({
        code: '23505',
        hint: undefined,
      });
      expect(await postOf(as, id(1))).toMatchObject({ content: 'Wi', user_id: idOf.tiJo });
    }),
  );

  test('at the same moment is taken once', async () => {
    const second = await world.concurrently(
      ['nadine', reply, id(50), fixture.topic, 'Wi'],
      ['nadine', reply, id(50), fixture.topic, 'Wi'],
    );
    expect(second).toMatchObject({ code: '23505', hint: 'already_sent' });
    await world.database.query('delete from forum_posts where id = $1', [id(50)]);
  });
});

test(
  'a member cannot give a topic or reply the id of another object',
  inTransaction(async (as) => {
    await as('tiJo').query(reply, id(1), fixture.topic, 'Wi');
    for (const taken of ['00000000-0000-0000-0000-000000000000', general, id(1)]) {
      expect(await as('tiJo').refusal(open, taken, 'Bonjou', 'Wi'), taken).toMatchObject({
        code: '23505',
        message: 'This id is taken',
      });
    }
    for (const taken of [general, fixture.topic, fixture['topic of solange']]) {
      expect((await as('admin').refusal(reply, taken, fixture.topic, 'Wi')).message, taken).toBe(
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
    inTransaction(async (as) => {
      const hints = [
        await as('tiJo').refusal(reply, id(1), fixture.topic, text),
        await as('tiJo').refusal(open, id(1), text, 'Tout moun'),
        await as('tiJo').refusal(open, id(1), 'Bonjou', text),
        await as('mimose').refusal('select edit_post($1, $2)', fixture.post, text),
      ].map(({ code, hint }) => `${code} ${hint}`);
      expect(hints).toEqual([inReply, inTitle, inContent, inReply].map((key) => `23514 ${key}`));
    })(),
  );

  test(
    'a title has one line; emoji, joined families and right-to-left words are welcome',
    inTransaction(async (as) => {
      expect((await as('tiJo').refusal(open, id(1), 'Bonjou\ntout', 'Wi')).hint).toBe('text_one_line');
      for (const [n, text] of ['👨‍👩‍👧 🇭🇹', 'שלום مرحبا', 'a\u202eb'].entries()) {
        await as('tiJo').query(reply, id(10 + n), fixture.topic, `${text}\r\nwi`);
        expect(await postOf(as, id(10 + n))).toMatchObject({ content: `${text}\nwi` });
      }
    }),
  );
});

describe('a suspended member', () => {
  const actions: [string, string][] = [
    ['open a topic', `insert into forum_topics (title, content) values ('Bonjou', 'Tout moun')`],
    ['reply', `insert into forum_posts (topic_id, content) values ('${fixture.topic}', 'Wi')`],
    ['edit a reply', `select edit_post('${fixture.post}', 'Non')`],
    ['edit a topic', `select edit_topic('${fixture.topic}', 'Non', 'Non')`],
    ['delete a reply', `delete from forum_posts where id = '${fixture.post}'`],
    ['delete a topic', `delete from forum_topics where id = '${fixture.topic}'`],
    ['report', `select report('topic', '${fixture['topic of solange']}', 'spam')`],
    ['start a title’s discussion', `select title_discussion('movie', '${fixture['free movie']}')`],
    ['review', `insert into reviews (movie_id, rating) values ('${fixture['free movie']}', 5)`],
    ['review a series', `insert into reviews (series_id, rating) values ('${fixture['free series']}', 5)`],
    ['vote for a review', `insert into review_votes (review_id) values ('${fixture.review}')`],
    [
      'react to a post',
      `insert into forum_reactions (post_id, kind) values ('${fixture['topic of solange']}', 'bravo')`,
    ],
    ['change a review', `update reviews set rating = 1 where id = '${fixture.review}'`],
  ];
  test.each(actions)('cannot %s', (_action, sql) =>
    inTransaction(async (as) => {
      await suspend(as, 'mimose');
      expect(await as('mimose').refusal(sql)).toMatchObject({ code: '42501', hint: 'suspended' });
    })(),
  );

  test(
    'reads, counts as a viewer, follows, and knows why',
    inTransaction(async (as) => {
      await suspend(as, 'mimose');
      const mimose = as('mimose');
      expect(await mimose.touches('select from forum_topics')).toBe(3);
      await mimose.query('select increment_topic_view($1)', fixture.topic);
      await mimose.query('select follow_topic($1)', fixture['topic of solange']);
      expect(await mimose.query('select reason, until from my_suspension()')).toEqual([
        { reason: 'Twòp bri', until: null },
      ]);
      expect(await as('tiJo').query('select * from my_suspension()')).toEqual([]);
    }),
  );

  test(
    'writes again when the time is over, or when it is lifted',
    inTransaction(async (as) => {
      await suspend(as, 'tiJo', '2999-01-01');
      expect((await as('tiJo').refusal(reply, id(1), fixture.topic, 'Wi')).hint).toBe('suspended');
      await as('owner').query(`update private.suspensions set until = now() - interval '1 second'`);
      await as('tiJo').query(reply, id(1), fixture.topic, 'Wi');
      await suspend(as, 'tiJo');
      expect((await as('tiJo').refusal(reply, id(2), fixture.topic, 'Wi')).hint).toBe('suspended');
      expect(await as('admin').value('select lift_suspension($1)', idOf.tiJo)).toBe(true);
      await as('tiJo').query(reply, id(2), fixture.topic, 'Wi');
    }),
  );
});

describe('how often', () => {
  const many = (table: 'topics' | 'posts', count: number) =>
    table === 'topics'
      ? `insert into forum_topics (title, content) select 'T ' || n, 'Wi' from generate_series(1, ${count}) n`
      : `insert into forum_posts (topic_id, content) select '${fixture.topic}', 'Wi' from generate_series(1, ${count}) n`;
  const limits = [
    ['topics', 30],
    ['posts', 60],
  ] as const;

  test.each(limits)('a member may write %s, at most %i in a while', (table, most) =>
    inTransaction(async (as) => {
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
    inTransaction(async (as) => {
      const town = { 'request.client_address': '203.0.113.9' };
      await as('owner').query(`select private.purge_expired('rate_limits', 100)`);
      await as('tiJo', town).query(many('posts', 60));
      await as('owner').query(
        `update private.rate_limits set times = 600 where action = 'forum_post' and who <> $1`,
        idOf.tiJo,
      );
      expect((await as('kesner', town).refusal(many('posts', 1))).hint).toBe('too_many_tries');
      await as('kesner', { 'request.client_address': '203.0.113.10' }).query(many('posts', 1));
      await as('moderator', town).query(many('posts', 1));
      await as('owner').query(many('posts', 100));
      expect(
        await as('owner').query(`select from private.rate_limits r where r::text like '%203.0.113%'`),
      ).toEqual([]);
    }),
  );

  test(
    'edits and reports are counted as well',
    inTransaction(async (as) => {
      const used = (action: string, who: Member, times: number) =>
        as('owner').query(
          `update private.rate_limits set times = $3 where action = $1 and who = $2`,
          action,
          idOf[who],
          times,
        );
      const edit = (actor: Actor, text: string) =>
        actor.refusal('select edit_post($1, $2)', fixture.post, text);
      await as('mimose').query('select edit_post($1, $2)', fixture.post, 'En');
      await used('forum_edit', 'mimose', 60);
      expect((await edit(as('mimose'), 'De')).hint).toBe('too_many_tries');
      await as('tiJo').query(`select report('post', $1, 'spam')`, fixture.post);
      await used('forum_report', 'tiJo', 20);
      const report = await as('tiJo').refusal(`select report('topic', $1, 'spam')`, fixture.topic);
      expect(report.hint).toBe('too_many_tries');
    }),
  );
});
