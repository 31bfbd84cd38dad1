import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { MailServer } from '../support/mail-server.ts';
import { newDatabase, type OwnPostgres, startOwnPostgres } from '../support/postgres-server.ts';
import { subscribed } from '../support/realtime-client.ts';
import { film } from '../support/shop.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-away-'));
const account = { email: 'member@lakou.test', password: 'lakou-demo' };
const mail = new MailServer();
const reports: string[] = [];
const receiver = createServer(async (incoming, outgoing) => {
  reports.push(Buffer.concat(await incoming.toArray()).toString());
  outgoing.end('{}');
});
let postgres: OwnPostgres;
let server: LakouProcess;
let member: SupabaseClient;
let userId: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const DATABASE_URL = await newDatabase(postgres, 'lakou_away', 'demo');
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const ERROR_REPORTS_DSN = `http://public@127.0.0.1:${(receiver.address() as AddressInfo).port}/1`;
  server = await startLakou({ DATABASE_URL, DATA_DIR, SMTP_URL: await mail.start(), ERROR_REPORTS_DSN });
  const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { anonKey: string };
  member = createClient(server.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  userId = (await member.auth.signInWithPassword(account)).data.user?.id ?? '';
});
afterAll(async () => {
  await member?.removeAllChannels();
  await server?.stop('SIGKILL');
  await postgres.stop();
  await mail.stop();
  receiver.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

async function request(path: string, init?: RequestInit) {
  const answer = await fetch(server.url + path, init);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

test('while PostgreSQL is away every request gets a clear error; when it is back, everything recovers by itself', async () => {
  const received: string[] = [];
  const channel = member
    .channel('forum')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'forum_topics' }, ({ new: row }) =>
      received.push(row.title),
    );
  await subscribed(channel as never);

  await postgres.whileDown(async () => {
    expect(await request('/healthz')).toMatchObject({ status: 200 });
    const json = { 'content-type': 'application/json' };
    const answers = {
      ready: await request('/readyz'),
      rows: await request('/rest/v1/movies?select=id'),
      write: await request('/rest/v1/contact_messages', { method: 'POST', headers: json, body: '{}' }),
      signIn: await request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: json,
        body: JSON.stringify(account),
      }),
      play: await request('/functions/v1/playback', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ mediaType: 'movie', id: film }),
      }),
      film: await request(`/films/${film}`),
      forum: await request('/forum'),
      object: await request('/storage/v1/object/public/artwork/none.avif'),
    };
    for (const [what, { status, headers }] of Object.entries(answers)) {
      expect(status, what).toBe(503);
      expect(Number(headers.get('retry-after')), what).toBeGreaterThan(0);
    }
    expect(answers.signIn.text).toContain('please try again in a moment');
    expect(answers.object.text).toContain('Please try again in a moment');
    expect(answers.forum.text).toContain('Discussion');
    await vi.waitFor(
      async () => {
        const { status, text } = await request('/status');
        expect(status).toBe(200);
        expect(text).toMatch(/Site and apps<\/span>\s*<span class="state fails">/);
        expect(text).not.toMatch(/postgres|127\.0\.0\.1|ECONN/i);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  await vi.waitFor(async () => expect((await request('/readyz')).status).toBe(200), { timeout: 30_000 });
  await vi.waitFor(
    async () =>
      expect((await request('/status')).text).toMatch(/Site and apps<\/span>\s*<span class="state works">/),
    { timeout: 60_000, interval: 500 },
  );
  await vi.waitFor(
    async () => {
      const topic = { title: 'Li tounen', content: 'Nou la toujou', user_id: userId };
      expect((await member.from('forum_topics').insert(topic)).error).toBeNull();
      await vi.waitFor(() => expect(received).toContain('Li tounen'), { timeout: 5_000 });
    },
    { timeout: 60_000, interval: 500 },
  );
  const message = {
    name: 'Anaïse',
    email: 'anaise@egzanp.test',
    subject: 'Apre pàn nan',
    message: 'Eske nou la?',
  };
  expect((await member.from('contact_messages').insert(message)).error).toBeNull();
  await vi.waitFor(() => expect(mail.to('support@lakou.test')).toHaveLength(1), { timeout: 30_000 });
  expect((await member.auth.refreshSession()).error).toBeNull();
  // The failures were reported, and name nobody.
  expect(reports.length).toBeGreaterThan(0);
  expect(reports.join('\n')).toContain('"type":"event"');
  expect(reports.join('\n')).not.toMatch(/lakou\.test|lakou-demo|127\.0\.0\.1/);
});
