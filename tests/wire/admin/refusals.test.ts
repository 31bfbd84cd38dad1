import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../support/account-people.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { changesOf, subscribed, until } from '../../support/realtime-client.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/*
 * Everything that staff and the service role can do, tried over HTTP by callers who cannot. The targets are read
 * from the database, so that a new table, function or bucket is covered without being named here. Only the functions
 * open to everybody are named; a new one has to refuse these callers, or the test fails.
 */
const everybodysFunctions = [
  'is_admin', 'fn_check_admin_access', 'can_watch', 'search', 'list_titles', 'browse_titles', 'front_page_titles', 'count_titles', 'create_order',
  'create_subscription_order', 'order_to_pay', 'my_payments', 'my_sessions', 'revoke_session', 'download_my_data',
  'my_suspension', 'make_recovery_codes', 'recovery_codes_left', 'use_recovery_code', 'start_playback', 'end_playback',
  'my_streams', 'save_progress', 'mark_watched', 'next_episode', 'continue_watching', 'forum_page', 'forum_count',
  'forum_topic', 'topic_page', 'topic_position', 'post_place', 'text_history', 'title_topic', 'title_discussion',
  'edit_topic', 'edit_post', 'report', 'increment_topic_view', 'follow_topic', 'mark_topic_read', 'my_notifications',
  'mark_notifications_read', 'suggest_members', 'hidden_text', 'latest_replies', 'person_titles', 'similar_titles',
  'title_topic_id', 'unread_topics', 'has_role', 'list_title_access', 'lowest_bandwidth', 'my_notification_settings',
  'set_notification_settings', 'read_code', 'redeem_code', 'create_gift', 'my_gifts', 'resend_gift',
  'cancel_gift', 'create_pass_order', 'my_credit', 'read_receipt', 'my_agency', 'my_agent_entries', 'my_voucher_batches',
  'my_vouchers', 'sell_vouchers', 'apply_promotion', 'my_trials', 'create_bundle_order', 'read_bundle', 'title_bundles', 'issue_offline_licence', 'check_in_downloads', 'release_download',
  'my_download_devices', 'remove_download_device', 'list_download_sizes',
  'request_device_code', 'claim_device_session', 'read_device_code', 'answer_device_code',
]; // biome-ignore format: a list of names

const film = 'f1000000-0000-4000-8000-000000000004';
const series = '5e000000-0000-4000-8000-000000000003';

/** Rows that belong to somebody else or would be false. Tables that only the service role writes need none. */
const rows: Record<string, object> = {
  movies: { title: 'Pa m' },
  series: { title: 'Pa m' },
  episodes: { series_id: series, season_number: 9, episode_number: 9, title: 'Pa m' },
  movie_categories: { name: 'Pa m' },
  featured_films: { banner_url: '/pa-m.avif' },
  banners: { image_url: '/pa-m.avif' },
  forum_categories: { name: 'Pa m' },
  subtitles: { movie_id: film, language: 'es', name: 'Español', path: 'subtitles/pa-m.vtt' },
  sign_videos: { movie_id: film, language: 'ase', path: 'signs/pa-m.mp4' },
  admin_users: { user_id: idOf.member },
  profiles: { id: idOf.member, username: 'pa-m' },
  terms_acceptances: { user_id: idOf.admin, version: '2026-11' },
  reviews: { movie_id: film, user_id: idOf.admin, rating: 1 },
  review_votes: { review_id: film, user_id: idOf.admin },
  forum_reactions: {
    post_id: 'f0000000-0000-4000-8000-000000000002',
    user_id: idOf.admin,
    kind: 'heart',
  },
  watchlist: { movie_id: film, user_id: idOf.admin },
  saved_filters: { list: 'movies', name: 'Pa m', filter: 'free', user_id: idOf.admin },
  forum_topics: { title: 'Pa m', content: 'Pa m', user_id: idOf.admin },
  forum_posts: { topic_id: 'f0000000-0000-4000-8000-000000000002', content: 'Pa m', user_id: idOf.admin },
  contact_messages: {
    name: 'Pa m',
    email: 'pa-m@example.test',
    subject: 'Pa mwen',
    message: 'Sa a pa pou mwen.',
    handled_at: '2026-01-01T00:00:00Z',
  },
};
/** The tables that staff write through the API, and a column that they can change, if there is one. */
const written: Record<string, string | null> = {
  movies: 'title',
  series: 'title',
  episodes: 'title',
  movie_categories: 'name',
  featured_films: 'title',
  banners: 'title',
  forum_categories: 'description',
  subtitles: 'name',
  sign_videos: null,
};

interface Caller {
  id: string;
  token: string;
  client: SupabaseClient;
}
let server: TestServer;
const callers = {} as Record<'visitor' | 'member' | 'former admin' | 'admin' | 'service', Caller>;
const outsiders = ['visitor', 'member', 'former admin'] as const;

beforeAll(async () => {
  server = await startTestServer();
  const session = { role: 'authenticated', aud: 'authenticated' };
  const known = async (id: string, token: string): Promise<Caller> => ({
    id,
    token,
    client: createClient(server.url, server.anonKey, { accessToken: async () => token }),
  });
  callers.visitor = await known('', server.anonKey);
  const member = await register(server);
  callers.member = await known(member.id, member.token);
  callers.admin = await known(idOf.admin, await server.token({ sub: idOf.admin, ...session }));
  callers.service = await known('', await server.token({ role: 'service_role' }));
  const person = await register(server);
  callers['former admin'] = await known(person.id, person.token);
  await server.database.query(`insert into admin_users (user_id) values ($1)`, [person.id]);
  // The same token has every right now and is tried below without them.
  expect((await rest('former admin', 'GET', 'rpc/is_admin')).body).toBe(true);
  for (const id of await buckets())
    await server.as('service').storage.from(id).upload(nameIn(id), fileFor(id).bytes, fileFor(id));
  await server.database.query('delete from admin_users where user_id = $1', [person.id]);
  await callers.admin.client.rpc('suspend_member', { member_id: person.id, reason: 'Li ale' }).throwOnError();
});
afterAll(() => server.close());

const buckets = async () =>
  (await server.database.query<{ id: string }>('select id from storage.buckets')).map(({ id }) => id);
const nameIn = (bucket: string) => (bucket === 'profile-images' ? `${idOf.admin}/sonje.png` : 'sonje.png');
const fileFor = (bucket: string) =>
  bucket === 'movies'
    ? {
        contentType: 'video/mp4',
        bytes: Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex'),
      }
    : { contentType: 'image/png', bytes: onePixel };

async function rest(
  who: keyof typeof callers,
  method: string,
  path: string,
  body?: object,
  profile = 'public',
) {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${callers[who].token}`,
      'content-type': 'application/json',
      'content-profile': profile,
      'accept-profile': profile,
      prefer: 'return=representation',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : null };
}

/** Refused with 42501, or without effect on any row. */
function wasRefused({ status, body }: { status: number; body: unknown }): boolean {
  if (status < 300) return Array.isArray(body) && body.length === 0;
  return (body as { code?: string }).code === '42501';
}

/** A hash of each of our tables, of the files and of the accounts, once background work has nothing left to change. */
async function everything(): Promise<Record<string, string>> {
  const due = `status = 'running' or status = 'waiting' and run_after <= now()`;
  while ((await server.database.query(`select from private.jobs where ${due} limit 1`)).length > 0)
    await sleep(50);
  const tables = await server.database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname in ('public', 'private') and c.relname not in ('rate_limits', 'jobs')
        or n.nspname = 'storage' and c.relname in ('objects', 'buckets', 's3_multipart_uploads')
        or n.nspname = 'auth' and c.relname in ('users', 'sessions', 'identities', 'mfa_factors'))`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await server.database.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as print from ${name} t`,
    );
    found[name] = row?.print ?? '';
  }
  return found;
}

/** Tables of the API with a column that some client can change, else their first. */
const tables = () =>
  server.database.query<{ name: string; column: string; type: string }>(
    `select distinct on (c.relname) c.relname as name, a.attname as column, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
      order by c.relname, has_column_privilege('authenticated', c.oid, a.attnum, 'update') desc,
        format_type(a.atttypid, null) = 'text' desc, a.attnum`,
  );

const anyOf: Record<string, unknown> = {
  uuid: film,
  'uuid[]': [],
  text: 'x',
  jsonb: {},
  integer: 1,
  smallint: 1,
  bigint: 1,
  boolean: true,
  numeric: 1,
  'double precision': 1,
  date: '2026-01-01',
  'timestamp with time zone': '2030-01-01T00:00:00Z',
};

/** Functions of the API with a value for each argument, and whether members can execute them. */
async function functions() {
  const found = await server.database.query<{
    name: string;
    names: string[];
    types: string[];
    open: boolean;
  }>(
    `select p.proname as name, has_function_privilege('authenticated', p.oid, 'execute') as open,
        coalesce(p.proargnames[1 : p.pronargs], '{}') as names,
        array(select format_type(t, null) from unnest(p.proargtypes::oid[]) with ordinality as a (t, n) order by n) as types
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' order by 1`,
  );
  return found.map(({ name, names, types, open }) => ({
    name,
    open,
    given: Object.fromEntries(names.map((argument, n) => [argument, anyOf[types[n] ?? '']])),
  }));
}

describe.each(outsiders)('a %s', (who) => {
  test('cannot insert, update or delete a row of any table', async () => {
    const before = await everything();
    const others = (table: string, column: string) =>
      table === 'profiles' ? `profiles?id=neq.${callers[who].id || film}` : `${table}?${column}=not.is.null`;
    const got: string[] = [];
    for (const { name, column, type } of await tables()) {
      const tries = {
        insert: await rest(who, 'POST', name, rows[name] ?? {}),
        update: await rest(who, 'PATCH', others(name, column), { [column]: anyOf[type] ?? null }),
        delete: await rest(who, 'DELETE', others(name, column)),
      };
      for (const [act, answer] of Object.entries(tries))
        if (!wasRefused(answer)) got.push(`${act} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    expect(got).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('cannot call a function of the staff or of the service role', async () => {
    const before = await everything();
    const got: string[] = [];
    for (const { name, given } of await functions()) {
      if (everybodysFunctions.includes(name)) continue;
      const answer = await rest(who, 'POST', `rpc/${name}`, given);
      if (answer.status < 400 || !wasRefused(answer))
        got.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    expect(got).toEqual([]);
    const deleting = { body: { user_id: idOf.subscriber } };
    for (const [name, options] of [
      ['delete-account', deleting],
      ['reconcile-payments', {}],
      ['reconcile-day', {}],
      ['export-payments', { body: { from: '2026-01-01', to: '2026-01-31' } }],
      ['export-audit-log', { body: {} }],
      ['refund-payment', { body: { paymentId: 1, reason: 'x' } }],
    ] as const) {
      const { error } = await callers[who].client.functions.invoke(name, options);
      const status = !name.startsWith('reconcile') && who === 'visitor' ? 401 : 403;
      expect((error?.context as Response | undefined)?.status, name).toBe(status);
    }
    expect(await everything()).toEqual(before);
  });

  test('cannot create, change, impersonate or delete an account through the auth admin API', async () => {
    const before = await everything();
    for (const [method, path, body] of [
      ['GET', 'users'],
      ['POST', 'users', { email: 'pa-m@example.test', password: 'yon-modpas-ki-long' }],
      ['GET', `users/${idOf.admin}`],
      ['PUT', `users/${idOf.admin}`, { password: 'yon-modpas-ki-long' }],
      ['DELETE', `users/${idOf.subscriber}`],
      ['POST', 'generate_link', { type: 'magiclink', email: 'admin@lakou.test' }],
    ] as const) {
      const answer = await fetch(`${server.url}/auth/v1/admin/${path}`, {
        method,
        headers: { authorization: `Bearer ${callers[who].token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect([401, 403], `${method} ${path}`).toContain(answer.status);
    }
    expect(await everything()).toEqual(before);
  });

  test('cannot upload to, download from or create a bucket of the staff', async () => {
    const before = await everything();
    const { storage } = callers[who].client;
    for (const id of await buckets()) {
      const bucket = storage.from(id);
      const { bytes, contentType } = fileFor(id);
      const there = nameIn(id);
      const tries = {
        upload: await bucket.upload(`${idOf.admin}/x.png`, bytes, { contentType }),
        overwrite: await bucket.upload(there, bytes, { contentType, upsert: true }),
        update: await bucket.update(there, bytes, { contentType }),
        move: await bucket.move(there, `${callers[who].id}/gone.png`),
        copy: await bucket.copy(there, `${idOf.admin}/copy.png`),
        link: await bucket.createSignedUploadUrl(`${idOf.admin}/later.png`),
      };
      for (const [act, { error }] of Object.entries(tries)) expect(error, `${act} in ${id}`).not.toBeNull();
      expect((await bucket.remove([there])).data ?? [], id).toEqual([]);
      const named = (text: string) => Buffer.from(text).toString('base64');
      const inParts = await fetch(`${server.url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${callers[who].token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '9',
          'upload-metadata': `bucketName ${named(id)},objectName ${named(`${idOf.admin}/parts.png`)},contentType ${named(contentType)}`,
        },
      });
      expect(inParts.status, `in parts to ${id}`).toBe(403);
      for (const call of [
        storage.emptyBucket(id),
        storage.deleteBucket(id),
        storage.updateBucket(id, { public: true }),
      ])
        expect((await call).error, id).not.toBeNull();
    }
    expect((await storage.createBucket('pa-m')).error).not.toBeNull();
    expect(await everything()).toEqual(before);
  });

  test('receives no changes of media jobs', async () => {
    const listener = callers[who].client;
    const [outsider, admin] = [listener.channel('jobs'), callers.admin.client.channel('jobs')];
    const received = changesOf(outsider, { table: 'media_jobs' });
    const receivedByAdmin = changesOf(admin, { table: 'media_jobs' });
    await Promise.all([subscribed(outsider), subscribed(admin)]);
    await server.database.query(
      `insert into media_jobs (movie_id, source_path, status) values ($1, 'movies/x.mp4', 'done')`,
      [film],
    );
    await until(() => receivedByAdmin.length > 0, 'the change to reach the admin');
    await server.database.query(
      `update media_jobs set updated_at = now() where source_path = 'movies/x.mp4'`,
    );
    await until(() => receivedByAdmin.length > 1, 'the second change to reach the admin');
    expect(received).toEqual([]);
    await Promise.all([listener.removeAllChannels(), callers.admin.client.removeAllChannels()]);
  });
});

describe('a member does not become staff', () => {
  test('by metadata, at sign-up or later', async () => {
    const { client, id, token } = await register(server);
    const boast = { role: 'admin', is_admin: true, app_metadata: { role: 'admin' } };
    await client.auth.updateUser({ data: boast });
    await fetch(`${server.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ app_metadata: boast, role: 'service_role', is_super_admin: true }),
    });
    await client.auth.refreshSession();
    expect((await client.rpc('is_admin')).data).toBe(false);
    const [row] = await server.database.query(
      `select role, is_super_admin, raw_app_meta_data ->> 'role' as claimed from auth.users where id = $1`,
      [id],
    );
    expect(row).toEqual({
      role: 'authenticated',
      is_super_admin: expect.toSatisfy((v) => !v),
      claimed: null,
    });
    const { data: own } = await client.from('profiles').update({ id: idOf.admin }).eq('id', id).select('id');
    expect(own).toEqual([{ id }]);
    expect((await client.rpc('setup_admin')).error?.hint).toBe('admin_setup_closed');
  });

  test('through internal schemas, which are closed to the service key too', async () => {
    for (const who of ['member', 'admin', 'service'] as const)
      for (const [schema, path] of [
        ['private', 'settings'],
        ['auth', 'users'],
        ['private', 'rpc/write_audit_log'],
      ] as const)
        expect((await rest(who, 'POST', path, {}, schema)).body.code, `${who}: ${schema}`).toBe('PGRST106');
  });
});

describe('an admin', () => {
  test('can do all of that: the refusals above depend on the caller', async () => {
    for (const [name, column] of Object.entries(written)) {
      const made = await rest('admin', 'POST', name, rows[name]);
      expect(made, name).toMatchObject({ status: 201, body: [{ id: expect.any(String) }] });
      const one = `${name}?id=eq.${made.body[0].id}`;
      if (column)
        expect((await rest('admin', 'PATCH', one, { [column]: 'Lòt non' })).body, name).toHaveLength(1);
      expect((await rest('admin', 'DELETE', one)).body, name).toHaveLength(1);
    }
    const handled = { handled_at: new Date().toISOString() };
    const { body: messages } = await rest('admin', 'PATCH', 'contact_messages?id=not.is.null', handled);
    expect(messages.length).toBeGreaterThan(0);
    for (const { name, open, given } of await functions()) {
      // The first would end the admin's own sessions, the others are for the service role only.
      if (everybodysFunctions.includes(name) || !open || name === 'setup_admin') continue;
      const answer = await rest('admin', 'POST', `rpc/${name}`, given);
      expect(
        (answer.body as { code?: string } | null)?.code,
        `${name}: ${JSON.stringify(answer.body)}`,
      ).not.toBe('42501');
    }
    const artwork = callers.admin.client.storage.from('artwork');
    const png = { contentType: 'image/png', upsert: true };
    expect((await artwork.upload('sonje.png', onePixel, png)).error).toBeNull();
    expect((await artwork.remove(['sonje.png'])).data).toHaveLength(1);
  });

  test('cannot write purchases, roles or the audit log directly', async () => {
    const closed = [
      'admin_users',
      'audit_log',
      'ledger',
      'orders',
      'user_purchases',
      'subscriptions',
      'media_jobs',
      'plans',
    ];
    for (const name of closed) {
      const [key] = (await tables()).filter((table) => table.name === name);
      const all = `${name}?${key?.column}=not.is.null`;
      for (const answer of [
        await rest('admin', 'POST', name, rows[name] ?? {}),
        await rest('admin', 'PATCH', all, { [key?.column ?? '']: anyOf[key?.type ?? ''] }),
        await rest('admin', 'DELETE', all),
      ])
        expect(answer, name).toMatchObject({ status: 403, body: { code: '42501' } });
    }
  });

  test('leaves audit log entries that not even the service key can change', async () => {
    const { body: before } = await rest('admin', 'GET', 'audit_log?select=*&order=id.desc&limit=500');
    expect(before.length).toBeGreaterThan(8);
    for (const who of ['admin', 'service'] as const)
      for (const [method, path, body] of [
        ['POST', 'audit_log', { act: 'x', subject: 'x', subject_id: 'x' }],
        ['PATCH', 'audit_log?id=gt.0', { act: 'x' }],
        ['DELETE', 'audit_log?id=gt.0'],
      ] as const)
        expect(await rest(who, method, path, body), `${who}: ${method}`).toMatchObject({
          status: 403,
          body: { code: '42501' },
        });
    expect((await rest('admin', 'GET', 'audit_log?select=*&order=id.desc&limit=500')).body).toEqual(before);
  });
});
