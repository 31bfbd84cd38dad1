import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

/** The embedded database has one connection: nobody waits for somebody there. */
const isServer = process.env.TEST_DATABASE === 'postgres';

let database: TestDatabase;
const clients: Client[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  if (!('url' in database.options)) return;
  for (let n = 0; n < 2; n += 1) {
    const client = new Client({ connectionString: database.options.url });
    await client.connect();
    clients.push(client);
  }
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database?.close();
});

const listed = (...references: string[]) =>
  `select save_provider_entries('stripe', '${JSON.stringify(
    references.map((reference, n) => ({
      reference,
      kind: 'payment',
      amount_minor: 100 + n,
      currency: 'usd',
      occurred_at: `2026-01-0${n + 1}T00:00:00Z`,
    })),
  )}')`;
const saved = () =>
  database.query<{ reference: string; amount_minor: number }>(
    'select reference, amount_minor::int from private.provider_entries order by reference',
  );

test('an entry that a provider lists twice counts once, as it was last', async () => {
  await database.query(listed('pi_twice', 'pi_twice'));
  expect(await saved()).toEqual([{ reference: 'pi_twice', amount_minor: 101 }]);
  await database.query('delete from private.provider_entries');
});

test.runIf(isServer)(
  'two reconciliations that list entries in different orders do not block each other',
  async () => {
    const [holder, other] = clients as [Client, Client];
    await database.query(listed('pi_1', 'pi_2'));
    await holder.query('begin');
    await holder.query(`update private.provider_entries set amount_minor = 1 where reference = 'pi_1'`);
    const waiting = other.query(listed('pi_2', 'pi_1'));
    const isWaiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
    while ((await database.query<{ count: number }>(isWaiting))[0]?.count !== 1);
    // Entries are locked by reference: who waits for the first has not locked the second.
    await holder.query(`set local lock_timeout = '10s'`);
    await holder.query(`update private.provider_entries set amount_minor = 2 where reference = 'pi_2'`);
    await holder.query('commit');
    await waiting;
    expect(await saved()).toEqual([
      { reference: 'pi_1', amount_minor: 101 },
      { reference: 'pi_2', amount_minor: 100 },
    ]);
  },
);
