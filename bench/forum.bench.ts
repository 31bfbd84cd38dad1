import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Identity } from '../platform/src/database/database.ts';
import { createRealtime } from '../platform/src/realtime/create-realtime.ts';
import { createRest, type Rest } from '../platform/src/rest/create-rest.ts';
import { loadSigningKeys } from '../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../platform/src/tokens/verify-token.ts';
import { onPostgres } from './bench-databases.ts';
import { BUSY_TOPIC, busyPostsAt, fillForumWorld, memberOf, topicsAt } from './forum-world.ts';
import { gather } from './gather-crowd.ts';
import { growthTable, measureInTurns } from './growth.ts';

/**
 * The forum at three sizes on PostgreSQL: pages and posting through the Data API, each beside a bare handler with the
 * SQL one would write by hand, in the same run. What counts is the growth; a deep page must cost what the first costs.
 */
const SIZES = (process.env.BENCH_POSTS ?? '1000,100000,1000000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const READERS = Number(process.env.SUBSCRIBERS ?? 1_000);
const LIVE = 20;

interface Place {
  posts: number;
  database: Database;
  rest: Rest;
}
/** One query against one database; the round chooses the member, so that nobody reaches their rate limit. */
type Ask = (place: Place, round: number) => Promise<unknown>;

const visitor: Identity = { role: 'anon', claims: { role: 'anon' } };
const member = (n: number): Identity => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub: memberOf(n) },
});

async function through(rest: Rest, path: string, identity: Identity, init: RequestInit = {}): Promise<void> {
  const response = await rest.handle(new Request(`http://lakou.test/rest/v1/${path}`, init), identity);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
const ours =
  (path: (posts: number) => string): Ask =>
  ({ rest, posts }) =>
    through(rest, path(posts), visitor);
const bare =
  (text: string, values: (posts: number) => (string | null)[]): Ask =>
  ({ database, posts }) =>
    database.run([{ text, name: text.slice(0, 60), values: values(posts) }], { as: visitor, readOnly: true });

const TOPICS = `select json_agg(x) from (
  select t.id, t.title, left(t.content, 300) as preview, t.created_at, t.views, t.reply_count, p.username, p.avatar_url
  from (select * from public.forum_topics order by created_at desc limit 10 offset $1) t
    left join public.profiles p on p.id = t.user_id) x`;
const REPLIES = `select json_agg(x) from (
  select r.id, r.content, r.created_at, p.username, p.avatar_url
  from (select * from public.forum_posts where topic_id = '${BUSY_TOPIC}' order by created_at limit 20 offset $1) r
    left join public.profiles p on p.id = r.user_id) x`;
const lastPage = (entries: number, size: number) => Math.max(Math.ceil(entries / size), 1);
const lastTopics = (posts: number) => lastPage(topicsAt(posts), 10);
const lastReplies = (posts: number) => lastPage(busyPostsAt(posts), 20);
const SPEC_PAGE = 'forum_topics?select=*,profiles(*),forum_posts(count)&order=created_at.desc&limit=10';

const questions: Record<string, Ask> = {
  'forum, page 1': ours(() => 'rpc/forum_page?page=1'),
  '· bare SQL': bare(TOPICS, () => ['0']),
  'forum, last page': ours((posts) => `rpc/forum_page?page=${lastTopics(posts)}`),
  '· bare SQL, by offset': bare(TOPICS, (posts) => [String((lastTopics(posts) - 1) * 10)]),
  'topic, page 1': ours(() => `rpc/topic_page?topic_id=${BUSY_TOPIC}`),
  '· bare SQL ': bare(REPLIES, () => ['0']),
  'topic, last page': ours((posts) => `rpc/topic_page?topic_id=${BUSY_TOPIC}&page=${lastReplies(posts)}`),
  '· bare SQL, by offset ': bare(REPLIES, (posts) => [String((lastReplies(posts) - 1) * 20)]),
  'a reply': ({ rest }, round) => {
    const [topic_id, user_id] = [BUSY_TOPIC, memberOf(round)];
    const body = JSON.stringify({ id: crypto.randomUUID(), topic_id, user_id, content: 'Mwen dakò.' });
    const headers = { 'content-type': 'application/json' };
    return through(rest, 'forum_posts', member(round), { method: 'POST', headers, body });
  },
  '· bare SQL, under the same policies': ({ database }, round) =>
    database.run(
      [
        {
          text: 'insert into public.forum_posts (id, topic_id, user_id, content) values ($1, $2, $3, $4)',
          values: [crypto.randomUUID(), BUSY_TOPIC, memberOf(round), 'Mwen dakò.'],
        },
      ],
      { as: member(round) },
    ),
  "the specification's own call, page 1: counts every reply of ten topics": ours(() => SPEC_PAGE),
};

/** One database per size, all open at once and measured in turns, so that a busy moment of the machine hits all. */
function measure(places: Place[] = []): Promise<string> {
  return onPostgres(async (server, database) => {
    const posts = SIZES[places.length] ?? 0;
    const started = performance.now();
    await fillForumWorld(database, posts);
    console.error(`${posts} posts in ${Math.round((performance.now() - started) / 1000)} s`);
    const rest = await createRest({ database });
    try {
      const all = [...places, { posts, database, rest }];
      if (all.length < SIZES.length) return await measure(all);
      const medians = await measureInTurns(all, questions, ROUNDS);
      const table = growthTable(`The forum on ${server}`, medians, {
        sizes: SIZES,
        of: 'posts',
        rounds: ROUNDS,
      });
      return `${table}\n${await live(server, database)}`;
    } finally {
      await rest.close();
    }
  });
}

/** From a reply in the largest forum to the pages of a thousand readers; its rival is a broadcast without a database. */
async function live(place: string, database: Database): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
  const keys = await loadSigningKeys({ folder });
  const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }) };
  const realtime = await createRealtime({ database, callers, report: console.error });
  const server = createServer((_request, response) => response.writeHead(404).end());
  realtime.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/realtime/v1/websocket`;
  const rows: string[] = [];
  for (const what of ['a reply', 'a broadcast, no database']) {
    const speak = what === 'a reply' ? 0 : LIVE;
    const crowd = await gather({ url, apikey: keys.anonKey, people: READERS, tokens: [keys.anonKey], speak });
    for (let n = 0; speak === 0 && n < LIVE; n += 1) {
      await database.run(
        [
          {
            text: 'insert into public.forum_posts (topic_id, user_id, content) values ($1, $2, $3)',
            values: [BUSY_TOPIC, memberOf(500 + n), String(Date.now())],
          },
        ],
        { as: member(500 + n) },
      );
      await sleep(150);
    }
    const { p50, p99, most, received } = await crowd.result(READERS * LIVE);
    rows.push(`| ${what} | ${p50} | ${p99} | ${most} | ${received} of ${READERS * LIVE} |`);
  }
  await realtime.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  return `### A live change reaching ${READERS.toLocaleString('en')} readers on ${place}

Milliseconds from the write to each reader, ${LIVE} one after the other; the readers share the server's machine.

| what | p50 | p99 | slowest | arrived |
|---|---:|---:|---:|---:|
${rows.join('\n')}
`;
}

console.log(await measure());
