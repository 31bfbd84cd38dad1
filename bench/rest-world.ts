import type { Database } from '../platform/src/database/database.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';

export const MOVIES = 5_000;
export const TOPICS = 10_000;
export const MEMBER = '00000000-0000-4000-8000-00000000b001';

/** Lakou's schema with enough rows to be slow where something is wrong. */
export async function fillBenchWorld(database: Database): Promise<string[]> {
  await prepareDatabase(database, { demo: false });
  await database.transaction(async (transaction) => {
    await transaction.script(`
      insert into auth.users (id, email)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(45056 + n), 12, '0'))::uuid, 'bench' || n || '@lakou.test'
      from generate_series(1, 200) n on conflict do nothing;
      insert into public.movies (title, description, thumbnail_url, duration, release_date, genre, director, published,
        is_free, is_purchasable, is_rentable, purchase_price, rental_price, created_at)
      select 'Film ' || n, repeat('A quiet story about people who wait for rain. ', 6), '/posters/' || n || '.webp',
        60 + n % 90, date '1980-01-01' + n, array['Drama', 'Comedy'], 'Director ' || n % 300, true,
        n % 5 = 0, n % 2 = 0, n % 3 = 0, 9.99, 4.99, now() - n * interval '1 hour'
      from generate_series(1, ${MOVIES}) n;
      -- Each row would notify and index; none of that is read here.
      alter table public.forum_topics disable trigger all;
      alter table public.forum_posts disable trigger all;
      insert into public.forum_topics (title, content, user_id, created_at)
      select 'Topic ' || n, repeat('What do you think? ', 10),
        ('00000000-0000-4000-8000-' || lpad(to_hex(45057 + n % 200), 12, '0'))::uuid, now() - n * interval '1 minute'
      from generate_series(1, ${TOPICS}) n;
      insert into public.forum_posts (topic_id, content, user_id)
      select t.id, 'I think so too', t.user_id from public.forum_topics t, generate_series(1, 3);
      alter table public.forum_topics enable trigger all;
      alter table public.forum_posts enable trigger all;
    `);
  });
  await database.transaction((transaction) => transaction.script('analyze'));
  const rows = await database.query<{ id: string }>('select id::text from public.movies limit 500');
  return rows.map(({ id }) => id);
}
