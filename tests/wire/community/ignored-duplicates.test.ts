import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../support/account-people.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/*
 * A row that the database drops as a duplicate must change nothing: no count, no notification, no search entry. The tables, and
 * the keys that a client can name, are read from the catalogue.
 */
let server: TestServer;
let member: Awaited<ReturnType<typeof register>>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  member = await register(server);
  tokens.member = member.token;
  tokens.admin = await server.token({ sub: idOf.admin, role: 'authenticated', aud: 'authenticated' });
});
afterAll(() => server.close());

interface Target {
  name: string;
  /** What a member can write. */
  columns: string[];
  /** Unique keys of such columns. */
  keys: string[][];
}

async function findTargets(): Promise<Target[]> {
  return server.database.query<Target & Record<string, unknown>>(`
    select c.relname as name, w.columns, coalesce((
      select json_agg(k.columns) from (
        select (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) as columns
        from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null
          and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)
            and not has_column_privilege('authenticated', c.oid, a.attnum, 'insert'))) k), '[]') as keys
    from pg_class c cross join lateral (
      select json_agg(a.attname) as columns from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) w
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and w.columns is not null order by 1`);
}

/** Jobs that something enqueued, without those that repeat anyway. */
const countJobs = async (): Promise<number> =>
  (await server.database.query('select from private.jobs where repeat_every is null')).length;

/** A hash of every table, when no job waits. Counted tries are no effect: they limit the sender alone. */
async function everything(): Promise<Record<string, string>> {
  await expect.poll(countJobs, { timeout: 20_000 }).toBe(0);
  const tables = await server.database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private', 'realtime', 'storage')
        and c.relname not in ('rate_limits', 'daily_salts', 'jobs') order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, '' order by t::text)) as hash from ${name} t`,
  );
  const rows = await server.database.query<{ name: string; hash: string }>(hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

async function send(who: string, table: string, row: object, resolution: string, key: string[]) {
  const answer = await fetch(`${server.url}/rest/v1/${table}?on_conflict=${key.join(',')}`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${tokens[who]}`,
      'content-type': 'application/json',
      prefer: `resolution=${resolution},return=representation`,
    },
    body: JSON.stringify(row),
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}

/** Somebody else's row, with what a member can write, in the member's own name. */
async function copyOf({ name, columns }: Target, id: string): Promise<Record<string, unknown> | undefined> {
  const [found] = await server.database.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from public.${name} t limit 1`,
  );
  if (!found) return undefined;
  const row = Object.fromEntries(columns.map((column) => [column, found.row[column]]));
  return columns.includes('user_id') ? { ...row, user_id: id } : row;
}

describe('a row with the id of somebody else’s', () => {
  test.each([
    ['member', 'ignore-duplicates'],
    ['member', 'merge-duplicates'],
    ['admin', 'ignore-duplicates'],
  ])('sent by the %s with %s changes nothing, in every table', async (who, resolution) => {
    const id = who === 'admin' ? idOf.admin : member.id;
    const targets = (await findTargets()).filter(({ keys }) => keys.length > 0);
    expect(targets.map(({ name }) => name)).toContain('forum_posts');
    const before = await everything();
    for (const target of targets) {
      const row = await copyOf(target, id);
      for (const key of target.keys) {
        // A key with the writer's own id cannot be somebody else's.
        if (!row || key.includes('user_id')) continue;
        await send(who, target.name, row, resolution, key);
        expect(await everything(), `${target.name} (${key})`).toEqual(before);
      }
    }
  });
});

test('a reply with the id of somebody else’s post is dropped, and its topic keeps its count', async () => {
  const [post] = await server.database.query<{ id: string; topic_id: string }>(
    'select p.id, p.topic_id from forum_posts p join forum_topics t on t.id = p.topic_id where not t.locked limit 1',
  );
  const topic = () =>
    server.database.query('select reply_count, last_activity_at::text from forum_topics where id = $1', [
      post?.topic_id,
    ]);
  const before = await topic();
  const row = { id: post?.id, topic_id: post?.topic_id, content: 'Wi', user_id: member.id };
  expect(await send('member', 'forum_posts', row, 'ignore-duplicates', ['id'])).toMatchObject({ body: [] });
  expect(await topic()).toEqual(before);
});

test('what a member sends twice is stored and counted once', async () => {
  const film = 'f1000000-0000-4000-8000-000000000004';
  const [review] = await server.database.query<{ id: string }>(
    'select id from reviews where user_id <> $1 order by id limit 1',
    [member.id],
  );
  const [post] = await server.database.query<{ id: string }>(
    'select id from forum_posts where user_id <> $1 and hidden_at is null order by id limit 1',
    [member.id],
  );
  const rows: Record<string, [object, string[]]> = {
    reviews: [{ movie_id: film, user_id: member.id, rating: 5 }, ['movie_id', 'user_id']],
    review_votes: [{ review_id: review?.id, user_id: member.id }, ['review_id', 'user_id']],
    forum_reactions: [
      { post_id: post?.id, user_id: member.id, kind: 'heart' },
      ['post_id', 'user_id', 'kind'],
    ],
    watchlist: [{ movie_id: film, user_id: member.id }, ['user_id', 'movie_id']],
    terms_acceptances: [{ version: '2026-11', user_id: member.id }, ['user_id', 'version']],
  };
  const own = (await findTargets()).filter(({ keys }) => keys.some((key) => key.includes('user_id')));
  expect(own.map(({ name }) => name)).toEqual(Object.keys(rows).toSorted());
  for (const [table, [row, key]] of Object.entries(rows)) {
    await send('member', table, row, 'ignore-duplicates', key);
    const before = await everything();
    expect(await send('member', table, row, 'ignore-duplicates', key), table).toMatchObject({ body: [] });
    expect(await everything(), table).toEqual(before);
  }
});

test('several replies in one request are counted each, in order', async () => {
  const [topic] = await server.database.query<{ id: string; reply_count: number }>(
    'select id, reply_count from forum_topics where not locked limit 1',
  );
  const rows = ['youn', 'de', 'twa'].map((content) => ({ topic_id: topic?.id, content, user_id: member.id }));
  const { body } = await send('member', 'forum_posts', rows, 'ignore-duplicates', ['id']);
  const times = (body as { created_at: string }[]).map(({ created_at }) => created_at);
  expect(new Set(times).size).toBe(3);
  expect(times).toEqual(times.toSorted());
  const [after] = await server.database.query<{ reply_count: number; last: boolean }>(
    `select reply_count, last_activity_at = (select max(created_at) from forum_posts where topic_id = $1) as last
      from forum_topics where id = $1`,
    [topic?.id],
  );
  expect(after).toEqual({ reply_count: Number(topic?.reply_count) + 3, last: true });
});
