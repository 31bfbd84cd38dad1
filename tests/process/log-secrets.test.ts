import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { film, item } from '../support/shop.ts';

/** A server at the most verbose log level, while every feature with a secret is used. */
let lakou: LakouProcess;
let anonKey: string;
beforeAll(async () => {
  lakou = await startLakou({ LOG_LEVEL: 'trace', LOG_REQUESTS: 'info', METRICS_TOKEN: METRICS });
  anonKey = ((await get('/config.json')) as { anonKey: string }).anonKey;
});
afterAll(() => lakou.stop());

const METRICS = 'yon-sekre-pou-nimewo-yo';

async function get(path: string): Promise<unknown> {
  return (await fetch(lakou.url + path)).json();
}

const secrets = new Map<string, string>();
function keep(name: string, secret: string | null | undefined): string {
  if (!secret || secret.length < 6) throw new Error(`there was no ${name}`);
  secrets.set(name, secret);
  return secret;
}

test('no password, token, key, ticket, code or cookie reaches the log', async () => {
  const person = createClient(lakou.url, anonKey, { auth: { persistSession: false } });
  const email = `${randomUUID()}@example.test`;
  const password = keep('password', 'modpas-ki-pa-dwe-parèt');
  const joined = await person.auth.signUp({ email, password });
  keep('first access token', joined.data.session?.access_token);
  keep('first refresh token', joined.data.session?.refresh_token);
  await person.auth.signInWithPassword({ email, password: keep('wrong password', 'modpas-ki-pa-bon-ditou') });
  const signedIn = await person.auth.signInWithPassword({ email, password });
  const token = keep('access token', signedIn.data.session?.access_token);
  keep('refresh token', signedIn.data.session?.refresh_token);
  const renewed = await person.auth.refreshSession();
  keep('renewed refresh token', renewed.data.session?.refresh_token);
  keep('public key', anonKey);

  // A sign-in by plain form.
  const sent = (form: Record<string, string>, cookie = '') => ({
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', cookie },
    body: new URLSearchParams(form),
    redirect: 'manual' as const,
  });
  await fetch(`${lakou.url}/login`, sent({ email, password: keep('mistyped', 'modpas-mal-tape-nan-fòm') }));
  const posted = await fetch(`${lakou.url}/login`, sent({ email, password }));
  const cookies = posted.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
  const sealed = cookies.find((cookie) => cookie.startsWith('lakou-plain-session=')) ?? '';
  keep('sealed session', sealed.split('=')[1]);
  const takenOver = await fetch(`${lakou.url}/login/session`, sent({}, sealed));
  keep('taken refresh token', ((await takenOver.json()) as { refresh_token: string }).refresh_token);

  // An email's link, followed; an invalid link; a provider's callback.
  await person.auth.resetPasswordForEmail(email);
  const [confirmation] = (await get('/_mail.json')) as { text: string }[];
  const link = /https?:\S+/.exec(confirmation?.text ?? '')?.[0] ?? '';
  const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash');
  const recovery = keep('recovery token', token_hash);
  await fetch(link, { redirect: 'manual' });
  await fetch(`${lakou.url}/auth/v1/verify?type=recovery&token=${recovery}`, { redirect: 'manual' });
  const stray = keep('stray token', 'pkce_5f0c1a9e7d3b2468ace013579bdf');
  await fetch(`${lakou.url}/auth/v1/verify?type=recovery&token=${stray}`, { redirect: 'manual' });
  await fetch(`${lakou.url}/reset-password?code=${stray}`);
  await fetch(`${lakou.url}/auth/v1/callback?code=${stray}&state=${stray}`, { redirect: 'manual' });

  // A WebSocket carries its key in the URL.
  const socket = new WebSocket(
    `${lakou.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`,
  );
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(
    JSON.stringify({ topic: 'realtime:x', event: 'phx_join', payload: { access_token: token }, ref: '1' }),
  );
  await new Promise((resolve) => socket.once('message', resolve));
  socket.close();

  // Signed URLs.
  const { serviceKey } = await loadSigningKeys({ folder: lakou.dataFolder });
  const service = createClient(lakou.url, keep('service key', serviceKey), {
    auth: { persistSession: false },
  });
  const bucket = `secret-${randomUUID()}`;
  await service.storage.createBucket(bucket, { public: false });
  await service.storage.from(bucket).upload('a.txt', 'x', { contentType: 'text/plain' });
  const shown = await service.storage.from(bucket).createSignedUrl('a.txt', 60);
  keep('signed link', new URL(shown.data?.signedUrl ?? '').searchParams.get('token'));
  expect((await fetch(shown.data?.signedUrl ?? '')).status).toBe(200);
  const taken = await service.storage.from(bucket).createSignedUploadUrl('b.txt');
  keep('upload link', taken.data?.token);
  await person.storage.from(bucket).uploadToSignedUrl('b.txt', taken.data?.token ?? '', 'y');

  // Payment, and the provider's page.
  // On a busy machine the first call can exceed the function's time limit.
  const page = await vi.waitFor(
    async () => {
      const paid = await person.functions.invoke<{ url: string }>('create-checkout', {
        body: item({ id: film }),
      });
      if (!paid.data) throw paid.error;
      return paid.data.url;
    },
    { timeout: 90_000, interval: 500 },
  );
  keep('payment page', page.split('/').at(-1));
  const form = { method: 'POST', body: new URLSearchParams({ action: 'pay' }) };
  expect((await fetch(page, { ...form, redirect: 'manual' })).status).toBe(303);
  await fetch(`${lakou.url}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': keep('signature', 't=1,v1=siyati-ki-pa-bon') },
    body: '{}',
  });

  // Playback.
  const playing = await fetch(`${lakou.url}/functions/v1/playback`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ mediaType: 'movie', id: film }),
  });
  const { url } = (await playing.json()) as { url: string };
  keep('ticket', new URL(url, lakou.url).searchParams.get('ticket'));
  const bound = playing.headers.get('set-cookie')?.split(';')[0] ?? '';
  keep('ticket cookie', bound.split('=')[1]);
  const playlist = await fetch(lakou.url + url, { headers: { cookie: bound } });
  expect(playlist.status).toBe(200);
  const playingCookie = playlist.headers.get('set-cookie')?.split(';')[0] ?? '';
  keep('stream cookie', playingCookie.split('=')[1]);
  const base = new URL('.', new URL(url, lakou.url));
  const given = await fetch(new URL('cast', base), { method: 'POST', headers: { cookie: playingCookie } });
  const cast = (await given.json()) as { url: string };
  keep('cast address', cast.url.split('/').at(-2));
  for (const address of [cast.url, `${cast.url}?captions=ht`])
    expect((await fetch(lakou.url + address)).status).toBe(200);

  // Secrets in the wrong place.
  const misplaced = keep('misplaced', 'Wozo-plwaye-li-pa-kase-1804-Ayiti-cheri');
  await fetch(`${lakou.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}`, via: '1.1 x' } });
  await fetch(`${lakou.url}/nothing/${misplaced}`, {
    headers: { apikey: misplaced, cookie: `a=${misplaced}` },
  });
  await fetch(`${lakou.url}/rest/v1/movies?select=id&apikey=${misplaced}`);
  await fetch(`${lakou.url}/auth/v1/token?grant_type=password`, { method: 'POST', body: `{"${misplaced}` });
  keep('metrics token', METRICS);

  await lineOf(await fetch(`${lakou.url}/healthz`));
  const printed = lakou.output();
  for (const [name, secret] of secrets) {
    const written = [secret, encodeURIComponent(secret), secret.split('.').at(-1) ?? secret];
    expect(
      written.filter((form) => printed.includes(form)),
      name,
    ).toEqual([]);
  }
  for (const line of lines()) expect(Object.keys(line)).not.toContain('headers');
});

test('each response is one log line with the request and its id', async () => {
  const answer = await fetch(`${lakou.url}/rest/v1/movies?select=id&limit=1`);
  const body = await answer.clone().text();
  const line = await lineOf(answer);
  expect(line).toMatchObject({ level: 30, method: 'GET', path: '/rest/v1/movies', status: 200 });
  expect(line.ms).toBeGreaterThan(0);
  expect(line.bytes).toBeGreaterThan(body.length);
});

/** Waits until it is logged; everything before it is logged then too. */
async function lineOf(answer: Response): Promise<Record<string, unknown>> {
  await answer.arrayBuffer();
  const request_id = answer.headers.get('x-request-id');
  for (;;) {
    const line = lines().find((one) => one.request_id === request_id);
    if (line) return line;
    await sleep(20);
  }
}

function lines(): Record<string, unknown>[] {
  const whole = lakou.output().split('\n').slice(0, -1);
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}
