import type { Database } from '../platform/src/database/database.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';

const MEMBERS = 1_000;
const memberId = (n: string) =>
  `('00000000-0000-4000-8000-' || lpad(to_hex(1048576 + (${n}) % ${MEMBERS}), 12, '0'))::uuid`;
const topicId = (n: string) => `('00000000-0000-4000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The same in TypeScript. */
export const memberOf = (n: number) =>
  `00000000-0000-4000-8000-${(1_048_576 + (n % MEMBERS)).toString(16).padStart(12, '0')}`;
/** A tenth of all replies are here; the others are nine or so to a topic. */
export const BUSY_TOPIC = '00000000-0000-4000-9000-000000000001';
export const topicsAt = (posts: number) => posts / 10;
export const busyPostsAt = (posts: number) => posts / 10;

/** A forum of this many replies in a tenth as many topics, of the last five years. */
export async function fillForumWorld(database: Database, posts: number): Promise<void> {
  await prepareDatabase(database, { demo: false });
  const run = (text: string) => database.run([{ text, values: [] }], { timeoutMs: 600_000 });
  const topics = topicsAt(posts);
  await run(`insert into auth.users (id, email) select ${memberId('n')}, 'bench' || n || '@lakou.test'
    from generate_series(0, ${MEMBERS - 1}) n`);
  // Bulk inserts run without triggers; the result is the same.
  const indexes = await database.query<{ name: string; definition: string }>(
    `select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('forum_topics', 'forum_posts') and indexname not like '%pkey'`,
  );
  for (const { name } of indexes) await run(`drop index ${name}`);
  for (const table of ['forum_topics', 'forum_posts'])
    await run(`alter table public.${table} disable trigger all`);
  await run(`insert into public.forum_topics (id, title, content, user_id, created_at, reply_count, last_activity_at)
    select ${topicId('n')}, 'Topic ' || n, repeat('What do you think? ', 10), ${memberId('n')},
      now() - interval '5 years' * n / ${topics + 1}, 0, now() - interval '5 years' * n / ${topics + 1}
    from generate_series(1, ${topics}) n`);
  await run(`insert into public.forum_posts (topic_id, user_id, content, created_at)
    select case when n % 10 = 0 then '${BUSY_TOPIC}' else ${topicId(`1 + n % ${topics}`)} end, ${memberId('n * 7')},
      repeat('I think so too. ', 8), now() - interval '4 years' * (${posts} - n) / ${posts}
    from generate_series(1, ${posts}) n`);
  for (const table of ['forum_topics', 'forum_posts'])
    await run(`alter table public.${table} enable trigger all`);
  for (const { definition } of indexes) await run(definition);
  await run(`update public.forum_topics t set reply_count = c.posts, last_activity_at = c.last
    from (select topic_id, count(*) as posts, max(created_at) as last from public.forum_posts group by 1) c
    where c.topic_id = t.id`);
  await run('select private.recount_forum()');
  await run('analyze');
}
