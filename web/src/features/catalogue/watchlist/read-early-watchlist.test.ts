import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readEarlyWatchlist } from './read-early-watchlist.ts';

const stored = new Map<string, string>();
const sent: { url: string; headers: Record<string, string> }[] = [];
const elements = { firstElementChild: {} };
let answer: () => Promise<Response>;

vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('location', { origin: 'http://lakou.test', search: '?page=2' });
vi.stubGlobal('document', { cookie: '', getElementById: () => elements });
vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
  sent.push({ url, headers });
  return answer();
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  stored.clear();
  sent.length = 0;
  answer = async () => Response.json([]);
});

const token = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
function storeSession(session: { access_token?: string; expires_at?: number; user?: { id: string } }): void {
  const inAnHour = Date.now() / 1000 + 3600;
  stored.set(
    'lakou-session',
    JSON.stringify({ access_token: token({}), expires_at: inAnHour, user: { id: 'one' }, ...session }),
  );
}

test('a member’s list is requested with the member’s token, for the page of the address', async () => {
  storeSession({});
  const early = readEarlyWatchlist('key');
  expect(early?.viewer).toBe('one');
  expect(sent[0]?.url).toMatch(/\/rest\/v1\/watchlist\?.*user_id=eq\.one.*offset=24/);
  expect(sent[0]?.headers).toMatchObject({ apikey: 'key', authorization: `Bearer ${token({})}` });
  await early?.shown;
});

test('without a usable session nothing is requested', () => {
  expect(readEarlyWatchlist('key')).toBeUndefined();
  stored.set('lakou-session', 'not JSON');
  expect(readEarlyWatchlist('key')).toBeUndefined();
  storeSession({ expires_at: Date.now() / 1000 + 30 });
  expect(readEarlyWatchlist('key')).toBeUndefined();
  storeSession({ access_token: token({ aal_needed: 'aal2' }) });
  expect(readEarlyWatchlist('key')).toBeUndefined();
  expect(sent).toEqual([]);
});

test('a session that ended with the browser is not used', () => {
  storeSession({});
  stored.set('lakou-not-remembered', '1');
  expect(readEarlyWatchlist('key')).toBeUndefined();
  expect(sent).toEqual([]);
});

test('the app starts although the request fails', async () => {
  storeSession({});
  answer = async () => new Response('no', { status: 500 });
  await expect(readEarlyWatchlist('key')?.shown).resolves.toBeUndefined();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(readEarlyWatchlist('key')?.shown).resolves.toBeUndefined();
});
