import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../contract/src/database-types.ts';
import { changesOf, type Row, subscribed, until } from '../../support/realtime-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** Many members at once, each with the official client, from one address. */
const size = process.env.LONG ? 200 : 40;

type Member = { id: string; client: SupabaseClient<Database> };
let server: TestServer;
let members: Member[];
beforeAll(async () => {
  server = await startTestServer();
  const ids = Array.from({ length: size + 1 }, () => crypto.randomUUID());
  await server.database.query(
    `insert into auth.users (id, email, aud, role, raw_user_meta_data)
      select id, 'foul-' || id || '@example.test', 'authenticated', 'authenticated', '{}' from unnest($1::uuid[]) id`,
    [ids],
  );
  members = await Promise.all(
    ids.map(async (id) => {
      const token = await server.token({ sub: id, role: 'authenticated', aud: 'authenticated' });
      return {
        id,
        client: createClient<Database>(server.url, server.anonKey, { accessToken: async () => token }),
      };
    }),
  );
});
afterAll(() => server?.close());

async function openTopic({ client, id: user_id }: Member, title: string): Promise<string> {
  const topic = { id: crypto.randomUUID(), title, content: 'Tout moun pale', user_id };
  expect((await client.from('forum_topics').insert(topic)).error).toBeNull();
  return topic.id;
}

async function waitingJobs(): Promise<number> {
  const jobs = await server.database.query(`select from private.jobs where kind = 'notify_followers'`);
  return jobs.length;
}

async function everyReply(topic_id: string, total: number) {
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(total / 20) + 1 }, (_, n) =>
      server.as('visitor').rpc('topic_page', { topic_id, page: n + 1 }),
    ),
  );
  return pages.flatMap(({ data }) => data ?? []);
}

describe(`${size} members who post at once`, () => {
  test('post once though they send twice: counts are exact, the order is kept, open pages receive each reply once', async () => {
    const [host, ...crowd] = members as [Member, ...Member[]];
    const topic_id = await openTopic(host, 'Foul la');
    const reader = server.as('visitor');
    const channel = reader.channel('foul');
    const received = changesOf(channel, {
      table: 'forum_posts',
      event: 'INSERT',
      filter: `topic_id=eq.${topic_id}`,
    });
    await subscribed(channel);

    const answers = await Promise.all(
      crowd.map(async ({ id: user_id, client }, n) => {
        const reply = { id: crypto.randomUUID(), topic_id, user_id, content: `Vwa ${n}` };
        const twice = [client.from('forum_posts').insert(reply), client.from('forum_posts').insert(reply)];
        return {
          id: reply.id,
          outcomes: (await Promise.all(twice)).map(({ error }) => error?.code ?? 'sent'),
        };
      }),
    );
    for (const { outcomes } of answers) expect(outcomes.toSorted()).toEqual(['23505', 'sent']);

    const { data: topic } = await reader.rpc('forum_topic', { topic_id }).single();
    expect(topic?.reply_count).toBe(size);
    const replies = await everyReply(topic_id, size);
    expect(replies.map(({ number }) => number)).toEqual(Array.from({ length: size }, (_, n) => n + 1));
    expect(new Set(replies.map(({ id }) => id))).toEqual(new Set(answers.map(({ id }) => id)));
    const { data: rows } = await reader
      .from('forum_posts')
      .select('id, created_at')
      .eq('topic_id', topic_id)
      .order('created_at');
    expect(
      rows?.map(({ id }) => id),
      'the order of time is the order of numbers',
    ).toEqual(replies.map(({ id }) => id));
    expect(new Set(rows?.map(({ created_at }) => created_at)).size).toBe(size);
    expect(Date.parse(topic?.last_activity_at ?? '')).toBe(Date.parse(rows?.at(-1)?.created_at ?? ''));

    await until(() => received.length >= size, 'every reply to be received');
    expect(
      received.map(({ new: row }) => (row as Row).id),
      'live, in the same order',
    ).toEqual(replies.map(({ id }) => id));
    await reader.removeAllChannels();

    const unread = () => host.client.from('notification_counts').select('unread').maybeSingle();
    await expect.poll(waitingJobs, { timeout: 20_000 }).toBe(0);
    expect((await unread()).data?.unread, 'one message about the whole crowd').toBe(1);
    const { data: notes } = await host.client.rpc('my_notifications');
    expect(notes).toMatchObject([{ kind: 'reply', more: size - 1 }]);
  });

  test('each create a topic: the forum’s count and pages are exact', async () => {
    const before = (await server.as('visitor').rpc('forum_count')).data ?? 0;
    const made = await Promise.all(members.slice(1).map((member, n) => openTopic(member, `Sijè ${n}`)));
    const { count } = await server
      .as('visitor')
      .from('forum_topics')
      .select('*', { count: 'exact', head: true });
    expect(count).toBe(before + size);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil((before + size) / 10) }, (_, n) =>
        server.as('visitor').rpc('forum_page', { page: n + 1 }),
      ),
    );
    const listed = pages.flatMap(({ data }) => data ?? []);
    expect(new Set(listed.map(({ total }) => total))).toEqual(new Set([before + size]));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(before + size);
    expect(new Set(listed.map(({ id }) => id)).isSupersetOf(new Set(made))).toBe(true);
  });
});

test('a mention raises the unread count of an open page, and reading it lowers it', async () => {
  const [host, friend] = members as [Member, Member];
  const { data: name } = await host.client.from('profiles').select('username').eq('id', friend.id).single();
  await friend.client.realtime.setAuth();
  const channel = friend.client.channel('header');
  const received = changesOf(channel, { table: 'notification_counts', filter: `user_id=eq.${friend.id}` });
  await subscribed(channel);
  const { data: before } = await friend.client.from('notification_counts').select('unread').maybeSingle();
  const topic_id = await openTopic(host, `Pou @${name?.username}`);
  await until(() => received.length === 1, 'the mention');
  expect(received).toMatchObject([{ new: { unread: (before?.unread ?? 0) + 1 } }]);
  expect((await friend.client.rpc('mark_topic_read', { topic_id })).error).toBeNull();
  await until(() => received.length === 2, 'the reading');
  expect(received[1]).toMatchObject({ new: { unread: before?.unread ?? 0 } });
  await friend.client.removeAllChannels();
});

test('the forum’s errors have a key and a fitting status', async () => {
  const [, member] = members as [Member, Member];
  const locked = await server.database.query<{ id: string }>(
    'select id from forum_topics where locked limit 1',
  );
  const user_id = member.id;
  const answers = [
    await member.client.from('forum_posts').insert({ topic_id: locked[0]?.id ?? '', user_id, content: 'Wi' }),
    await member.client.rpc('edit_post', { post_id: crypto.randomUUID(), content: 'Wi' }),
    await member.client.rpc('report_queue'),
    await server.as('visitor').rpc('my_notifications'),
  ];
  expect(answers.map(({ error, status }) => `${status} ${error?.hint ?? error?.code}`)).toEqual([
    '403 topic_locked',
    '404 no_longer_there',
    '403 no_access',
    '401 42501',
  ]);
  await server.database.query(`insert into private.suspensions (user_id, reason) values ($1, 'Bri')`, [
    user_id,
  ]);
  const refused = await member.client.from('forum_topics').insert({ title: 'Wi', content: 'Wi', user_id });
  expect(`${refused.status} ${refused.error?.hint}`).toBe('403 suspended');
});
