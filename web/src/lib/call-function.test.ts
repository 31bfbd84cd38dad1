import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, isNetworkError, isSignedOut } from './api-error.ts';
import { callFunction } from './call-function.ts';
import { connectTo } from './supabase.ts';

const fetchMock = vi.fn<typeof fetch>();
const stored = new Map<string, string>();
// Files share a process.
afterAll(() => void vi.unstubAllGlobals());
vi.stubGlobal('fetch', fetchMock);
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
connectTo({ url: 'http://lakou.test', anonKey: 'anon' } as Parameters<typeof connectTo>[0]);

beforeEach(() => void fetchMock.mockReset());
afterEach(() => stored.clear());

const headersOfLastCall = () => new Headers(fetchMock.mock.lastCall?.[1]?.headers);

test('a visitor calls a function with the anonymous key, a member with their own token', async () => {
  fetchMock.mockImplementation(async () => Response.json({ url: '/billing' }));
  expect(await callFunction('customer-portal', {})).toEqual({ url: '/billing' });
  expect(headersOfLastCall().get('authorization')).toBe('Bearer anon');

  const expires_at = Date.now() / 1000 + 3600;
  stored.set('lakou-session', JSON.stringify({ access_token: 'own', expires_at }));
  await callFunction('customer-portal', {});
  expect(headersOfLastCall().get('authorization')).toBe('Bearer own');
  expect(fetchMock.mock.lastCall?.[0]).toBe('http://lakou.test/functions/v1/customer-portal');
});

test('a refusal is an ApiError with its key and details', async () => {
  const body = { error: 'too_many_streams', message: 'Too many', streams: [] };
  fetchMock.mockResolvedValue(Response.json(body, { status: 409 }));
  const error = await callFunction('playback', { mediaType: 'movie', id: 'x' }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, key: 'too_many_streams', message: 'Too many', details: body });
});

test('an answer without an envelope is an ApiError without a key', async () => {
  fetchMock.mockResolvedValue(new Response('<html>', { status: 502 }));
  await expect(callFunction('check-subscription', {})).rejects.toMatchObject({ status: 502, key: null });
});

test('a 401 counts as signed out, a lost or slow connection as a network error', async () => {
  fetchMock.mockResolvedValueOnce(Response.json({ error: 'not_authenticated' }, { status: 401 }));
  const refused = await callFunction('customer-portal', {}).catch((thrown) => thrown);
  expect([isSignedOut(refused), isNetworkError(refused)]).toEqual([true, false]);

  for (const failure of [new TypeError('Failed to fetch'), new DOMException('slow', 'TimeoutError')]) {
    fetchMock.mockRejectedValueOnce(failure);
    const lost = await callFunction('customer-portal', {}).catch((thrown) => thrown);
    expect([isSignedOut(lost), isNetworkError(lost)]).toEqual([false, true]);
  }
});
