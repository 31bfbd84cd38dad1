import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { EarlyPayment } from './early-payment.ts';
import { pressPay } from './press-pay.ts';

const stored = new Map<string, string>();
const sent: unknown[] = [];
const opened: string[] = [];
let answer: () => Promise<Response>;

vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
vi.stubGlobal('document', { cookie: '' });
vi.stubGlobal('location', { assign: (url: string) => opened.push(url) });
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('fetch', (url: string, { headers, body }: { headers: object; body: string }) => {
  sent.push({ url, headers, body: JSON.parse(body) });
  return answer();
});
afterAll(() => void vi.unstubAllGlobals());

let early: EarlyPayment;
beforeEach(() => {
  early = { order: 'it', method: 'moncash', press: undefined };
  sent.length = 0;
  opened.length = 0;
  storeSession({});
});

const token = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
function storeSession(session: object): void {
  const expires_at = Date.now() / 1000 + 3600;
  stored.set(
    'lakou-session',
    JSON.stringify({ access_token: token({}), expires_at, user: { id: 'one' }, ...session }),
  );
}

test('however often it is pressed, one checkout is requested and one page is opened', async () => {
  answer = async () => Response.json({ url: 'https://pay.test/it' });
  for (const _ of ['first', 'second', 'third']) pressPay(early, 'one', 'key');
  await vi.waitFor(() => expect(opened).toEqual(['https://pay.test/it']));
  expect(sent).toEqual([
    {
      url: '/functions/v1/create-checkout',
      headers: {
        'content-type': 'application/json',
        apikey: 'key',
        authorization: `Bearer ${token({})}`,
      },
      body: { orderId: 'it', method: 'moncash' },
    },
  ]);
});

/** The first press on a new page. */
function press(): EarlyPayment['press'] {
  early = { order: 'it', method: 'moncash', press: undefined };
  pressPay(early, 'one', 'key');
  return early.press;
}

test('a refusal, an answer without an address and a lost connection are left to the app', async () => {
  answer = async () => Response.json({ error: 'already_owned' }, { status: 409 });
  const refused = await press()?.checkout;
  expect([refused?.status, await refused?.json()]).toEqual([409, { error: 'already_owned' }]);
  answer = async () => Response.json({});
  expect(await (await press()?.checkout)?.json()).toEqual({});
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(press()?.checkout).rejects.toThrow('Failed to fetch');
  expect(opened).toEqual([]);
});

test('without a good session of the same member nothing is sent; the app takes the press over', () => {
  for (const session of [
    { expires_at: Date.now() / 1000 + 30 },
    { access_token: token({ aal_needed: 'aal2' }) },
    { user: { id: 'another' } },
  ]) {
    storeSession(session);
    expect(press()).toEqual({ method: 'moncash', checkout: undefined });
  }
  expect(sent).toEqual([]);
});
