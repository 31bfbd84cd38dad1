import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '../../support/account-people.ts';
import { changesOf, type RowChange, subscribed, until } from '../../support/realtime-client.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/*
 * A deleted row is heard by those who could read it before, and by nobody else. The tables are read from the publication.
 */
let server: TestServer;
let victim: Awaited<ReturnType<typeof register>>;
const readers = {} as Record<'visitor' | 'stranger' | 'victim' | 'admin', SupabaseClient>;
const film = 'f1000000-0000-4000-8000-000000000004';

/** One row of each table, of a member with a private profile. The first column is the key. */
const rows: Record<string, (id: string) => string> = {
  forum_topics: (id) =>
    `(id, title, content, user_id) values ('${id}', 'Bonjou', 'Tout moun', '${victim.id}')`,
  forum_posts: (id) =>
    `(id, topic_id, content, user_id) select '${id}', t.id, 'Wi', '${victim.id}' from forum_topics t limit 1`,
  media_jobs: (id) =>
    `(id, movie_id, source_path, status) values ('${id}', '${film}', 'movies/x.mp4', 'done')`,
  subtitles: (id) =>
    `(id, movie_id, language, name, path) values ('${id}', '${film}', 'es', 'Español', 'subtitles/${id}.vtt')`,
  sign_videos: (id) => `(id, movie_id, language, path) values ('${id}', '${film}', 'ase', 'signs/${id}.mp4')`,
  orders: (id) =>
    `(id, user_id, transaction_type, media_type, movie_id, title, amount_minor)
      values ('${id}', '${victim.id}', 'rental', 'movie', '${film}', 'Yon fim', 300)`,
  user_purchases: (id) =>
    `(id, user_id, movie_id, title, amount, transaction_type) values ('${id}', '${victim.id}', '${film}', 'Yon fim', 3, 'purchase')`,
  subscriptions: (id) =>
    `(id, user_id, status, subscription_type, expires_at) values ('${id}', '${victim.id}', 'expired', 'monthly', now())`,
  notification_counts: () => `(user_id) values ('${victim.id}') on conflict do nothing`,
};

beforeAll(async () => {
  server = await startTestServer();
  victim = await register(server);
  const stranger = await register(server);
  await server.database.query('update private.profiles set is_public = false where id = $1', [victim.id]);
  const withToken = (token: string) =>
    createClient(server.url, server.anonKey, { accessToken: async () => token });
  readers.visitor = withToken(server.anonKey);
  readers.stranger = withToken(stranger.token);
  readers.victim = withToken(victim.token);
  readers.admin = withToken(
    await server.token({ sub: idOf.admin, role: 'authenticated', aud: 'authenticated' }),
  );
});
afterAll(async () => {
  for (const client of Object.values(readers)) await client.removeAllChannels();
  await server.close();
});

/** Everything that each reader hears of deletions. */
async function listen(): Promise<Record<string, RowChange[]>> {
  const heard: Record<string, RowChange[]> = {};
  for (const [who, client] of Object.entries(readers)) {
    const channel = client.channel(randomUUID());
    heard[who] = changesOf(channel, { event: 'DELETE' });
    await subscribed(channel);
  }
  return heard;
}

/** A deletion that everybody hears, after all before it. */
async function waitForAll(heard: RowChange[][]): Promise<void> {
  const id = randomUUID();
  await server.database.query(`insert into forum_topics (id, title, content) values ($1, 'x', 'x')`, [id]);
  await server.database.query('delete from forum_topics where id = $1', [id]);
  await until(
    () => heard.every((all) => all.some(({ old }) => (old as { id?: string }).id === id)),
    'the last deletion',
  );
}

test('a deletion in any published table reaches those who could read the row, and nobody else', async () => {
  const published = await server.database.query<{ name: string; key: string }>(
    `select p.tablename as name, a.attname as key from pg_publication_tables p
      join pg_index i on i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and i.indisprimary
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where p.pubname = 'supabase_realtime' order by 1`,
  );
  expect(published.map(({ name }) => name)).toEqual(Object.keys(rows).toSorted());
  const heard = await listen();
  const expected: Record<string, string[]> = { visitor: [], stranger: [], victim: [], admin: [] };
  for (const { name, key } of published) {
    const id = key === 'user_id' ? victim.id : randomUUID();
    await server.database.query(`insert into ${name} ${rows[name]?.(id)}`);
    for (const [who, client] of Object.entries(readers)) {
      const { data } = await client.from(name).select(key).eq(key, id);
      if (data?.length) expected[who]?.push(name);
    }
    await server.database.query(`delete from ${name} where ${key} = $1`, [id]);
  }
  await waitForAll(Object.values(heard));
  for (const [who, changes] of Object.entries(heard))
    expect(
      changes.slice(0, -1).map(({ table }) => table),
      who,
    ).toEqual(expected[who]);
  expect(expected.stranger).toEqual(['forum_posts', 'forum_topics']);
  expect(expected.victim).toContain('notification_counts');
  expect(expected.admin).toContain('media_jobs');
});

test('the id of a deleted member with a private profile is sent to nobody', async () => {
  const leaving = await register(server);
  await server.database.query('update private.profiles set is_public = false where id = $1', [leaving.id]);
  await server.database.query('insert into notification_counts (user_id) values ($1)', [leaving.id]);
  const { visitor = [], stranger = [], admin = [] } = await listen();
  await server.database.query('delete from auth.users where id = $1', [leaving.id]);
  await waitForAll([visitor, stranger, admin]);
  expect(JSON.stringify([visitor, stranger, admin])).not.toContain(leaving.id);
});
