import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../contract/src/database-types.ts';
import type { TestServer } from '../test-server.ts';

export const CROWD_SIZE = process.env.LONG ? 16 : 6;

interface CrowdMember {
  id: string;
  session: string;
  client: SupabaseClient<Database>;
  /** Calls one of supabase/functions. */
  call(name: string, body?: object): Promise<Response>;
}

/** One request of one client: `member` and `admin` are different people. */
export interface Turn {
  /** Which client, from 0. */
  n: number;
  /** Unique in the run. */
  id: string;
  member: CrowdMember;
  admin: CrowdMember;
  /** One person with as many devices: the author of the topic, and the buyer. */
  host: CrowdMember;
  service: CrowdMember;
  server: TestServer;
  /** Rows that everybody writes to. */
  shared: Record<SharedRow, string>;
}

export type Write = (turn: Turn) => PromiseLike<{ status: number }>;

const sharedRows = {
  film: `insert into movies (title, published, is_purchasable, is_rentable, purchase_price, rental_price) values ('Foul', true, true, true, 12, 4) returning id`,
  'free film': `select id from movies where published and is_free and has_video order by id limit 1`,
  series: `insert into series (title, published) values ('Foul', true) returning id`,
  episode: `insert into episodes (series_id, season_number, episode_number, title)
    select id, 1, 1, 'Foul' from series where title = 'Foul' returning id`,
  topic: `insert into forum_topics (title, content, user_id) select 'Foul', 'Foul', id from auth.users where email = 'crowd-0@example.test' returning id`,
  post: `insert into forum_posts (topic_id, content, user_id) select t.id, 'Foul', t.user_id from forum_topics t where title = 'Foul' returning id`,
  'topic category': `insert into forum_categories (name) values ('Foul') returning id`,
  'film category': `insert into movie_categories (name) values ('Foul') returning id`,
  banner: `insert into banners (image_url) values ('/storage/v1/object/public/banners/foul.avif') returning id`,
  'featured film': `insert into featured_films (banner_url) values ('/storage/v1/object/public/banners/foul.avif') returning id`,
  subtitle: `insert into subtitles (movie_id, language, name, path) select id, 'ht', 'Foul', 'subtitles/foul.vtt' from movies where title = 'Foul' returning id`,
  message: `insert into contact_messages (name, email, subject, message) values ('Foul', 'foul@example.test', 'Foul moun', 'Yon mesaj pou tout moun') returning id`,
  order: `insert into orders (user_id, transaction_type, media_type, movie_id, title, amount_minor)
    select u.id, 'purchase', 'movie', m.id, 'Foul', 1200 from auth.users u, movies m
    where u.email = 'crowd-0@example.test' and m.title = 'Foul' returning id`,
  plan: `insert into orders (user_id, transaction_type, plan, title, amount_minor)
    select id, 'subscription', 'monthly', 'Foul', 399 from auth.users where email = 'crowd-1@example.test' returning id`,
  subscription: `insert into subscriptions (user_id, status, subscription_type, expires_at, provider)
    select id, 'active', 'monthly', now() + interval '1 year', 'granted' from auth.users where email = 'crowd-${CROWD_SIZE - 1}@example.test' returning id`,
  upload: `insert into storage.objects (bucket_id, name) values ('movies', 'foul.mp4') returning id`,
  'media job': `insert into media_jobs (movie_id, source_path, status) select id, 'foul.mp4', 'failed' from movies where title = 'Foul' returning id`,
  'deleted row': `insert into private.deleted_rows (table_name, row_id, label, whole_row, dependents)
    select 'banners', b.id, 'Foul', to_jsonb(b) || '{"id": "00000000-0000-4000-9000-0000000000ff"}', '{}' from banners b limit 1 returning id`,
  'discarded row': `insert into private.deleted_rows (table_name, row_id, label, whole_row, dependents)
    select 'banners', b.id, 'Foul', to_jsonb(b), '{}' from banners b limit 1 returning id`,
  'failed job': `insert into private.jobs (kind, status) values ('foul', 'failed') returning id`,
};
type SharedRow = keyof typeof sharedRows;

/** As many members and as many admins, each signed in with the official client, and the rows they fight over. */
export async function gatherCrowd(server: TestServer): Promise<(n: number) => Turn> {
  const [members, admins] = [await signIn(server, 'crowd'), await signIn(server, 'crew')];
  await server.database.query(`insert into admin_users (user_id, role) select unnest($1::uuid[]), 'admin'`, [
    admins.map(({ id }) => id),
  ]);
  const shared = {} as Record<SharedRow, string>;
  for (const [name, sql] of Object.entries(sharedRows)) {
    const [row] = await server.database.query<{ id: string }>(sql);
    if (!row) throw new Error(`the crowd has no ${name}`);
    shared[name as SharedRow] = String(row.id);
  }
  const service = crowdMember(server, await server.token({ role: 'service_role' }), {});
  return (n) => {
    const [host, member, admin] = [members[0], members[n], admins[n]];
    if (!host || !member || !admin) throw new Error(`nobody is number ${n}`);
    return { n, id: randomUUID(), member, admin, host, service, server, shared };
  };
}

async function signIn(server: TestServer, name: string): Promise<CrowdMember[]> {
  const people = Array.from({ length: CROWD_SIZE }, () => ({ id: randomUUID(), session: randomUUID() }));
  const ids = people.map(({ id }) => id);
  const sessions = people.map(({ session }) => session);
  await server.database.query(
    `insert into auth.users (id, email, aud, role, raw_user_meta_data, email_confirmed_at)
      select id, $2::text || '-' || n - 1 || '@example.test', 'authenticated', 'authenticated', '{}', now()
      from unnest($1::uuid[]) with ordinality x (id, n)`,
    [ids, name],
  );
  await server.database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      select session, id, now(), now(), 'aal1' from unnest($1::uuid[], $2::uuid[]) x (id, session)`,
    [ids, sessions],
  );
  await server.database.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select gen_random_uuid(), session, now(), now(), 'password' from unnest($1::uuid[]) session`,
    [sessions],
  );
  return Promise.all(
    people.map(async ({ id: sub, session: session_id }) => {
      const claims = { sub, session_id, role: 'authenticated', aud: 'authenticated', aal: 'aal1' };
      return crowdMember(server, await server.token(claims), { id: sub, session: session_id });
    }),
  );
}

function crowdMember(
  server: TestServer,
  token: string,
  { id = '', session = '' }: { id?: string; session?: string },
): CrowdMember {
  return {
    id,
    session,
    client: createClient<Database>(server.url, server.anonKey, { accessToken: async () => token }),
    call: (name, body = {}) =>
      fetch(`${server.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          apikey: server.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
  };
}
