import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { MailServer } from '../support/mail-server.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { newDatabase, type OwnPostgres, startOwnPostgres } from '../support/postgres-server.ts';
import { subscribed } from '../support/realtime-client.ts';

/** A server whose statements go through PgBouncer in transaction mode, three connections for everybody. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-pgbouncer-'));
const mail = new MailServer();
let postgres: OwnPostgres;
let pooler: PgBouncer;
let DATABASE_DIRECT_URL: string;
let server: LakouProcess;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  DATABASE_DIRECT_URL = await newDatabase(postgres, 'lakou_pgbouncer');
  pooler = await startPgBouncer(DATABASE_DIRECT_URL);
  const SMTP_URL = await mail.start();
  const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL, DATA_DIR, SMTP_URL };
  server = await startLakou(env);
});
afterAll(async () => {
  await server?.stop();
  await pooler?.stop();
  await postgres?.stop();
  await mail.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

async function browser(): Promise<SupabaseClient> {
  const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { anonKey: string };
  return createClient(server.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Registers, and signs in once more. */
async function newMember(): Promise<{ client: SupabaseClient; id: string }> {
  const client = await browser();
  const account = { email: `${randomUUID()}@egzanp.test`, password: 'yon-modpas-ki-long' };
  const signedUp = await client.auth.signUp({ ...account, options: { data: { full_name: 'Ti Jan' } } });
  expect(signedUp.error).toBeNull();
  const signedIn = await client.auth.signInWithPassword(account);
  expect(signedIn.error).toBeNull();
  return { client, id: signedIn.data.user?.id ?? '' };
}

/** A client of PgBouncer that is none of ours. */
async function throughPooler<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: pooler.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const TRACES = `select current_user as role, current_setting('statement_timeout') as timeout,
  current_setting('search_path') as path, current_setting('transaction_read_only') as read_only,
  coalesce(current_setting('request.jwt.claims', true), '') as claims, current_setting('timezone') as timezone,
  current_setting('jit') as jit`;

test('members who work at the same moment each act as themselves, and leave no trace on the connections', async () => {
  const direct = new Client({ connectionString: DATABASE_DIRECT_URL });
  await direct.connect();
  const untouched = (await direct.query(TRACES)).rows[0];
  await direct.query(`
    create function public.who_am_i() returns text language sql stable
      as $$select concat_ws(' ', current_user, auth.uid(), current_setting('timezone'))$$;
    create function public.who_writes() returns text language sql volatile
      as $$select concat_ws(' ', current_user, auth.uid(), current_setting('timezone'))$$;
    grant execute on function public.who_am_i(), public.who_writes() to anon, authenticated;
    notify pgrst, 'reload schema'`);
  await direct.end();
  const visitor = await browser();
  await vi.waitFor(async () => expect((await visitor.rpc('who_writes')).error).toBeNull(), 10_000);

  const members = await Promise.all(Array.from({ length: 4 }, newMember));
  const people = [
    { client: visitor, name: 'anon UTC' },
    ...members.map(({ client, id }) => ({ client, name: `authenticated ${id} UTC` })),
  ];
  const rounds = Array.from({ length: 20 }, async () => {
    const calls = people.flatMap(({ client, name }) => [
      client.rpc('who_am_i').then(({ data, error }) => [name, data ?? error]),
      client.rpc('who_writes').then(({ data, error }) => [name, data ?? error]),
    ]);
    // Refused by the database, so its transaction is rolled back.
    const refused = members[0]!.client.from('forum_topics').insert({ title: '', content: '' });
    for (const [name, answer] of await Promise.all(calls)) expect(answer).toBe(name);
    expect((await refused).error).not.toBeNull();
  });
  await Promise.all(rounds);
  const found = await Promise.all(
    Array.from({ length: 9 }, () => throughPooler(async (client) => (await client.query(TRACES)).rows[0])),
  );
  expect(found).toEqual(found.map(() => untouched));
});

test('a member opens a topic, and a subscriber is notified of it', async () => {
  const [{ client, id }, visitor] = await Promise.all([newMember(), browser()]);
  const titles: string[] = [];
  const channel = visitor
    .channel('forum')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'forum_topics' }, ({ new: row }) =>
      titles.push(row.title),
    );
  await subscribed(channel as never);
  const topic = { title: 'Nan tiyo a', content: 'x', user_id: id };
  expect((await client.from('forum_topics').insert(topic)).error).toBeNull();
  await vi.waitFor(() => expect(titles).toEqual(['Nan tiyo a']), 20_000);
  const { data } = await visitor.from('forum_topics').select('title').eq('user_id', id);
  expect(data).toEqual([{ title: 'Nan tiyo a' }]);
  await visitor.removeAllChannels();
});

test('a message to support is emailed in the background', async () => {
  const visitor = await browser();
  const row = {
    name: 'Anaïse',
    email: 'anaise@egzanp.test',
    subject: 'Yon kesyon',
    message: 'Kote fim mwen an?',
  };
  expect((await visitor.from('contact_messages').insert(row)).error).toBeNull();
  const subjects = () => mail.to('support@lakou.test').map(({ subject }) => subject);
  await vi.waitFor(() => expect(subjects()).toEqual(['[Lakou] Yon kesyon']), 30_000);
});

test('pages are rendered, and nothing failed', async () => {
  expect((await fetch(`${server.url}/`)).status).toBe(200);
  const failures = server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line));
  expect(failures).toEqual([]);
});

test('the operator is warned when a pooler stands before the database and no direct address is given', async () => {
  const warnings: string[] = [];
  const report = (message: string) => warnings.push(message);
  for (const options of [
    { url: DATABASE_DIRECT_URL },
    { url: pooler.url, directUrl: DATABASE_DIRECT_URL },
    { url: pooler.url },
  ]) {
    await (await openPostgres({ ...options, report })).close();
  }
  expect(warnings).toEqual([expect.stringContaining('set DATABASE_DIRECT_URL')]);
});
