import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MoncashServer, startMoncash } from '../../support/moncash-server.ts';
import { openShop } from '../../support/shop.ts';
import type { TestServer } from '../../support/test-server.ts';

let moncash: MoncashServer;
let server: TestServer;
beforeAll(async () => {
  moncash = await startMoncash();
  server = await openShop({ ...moncash.settings, TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await server.close();
  await moncash.close();
});

const forge = async (address: string) => {
  const query = `transactionId=${randomUUID()}`;
  const headers = { 'x-forwarded-for': address };
  return (await fetch(`${server.url}/functions/v1/moncash-callback?${query}`, { headers })).status;
};

test('one address cannot use up the questions to MonCash, nor leave a row for each id that it makes up', async () => {
  const statuses: number[] = [];
  // 100 a minute, in at most two minutes.
  while (statuses.at(-1) !== 429 && statuses.length < 220) statuses.push(await forge('198.51.100.7'));
  expect(statuses.at(-1)).toBe(429);
  const counted = statuses.filter((status) => status === 404).length;
  expect(counted).toBeLessThanOrEqual(200);
  for (let sent = 0; sent < 20; sent += 1) await forge('198.51.100.7');
  const [rows] = await server.database.query<{ ids: number }>(
    `select count(*)::int as ids from private.rate_limits where action = 'transaction_query'`,
  );
  expect(rows?.ids).toBeLessThanOrEqual(200);
  expect(await forge('198.51.100.8')).toBe(404);
});
