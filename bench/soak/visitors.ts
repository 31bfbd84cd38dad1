import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { any, signUp, type World } from './people.ts';
import type { Shop } from './shop.ts';

/** What people type, and the pages that they open from there. */
export async function searchOnce({ url, anonKey, record, free, sold }: World): Promise<void> {
  const [find, page] = [record.as('search'), record.as('title page')];
  const word = any(['tanbou', 'lanmou', 'kafe', 'brooklyn', 'mapou', 'lalin']);
  for (let length = 2; length <= word.length; length += 1) {
    await find(`${url}/rest/v1/rpc/search?query=${encodeURIComponent(word.slice(0, length))}`, {
      headers: { apikey: anonKey },
    });
    await sleep(150);
  }
  await page(`${url}/films?q=${word}`);
  await page(`${url}/titles/${any(sold)}`);
  await page(`${url}/titles/${any(free)}?lang=${any(['ht', 'fr', 'en', 'es'])}`);
}

export async function statusOnce({ url, record }: World): Promise<void> {
  for (const language of ['ht', 'fr', 'en', 'es']) {
    const answer = await record.as('status')(`${url}/status`, { headers: { 'accept-language': language } });
    if (!answer.ok) throw new Error(`/status answers ${answer.status}`);
  }
}

/** A television shows a code, and a phone confirms it. */
export async function televisionOnce(world: World): Promise<void> {
  const phone = await signUp(world, 'television');
  if (!phone) return;
  const tv = createClient(world.url, world.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: world.record.as('television') },
  });
  await world.record.as('television')(`${world.url}/tv/sign-in`);
  const shown = await tv.rpc('request_device_code');
  // All come from one address, which may ask for sixty an hour.
  if (shown.status === 429) return world.record.count('television that has to wait');
  if (shown.error) throw new Error(`a television got no code: ${shown.error.message}`);
  const { user_code, device_secret } = shown.data;
  await tv.rpc('claim_device_session', { device_secret }).throwOnError();
  await phone.client.rpc('read_device_code', { code: user_code }).throwOnError();
  await phone.client.rpc('answer_device_code', { code: user_code, approve: true }).throwOnError();
  const { data } = await tv.rpc('claim_device_session', { device_secret }).throwOnError();
  const { error } = await tv.auth.refreshSession({ refresh_token: data.refresh_token });
  if (error) throw new Error(`a television was not signed in: ${error.message}`);
  const sessions = await tv.rpc('my_sessions').throwOnError();
  if (sessions.data.length !== 2) throw new Error(`${sessions.data.length} sessions instead of two`);
  world.record.count('television that was signed in');
}

/** As a browser without JavaScript, and then as the app that takes the session over. */
export async function plainFormOnce(world: World): Promise<void> {
  const { url, record } = world;
  const member = await signUp(world, 'plain form');
  if (!member) return;
  const { email, password } = member;
  const send = record.as('plain form');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await send(`${url}/login?next=%2Fwatchlist`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`a plain form was answered with ${answer.status}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  await send(`${url}/login`, { headers: { cookie } });
  const session = await send(`${url}/login/session`, { method: 'POST', headers: { ...headers, cookie } });
  if (session.status !== 200) throw new Error(`the app got no session: ${session.status}`);
  record.count('sign-in by plain form');
}

/** The audit log as a file, and its chain computed again. */
export async function auditOnce({ record }: World, { admin }: Shop): Promise<void> {
  const exported = await admin.functions.invoke('export-audit-log', { body: {} });
  if (exported.error) throw new Error(`the audit log was not exported: ${exported.error.message}`);
  for (let after = 0; ; ) {
    const { data } = await admin.rpc('check_audit_log', { after }).single<Part>().throwOnError();
    if (data.problem) throw new Error(`the audit log is not whole: ${data.problem}`);
    if (data.is_last) break;
    after = data.checked_to;
  }
  record.count('audit log exported and checked');
}

interface Part {
  checked_to: number;
  is_last: boolean;
  problem: string | null;
}
