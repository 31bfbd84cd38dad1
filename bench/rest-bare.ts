import { createServer, type Server } from 'node:http';
import type { Database, Identity } from '../platform/src/database/database.ts';

/** Hand-written handlers for exactly these three pages: no parsing, no tokens, only the SQL. */
const CARDS = `select json_agg(m) from (
  select id, title, description, thumbnail_url, duration, release_date, genre, is_free, is_purchasable, is_rentable,
    purchase_price, rental_price, rating, review_count
  from public.movies where published = true order by created_at desc limit 24 offset $1) m`;
const TOPICS = `select json_agg(x) from (
  select t.id, t.title, t.created_at, t.views,
    (select row_to_json(a) from (select p.username, p.avatar_url from public.profiles p where p.id = t.user_id) a) as profiles,
    (select json_agg(c) from (select count(*) from public.forum_posts f where f.topic_id = t.id) c) as forum_posts
  from (select id, title, created_at, views, user_id from public.forum_topics order by created_at desc limit 10 offset $1) t) x`;
const MOVIE = 'select row_to_json(m) from (select * from public.movies where id = $1 and published = true) m';

export function serveBare(database: Database, member: Identity): Server {
  return createServer((request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    const as =
      request.headers['x-member'] === undefined ? { role: 'anon', claims: { role: 'anon' } } : member;
    const text = path === '/cards' ? CARDS : path === '/topics' ? TOPICS : MOVIE;
    database.run([{ text, name: `bare ${path}`, values: [query] }], { as, readOnly: true }).then(
      ([result]) => {
        const body = result?.rows[0]?.[0] ?? Buffer.from('[]');
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
        response.end(body);
      },
      (error: unknown) => {
        response.writeHead(500);
        response.end(String(error));
      },
    );
  });
}
