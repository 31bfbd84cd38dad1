import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type LakouProcess, startLakou, startRefused } from '../support/lakou-process.ts';
import { MailServer } from '../support/mail-server.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { addStream } from '../support/streams.ts';

/** Two servers on one PostgreSQL, started at the same moment on an empty database. */
describe('two servers on one PostgreSQL', () => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'lakou-two-')));
  let postgres: PostgresServer;
  let DATABASE_URL: string;
  let servers: LakouProcess[];
  const mail = new MailServer();

  beforeAll(async () => {
    postgres = await startPostgresServer();
    const owner = new Client({ connectionString: postgres.url });
    await owner.connect();
    await owner.query('drop database if exists lakou_two_servers with (force)');
    await owner.query('create database lakou_two_servers template template0');
    await owner.end();
    const url = new URL(postgres.url);
    url.pathname = '/lakou_two_servers';
    DATABASE_URL = url.href;
    const DATA_DIR = folders[0]!;
    const SMTP_URL = await mail.start();
    servers = await Promise.all([1, 2].map(() => startLakou({ DATABASE_URL, DATA_DIR, SMTP_URL })));
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await postgres.stop();
    await mail.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function browser(server: LakouProcess) {
    const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { anonKey: string };
    return createClient(server.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  }

  test('each migration ran once, and the demo data was seeded once', async () => {
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as films from public.movies');
    await client.end();
    expect(rows).toEqual([{ films: 27 }]);
  });

  test('a session of one server is valid at the other, and rows written at one reach subscribers of the other', async () => {
    const [first, second] = await Promise.all(servers.map(browser));
    if (!first || !second) throw new Error('there are two servers');
    const signedIn = await first.auth.signInWithPassword({
      email: 'member@lakou.test',
      password: 'lakou-demo',
    });
    expect(signedIn.error).toBeNull();
    const { access_token, refresh_token, user } = signedIn.data.session!;
    expect((await second.auth.setSession({ access_token, refresh_token })).error).toBeNull();
    const received = new Promise<unknown>((resolve, reject) => {
      first
        .channel('forum')
        .on(
          'postgres_changes',
          { event: 'INSERT', schema: 'public', table: 'forum_topics' },
          ({ new: row }) => resolve(row),
        )
        .subscribe(async (status, error) => {
          if (error) reject(error);
          if (status !== 'SUBSCRIBED') return;
          await second.from('forum_topics').insert({ title: 'Sou de sèvè', content: 'x', user_id: user.id });
        });
    });
    expect(await received).toMatchObject({ title: 'Sou de sèvè' });
    await first.removeAllChannels();
  });

  test('a playback ticket can be exchanged once, at either server, and both enforce the session’s end', async () => {
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
    );
    const database = {
      query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
    };
    const stream = await addStream({ database, dataFolder: folders[0]! }, { movie_id: rows[0].id });
    const here = await browser(servers[0]!);
    const signedIn = await here.auth.signInWithPassword({
      email: 'member@lakou.test',
      password: 'lakou-demo',
    });
    const token = signedIn.data.session?.access_token ?? '';

    const response = await fetch(`${servers[0]!.url}/functions/v1/playback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ mediaType: 'movie', id: rows[0].id }),
    });
    const { url, session } = (await response.json()) as { url: string; session: string };
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => fetch(servers[n % 2]!.url + url)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);

    const winner = answers.find(({ status }) => status === 200);
    const cookie = winner?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const segment = async () => {
      const address = `/stream/${stream.id}/v145/00000.m4s`;
      const got = await Promise.all(
        servers.map((server) => fetch(server.url + address, { headers: { cookie } })),
      );
      return got.map(({ status }) => status);
    };
    expect(await segment()).toEqual([200, 200]);
    expect((await here.rpc('end_playback', { session })).data).toBe(true);
    await vi.waitFor(async () => expect(await segment()).toEqual([401, 401]), 20_000);
    await client.end();
  });

  test('a contact message is emailed to support by one server only', async () => {
    const clients = await Promise.all(servers.map(browser));
    const subjects = Array.from({ length: 4 }, (_, n) => `Yon kesyon, ${n}`);
    const row = { name: 'Anaïse', email: 'anaise@egzanp.test', message: 'Kote fim mwen an?' };
    const answers = await Promise.all(
      subjects.map((subject, n) => clients[n % 2]!.from('contact_messages').insert({ ...row, subject })),
    );
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    const waiting = new Client({ connectionString: DATABASE_URL });
    await waiting.connect();
    await vi.waitFor(async () => {
      const { rows } = await waiting.query(`select from private.jobs where kind = 'mail_contact_message'`);
      expect(rows).toEqual([]);
    }, 30_000);
    await waiting.end();
    const got = mail.to('support@lakou.test').map(({ subject }) => subject);
    expect(got.toSorted()).toEqual(subjects.map((subject) => `[Lakou] ${subject}`));
  });

  test('a server with other keys is refused with one line, and starts with the right ones', async () => {
    const stranger = await startRefused({ DATABASE_URL, DATA_DIR: folders[1]! });
    expect(stranger.code).toBe(1);
    expect(stranger.lines).toHaveLength(1);
    expect(stranger.said).toContain('keys.json');
    const JWT_KEYS = readFileSync(join(folders[0]!, 'keys.json'), 'utf8');
    const third = await startLakou({ DATABASE_URL, DATA_DIR: folders[1]!, JWT_KEYS });
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
    expect(await third.stop()).toBe(0);
  });
});
