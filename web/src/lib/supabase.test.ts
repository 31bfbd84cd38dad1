import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTo, supabase } from './supabase.ts';

/** The constants of the specification that are the official client's own, or ours to give it. */

const asked: { path: string; body: unknown; at: number }[] = [];
let answer: () => Response | Promise<Response> = () => Response.json({});
const kept = new Map<string, string>();

vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  asked.push({ path: new URL(String(input)).pathname, body, at: Date.now() });
  return answer();
});
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
connectTo({ url: 'http://house.test', anonKey: 'key' } as Parameters<typeof connectTo>[0]);

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;

const session = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: 'x' },
};

/** Somebody is signed in for so long. */
async function signedInFor(seconds: number) {
  const { auth } = await supabase();
  const expires_at = Math.floor(Date.now() / SECOND) + seconds;
  kept.set('lakou-session', JSON.stringify({ ...session, expires_in: seconds, expires_at }));
  await auth.startAutoRefresh();
  return auth;
}
const renewals = () => asked.filter(({ path }) => path === '/auth/v1/token');

describe('a session', () => {
  test('is looked at every 30 seconds, and renewed when 90 are left, not long before', async () => {
    answer = () => Response.json(session);
    const auth = await signedInFor(300);
    await vi.advanceTimersByTimeAsync(150 * SECOND);
    expect(renewals()).toEqual([]);
    await vi.advanceTimersByTimeAsync(61 * SECOND);
    expect(renewals()).toHaveLength(1);
    await auth.stopAutoRefresh();
  });

  test('whose renewal finds no network tries again after 200 ms, then twice as long each time, for half a minute', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const auth = await signedInFor(30);
    await vi.advanceTimersByTimeAsync(40 * SECOND);
    const times = renewals().map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - times[index]!);
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
    await auth.stopAutoRefresh();
  });
});

test('a live line shows a sign of life every 30 seconds, and comes back after 1, 2, 5 and then 10', async () => {
  const { realtime } = await supabase();
  expect(realtime.heartbeatIntervalMs).toBe(30 * SECOND);
  expect([1, 2, 3, 4, 5, 50].map((tries) => realtime.reconnectAfterMs(tries) / SECOND)).toEqual([
    1, 2, 5, 10, 10, 10,
  ]);
});

test('a list of files is asked for by name, a hundred from the first', async () => {
  answer = () => Response.json([]);
  await (await supabase()).storage.from('banners').list();
  expect(asked.at(-1)?.body).toMatchObject({
    limit: 100,
    offset: 0,
    sortBy: { column: 'name', order: 'asc' },
  });
});

test('a code verifier is made of 56 random numbers', async () => {
  const { createClient } = await import('@supabase/supabase-js');
  const { auth } = createClient('http://house.test', 'key', {
    auth: { flowType: 'pkce', storage: localStorage, storageKey: 'pkce', autoRefreshToken: false },
  });
  await auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const [, verifier = ''] = [...kept].find(([key]) => key.includes('code-verifier')) ?? [];
  expect(JSON.parse(verifier)).toMatch(/^(?:[\da-f]{2}){56}$/);
});

test('the auth service is not asked for what lacks a name, and there is a sentence for it', async () => {
  kept.clear();
  const { auth } = await supabase();
  const nothing = {} as never;
  const said = async (answer: Promise<{ error: unknown }>) =>
    answer.then(({ error }) => (error as Error).message).catch((error: Error) => error.message);
  const both = 'You must provide either an email or phone number and a password';
  expect(await said(auth.signUp(nothing))).toBe(both);
  expect(await said(auth.signInWithPassword(nothing))).toBe(both);
  expect(await said(auth.signInWithOtp(nothing))).toBe('You must provide either an email or phone number.');
  expect(await said(auth.resend(nothing))).toBe(
    'You must provide either an email or phone number and a type',
  );
  expect(await said(auth.updateUser({ password: 'x' }))).toBe('Auth session missing!');
  expect(asked).toEqual([]);
});
