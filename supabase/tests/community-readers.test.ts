import { describe, expect, test } from 'vitest';
import { MENTION } from '../../contract/src/community/limits.ts';
import { fixture } from './support/fixtures.ts';
import { runForumJobs } from './support/forum-jobs.ts';
import { idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

async function reply(as: As, person: Member, content = 'Wi', topic = fixture.topic): Promise<string> {
  const sql = 'insert into forum_posts (topic_id, content) values ($1, $2) returning id';
  const id = await as(person).value<string>(sql, topic, content);
  await runForumJobs(as);
  return id;
}
const notificationsOf = (as: As, person: Member) =>
  as(person).query<{
    id: string;
    kind: string;
    actor_username: string;
    more: number;
    read_at: string | null;
  }>('select id, kind, post_id, topic_title, actor_username, more, read_at from my_notifications()');
const kinds = async (as: As, person: Member) => (await notificationsOf(as, person)).map(({ kind }) => kind);
/** The count in the header, which must always equal the list. */
async function unread(as: As, person: Member): Promise<number> {
  const [row] = await as(person).query<{ unread: number }>('select unread from notification_counts');
  const listed = (await notificationsOf(as, person)).filter(({ read_at }) => read_at === null);
  expect(row?.unread ?? 0).toBe(listed.length);
  return listed.length;
}
const position = async (as: As, person: Member, topic = fixture.topic) =>
  (await as(person).query('select * from topic_position($1)', topic))[0];

describe('a list of topics', () => {
  const unreadTopics = (as: As, person: Member) =>
    as(person).query('select unread_topics($1)', [fixture.topic, fixture['topic of solange']]);

  test(
    'marks those that a member has read and that have newer replies, for nobody else',
    inTransaction(async (as) => {
      await as('tiJo').query('select mark_topic_read($1)', fixture.topic);
      expect(await unreadTopics(as, 'tiJo')).toEqual([]);
      await reply(as, 'kesner');
      expect(await unreadTopics(as, 'tiJo')).toEqual([{ unread_topics: fixture.topic }]);
      expect(await unreadTopics(as, 'solange')).toEqual([]);
      await as('tiJo').query('select mark_topic_read($1)', fixture.topic);
      expect(await unreadTopics(as, 'tiJo')).toEqual([]);
      expect((await as('visitor').refusal(`select unread_topics('{}')`)).code).toBe('42501');
    }),
  );

  test(
    'and notifications name members as others see them: a private one by username only',
    inTransaction(async (as) => {
      await as('owner').query(
        `update private.profiles set first_name = 'Jozèf', last_name = 'Pyè', is_public = id <> $1 where id = any ($2)`,
        idOf.solange,
        [idOf.tiJo, idOf.solange],
      );
      await reply(as, 'tiJo', 'Bonjou @mimose');
      await reply(as, 'solange', 'Bonswa @mimose');
      const names = await as('mimose').query<{ actor_full_name: string | null }>(
        `select actor_username, actor_full_name from my_notifications() where kind = 'mention'`,
      );
      expect(new Set(names.map(({ actor_full_name }) => actor_full_name))).toEqual(
        new Set(['Jozèf Pyè', null]),
      );
    }),
  );
});

describe('the member who opened a topic', () => {
  test(
    'is notified of replies once, and again after having looked',
    inTransaction(async (as) => {
      const first = await reply(as, 'tiJo');
      await reply(as, 'kesner');
      await reply(as, 'tiJo');
      expect(await notificationsOf(as, 'mimose')).toMatchObject([
        {
          kind: 'reply',
          post_id: first,
          topic_title: 'Ki fim?',
          actor_username: 'tijo',
          more: 2,
          read_at: null,
        },
      ]);
      expect(await unread(as, 'mimose')).toBe(1);
      await as('mimose').query('select mark_topic_read($1)', fixture.topic);
      expect(await unread(as, 'mimose')).toBe(0);
      await reply(as, 'kesner');
      expect(await unread(as, 'mimose')).toBe(1);
      expect(await kinds(as, 'mimose')).toEqual(['reply', 'reply']);
    }),
  );

  test(
    'is not notified of their own posts, nor after unfollowing; replying does not follow again',
    inTransaction(async (as) => {
      await reply(as, 'mimose');
      expect(await unread(as, 'mimose')).toBe(0);
      expect(await as('mimose').value('select follow_topic($1, false)', fixture.topic)).toBe(false);
      await reply(as, 'mimose');
      await reply(as, 'tiJo');
      expect(await unread(as, 'mimose')).toBe(0);
      expect(await position(as, 'mimose')).toMatchObject({ following: false });
      await as('mimose').query('select follow_topic($1)', fixture.topic);
      await reply(as, 'tiJo');
      expect(await unread(as, 'mimose')).toBe(1);
    }),
  );

  test(
    'who has read one of two notifications about a topic is notified again only about what is new',
    inTransaction(async (as) => {
      await reply(as, 'tiJo');
      await as('mimose').query('select mark_topic_read($1, 1)', fixture.topic);
      expect(await unread(as, 'mimose'), 'not read that far').toBe(1);
      await reply(as, 'tiJo');
      expect(await unread(as, 'mimose'), 'already notified').toBe(1);
      await as('mimose').query('select mark_topic_read($1, 2)', fixture.topic);
      expect(await unread(as, 'mimose')).toBe(0);
    }),
  );

  test(
    'has no notification about a deleted reply, and is notified of the next one',
    inTransaction(async (as) => {
      const post = await reply(as, 'tiJo');
      expect(await unread(as, 'mimose')).toBe(1);
      await as('tiJo').query('delete from forum_posts where id = $1', post);
      expect(await unread(as, 'mimose')).toBe(0);
      await reply(as, 'tiJo');
      expect(await unread(as, 'mimose')).toBe(1);
    }),
  );
});

describe('a member who replied', () => {
  test(
    'follows, as do members who chose to, and nobody else is notified',
    inTransaction(async (as) => {
      await as('solange').query('select follow_topic($1)', fixture.topic);
      await as('nadine').query('select mark_topic_read($1)', fixture.topic);
      await reply(as, 'tiJo');
      await reply(as, 'kesner');
      for (const person of ['tiJo', 'solange', 'mimose'] as const) {
        expect(await unread(as, person), person).toBe(1);
      }
      for (const person of ['nadine', 'kesner', 'admin'] as const) {
        expect(await unread(as, person), person).toBe(0);
      }
    }),
  );
});

describe('a mention', () => {
  const someone = `update private.profiles set username = case id when $1::uuid then 'Ti Jo' else 'été.9' end where id in ($1, $2)`;
  test(
    'notifies the member, once per text, in a reply, a topic, or an edit',
    inTransaction(async (as) => {
      const post = await reply(as, 'kesner', 'Bonjou @TiJo, e ou menm @nadine.');
      expect(await notificationsOf(as, 'tiJo')).toMatchObject([
        { kind: 'mention', post_id: post, actor_username: 'kesner' },
      ]);
      expect(await kinds(as, 'nadine'), 'the full stop is the sentence’s').toEqual(['mention']);
      await as('kesner').query('select edit_post($1, $2)', post, '@tijo @nadine @yvrose');
      expect([await unread(as, 'tiJo'), await unread(as, 'nadine'), await unread(as, 'yvrose')]).toEqual([
        1, 1, 1,
      ]);
      await as('kesner').query(`insert into forum_topics (title, content) values ('Pou @tijo', 'Wi')`);
      expect(await unread(as, 'tiJo')).toBe(2);
      expect(await notificationsOf(as, 'tiJo')).toContainEqual(
        expect.objectContaining({ kind: 'mention', post_id: null, topic_title: 'Pou @tijo' }),
      );
    }),
  );

  test(
    'of a member who follows the topic is one notification, not two',
    inTransaction(async (as) => {
      await reply(as, 'tiJo', '@mimose wi');
      expect(await kinds(as, 'mimose')).toEqual(['mention']);
    }),
  );

  test(
    'inside a quote, code or an address notifies nobody, and neither does one’s own name',
    inTransaction(async (as) => {
      await reply(
        as,
        'kesner',
        '> @tijo te di\n`@tijo`\n```\n@tijo\n```\nekri tijo@tijo.ht oswa x/@tijo @kesner @pèsonn',
      );
      expect(await unread(as, 'tiJo')).toBe(0);
      expect(await unread(as, 'kesner')).toBe(0);
    }),
  );

  test(
    'reaches names with blanks and accents as the completion writes them, and the screen sees what the database sees',
    inTransaction(async (as) => {
      await as('owner').query(someone, idOf.tiJo, idOf.nadine);
      const mentions = await as('kesner').query<{ mention: string }>(
        `select mention from suggest_members('ti') union all select mention from suggest_members('ÉTÉ.')`,
      );
      const text = `${mentions.map(({ mention }) => mention).join(' ak ')}!`;
      expect(text).toBe('@"Ti Jo" ak @été.9!');
      expect([...text.matchAll(MENTION)].map(([, quoted, plain]) => quoted ?? plain)).toEqual([
        'Ti Jo',
        'été.9',
      ]);
      await reply(as, 'kesner', text);
      expect([await unread(as, 'tiJo'), await unread(as, 'nadine')]).toEqual([1, 1]);
    }),
  );

  test(
    'notifies at most ten members at once',
    inTransaction(async (as) => {
      const names = await as('owner').query<{ username: string }>(
        'select username from private.profiles where id <> $1 and id <> $2 order by 1',
        idOf.kesner,
        idOf.mimose,
      );
      expect(names.length).toBeGreaterThan(10);
      const before = await as('owner').value<number>('select count(*)::int from private.notifications');
      await reply(
        as,
        'kesner',
        names.map(({ username }) => `@${username}`).join(' '),
        fixture['topic of solange'],
      );
      const after = await as('owner').value<number>(
        `select count(*)::int from private.notifications where kind = 'mention'`,
      );
      expect(after - before).toBe(10);
    }),
  );
});

describe('completing a username', () => {
  const suggest = async (as: As, prefix: string, topic: string | null = null) =>
    (
      await as('kesner').query<{ username: string }>(
        'select username from suggest_members($1, $2)',
        prefix,
        topic,
      )
    ).map(({ username }) => username);
  test(
    'offers public members, and private ones only where they have spoken',
    inTransaction(async (as) => {
      expect(await suggest(as, 'Mi')).toEqual(['mimose']);
      expect(await suggest(as, 'sol')).toEqual([]);
      expect(await suggest(as, 'sol', fixture.topic)).toEqual([]);
      expect(await suggest(as, 'sol', fixture['topic of solange'])).toEqual(['solange']);
      await reply(as, 'solange');
      expect(await suggest(as, 'sol', fixture.topic)).toEqual(['solange']);
      expect(await suggest(as, '')).toEqual([]);
      expect(await suggest(as, '%')).toEqual([]);
      expect((await as('visitor').refusal(`select suggest_members('m')`)).code).toBe('42501');
    }),
  );
});

describe('going on reading', () => {
  test(
    'starts after the last reply that was read, also when some are gone',
    inTransaction(async (as) => {
      expect(await position(as, 'nadine')).toEqual({
        following: false,
        read_count: 0,
        total: 1,
        first_unread_id: fixture.post,
        first_unread_number: 1,
      });
      const posts: string[] = [];
      for (let n = 0; n < 6; n += 1) posts.push(await reply(as, 'tiJo', `Wi ${n}`));
      await as('nadine').query('select mark_topic_read($1, 3)', fixture.topic);
      await as('nadine').query('select mark_topic_read($1, 2)', fixture.topic);
      expect(await position(as, 'nadine'), 'never backwards').toMatchObject({
        read_count: 3,
        total: 7,
        first_unread_id: posts[2],
        first_unread_number: 4,
      });
      await as('tiJo').query('delete from forum_posts where id = any ($1)', [posts[0], posts[2]]);
      expect(await position(as, 'nadine')).toMatchObject({
        read_count: 2,
        total: 5,
        first_unread_id: posts[3],
      });
      await as('nadine').query('select mark_topic_read($1)', fixture.topic);
      expect(await position(as, 'nadine')).toMatchObject({ read_count: 5, first_unread_id: null });
      expect(await position(as, 'nadine', idOf.nadine)).toBeUndefined();
    }),
  );
});

describe('notifications', () => {
  test(
    'are marked as read one by one or all at once, and only by their owner',
    inTransaction(async (as) => {
      await reply(as, 'tiJo', '@mimose');
      await reply(as, 'tiJo', '@mimose ankò');
      const ids = (await notificationsOf(as, 'mimose')).map(({ id }) => id);
      expect(await as('kesner').value('select mark_notifications_read($1)', ids)).toBe(0);
      expect(await unread(as, 'mimose')).toBe(2);
      expect(await as('mimose').value('select mark_notifications_read($1)', ids.slice(0, 1))).toBe(1);
      expect(await as('mimose').value('select mark_notifications_read()')).toBe(0);
      expect(await unread(as, 'mimose')).toBe(0);
      const page = await as('mimose').query<{ id: string }>('select id from my_notifications(null, 1)');
      expect(page).toHaveLength(1);
    }),
  );

  test(
    'are nobody else’s, and count only what is still there',
    inTransaction(async (as) => {
      await reply(as, 'tiJo');
      expect(await as('tiJo').query('select * from notification_counts')).toEqual([]);
      expect(await notificationsOf(as, 'tiJo')).toEqual([]);
      expect((await as('visitor').refusal('select my_notifications()')).code).toBe('42501');
      await as('moderator').query('delete from forum_topics where id = $1', fixture.topic);
      expect(await unread(as, 'mimose')).toBe(0);
      await reply(as, 'tiJo', 'Wi', fixture['topic of solange']);
      await as('owner').query('delete from auth.users where id = $1', idOf.tiJo);
      expect(await notificationsOf(as, 'solange')).toMatchObject([{ kind: 'reply', actor_username: null }]);
    }),
  );
});
