import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const LIMIT = 20;
const DELIVERY_SECRET = 'a-secret-for-nginx-in-tests-1234567890';
let server: TestServer;
beforeAll(async () => {
  const settings = { TRUSTED_PROXIES: '1', REQUESTS_PER_ADDRESS: String(LIMIT), DELIVERY_SECRET };
  server = await startTestServer(settings);
});
afterAll(() => server.close());

test('what only nginx asks is limited for everybody without its secret', async () => {
  const ask = async (headers: Record<string, string>) => {
    const path = `${server.url}/delivery/admission/${randomUUID()}`;
    return (await fetch(path, { headers: { 'x-forwarded-for': '198.51.100.7', ...headers } })).status;
  };
  const statuses: number[] = [];
  // The minute may end in between.
  while (statuses.at(-1) !== 429 && statuses.length < 10 * LIMIT) statuses.push(await ask({}));
  expect(new Set(statuses)).toEqual(new Set([403, 429]));
  for (let sent = 0; sent < 2 * LIMIT; sent += 1)
    expect(await ask({ 'x-delivery-secret': DELIVERY_SECRET })).toBe(403);
});
