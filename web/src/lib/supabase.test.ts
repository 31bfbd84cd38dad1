import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTo, supabase } from './supabase.ts';

/** Constants of the specification that the official client has, or that we configure. */

const requests: { path: string; body: unknown; at: number }[] = [];
let answer: () => Response | Promise<Response> = () => Response.json({});
const stored = new Map<string, string>();

// Files share a process.
afterAll(() => void vi.unstubAllGlobals());
vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  requests.push({ path: new URL(String(input)).pathname, body, at: Date.now() });
  return answer();
});
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
connectTo({ url: 'http://lakou.test', anonKey: 'key' } as Parameters<typeof connectTo>[0]);

beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
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

/** Signs in with a session that lasts this long. */
async function signedInFor(seconds: number) {
  const { auth } = await supabase();
  const expires_at = Math.floor(Date.now() / SECOND) + seconds;
  stored.set('lakou-session', JSON.stringify({ ...session, expires_in: seconds, expires_at }));
  await auth.startAutoRefresh();
  return auth;
}
const renewals = () => requests.filter(({ path }) => path === '/auth/v1/token');

describe('a session', () => {
  test('is checked every 30 seconds, and renewed when 90 are left, not long before', async () => {
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

test('the realtime client sends a heartbeat every 30 seconds, and reconnects after 1, 2, 5 and then 10', async () => {
  const { realtime } = await supabase();
  expect(realtime.heartbeatIntervalMs).toBe(30 * SECOND);
  expect([1, 2, 3, 4, 5, 50].map((tries) => realtime.reconnectAfterMs(tries) / SECOND)).toEqual([
    1, 2, 5, 10, 10, 10,
  ]);
});

test('a list of files is requested by name, a hundred from the first', async () => {
  answer = () => Response.json([]);
  await (await supabase()).storage.from('banners').list();
  expect(requests.at(-1)?.body).toMatchObject({
    limit: 100,
    offset: 0,
    sortBy: { column: 'name', order: 'asc' },
  });
});

test('a code verifier is made of 56 random numbers', async () => {
  const { createClient } = await import('@supabase/supabase-js');
  const { auth } = createClient('http://lakou.test', 'key', {
    auth: { flowType: 'pkce', storage: localStorage, storageKey: 'pkce', autoRefreshToken: false },
  });
  await auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const [, verifier = ''] = [...stored].find(([key]) => key.includes('code-verifier')) ?? [];
  expect(JSON.parse(verifier)).toMatch(/^(?:[\da-f]{2}){56}$/);
});

test('a request without email or phone is not sent, and fails with the message of the specification', async () => {
  stored.clear();
  const { auth } = await supabase();
  const nothing = {} as never;
  const messageOf = async (answer: Promise<{ error: unknown }>) =>
    answer.then(({ error }) => (error as Error).message).catch((error: Error) => error.message);
  const both = 'You must provide either an email or phone number and a password';
  expect(await messageOf(auth.signUp(nothing))).toBe(both);
  expect(await messageOf(auth.signInWithPassword(nothing))).toBe(both);
  expect(await messageOf(auth.signInWithOtp(nothing))).toBe(
    'You must provide either an email or phone number.',
  );
  expect(await messageOf(auth.resend(nothing))).toBe(
    'You must provide either an email or phone number and a type',
  );
  expect(await messageOf(auth.updateUser({ password: 'x' }))).toBe('Auth session missing!');
  expect(requests).toEqual([]);
});
