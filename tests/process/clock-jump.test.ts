import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { MailServer } from '../support/mail-server.ts';
import { film } from '../support/shop.ts';

const parent = mkdtempSync(join(tmpdir(), 'lakou-clock-'));
const clock = join(parent, 'clock');
const [library = ''] = globSync('/usr/lib/*/faketime/libfaketime*MT.so.1');
const account = { email: 'member@lakou.test', password: 'lakou-demo' };
const mail = new MailServer();
let server: LakouProcess;
let member: SupabaseClient;
let service: SupabaseClient;

/** Sets the clock of the server and its embedded database. Timers still count real seconds. */
function setClock(offset: string): void {
  writeFileSync(clock, `${offset}\n`);
}

beforeAll(async () => {
  expect(existsSync(library), 'libfaketime (on Debian or Ubuntu: apt install libfaketime)').toBe(true);
  setClock('+0');
  server = await startLakou({
    DATA_DIR: join(parent, 'data'),
    SMTP_URL: await mail.start(),
    AUTH_LIMITS: 'signIns=6/3600',
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const { anonKey, serviceKey } = await loadSigningKeys({ folder: server.dataFolder });
  const auth = { persistSession: false, autoRefreshToken: false };
  member = createClient(server.url, anonKey, { auth });
  service = createClient(server.url, serviceKey, { auth });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await mail.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function serverTime(): Promise<number> {
  return Date.parse((await fetch(`${server.url}/healthz`)).headers.get('date') ?? '');
}

async function untilClockIs(hours: number): Promise<void> {
  const off = async () => Math.abs((await serverTime()) - Date.now() - hours * 3_600_000);
  await vi.waitFor(async () => expect(await off()).toBeLessThan(60_000), { timeout: 10_000 });
}

const signIn = () => member.auth.signInWithPassword(account);
const watch = () =>
  fetch(`${server.url}/functions/v1/playback`, {
    method: 'POST',
    body: JSON.stringify({ mediaType: 'movie', id: 'f1000000-0000-4000-8000-000000000013' }),
  });

async function emailArrives(subject: string): Promise<void> {
  const message = { name: 'Anaïse', email: 'anaise@egzanp.test', subject, message: 'Ki lè li ye la a?' };
  expect((await service.from('contact_messages').insert(message)).error).toBeNull();
  const there = () => mail.to('support@lakou.test').some((one) => one.subject?.includes(subject));
  await vi.waitFor(() => expect(there()).toBe(true), { timeout: 20_000 });
}

test('when the clock jumps ahead by two days and back, nobody is locked out and jobs go on', async () => {
  const before = (await signIn()).data.session!;
  expect((await service.from('movies').update({ published: false }).eq('id', film)).error).toBeNull();
  const release = { publish_at: new Date(Date.now() + 24 * 3_600_000).toISOString() };
  expect((await service.from('movies').update(release).eq('id', film)).error).toBeNull();

  setClock('+2d');
  await untilClockIs(48);
  // The access token has expired, as it should; the session has not.
  const asked = await fetch(`${server.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${before.access_token}` },
  });
  expect(asked.status).toBe(403);
  const ahead = await member.auth.refreshSession({ refresh_token: before.refresh_token });
  expect(ahead.error).toBeNull();
  expect((await watch()).status).toBe(200);
  await emailArrives('Demen');
  const published = () => service.from('movies').select('published').eq('id', film).single();
  await vi.waitFor(async () => expect((await published()).data?.published).toBe(true), { timeout: 40_000 });
  // An account reaches its limit of tries while the clock is wrong.
  const guess = () => member.auth.signInWithPassword({ ...account, password: 'not-this-one' });
  const guesses = await Promise.all(Array.from({ length: 8 }, guess));
  expect(guesses.at(-1)?.error?.status).toBe(429);

  setClock('+0');
  await untilClockIs(0);
  expect((await signIn()).error).toBeNull();
  const back = await member.auth.refreshSession({ refresh_token: ahead.data.session!.refresh_token });
  expect(back.error).toBeNull();
  expect((await watch()).status).toBe(200);
  await emailArrives('Jodi a');
});
