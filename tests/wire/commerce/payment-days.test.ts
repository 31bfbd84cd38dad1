import { afterAll, beforeAll, expect, test } from 'vitest';
import { newShopper, openShop, type Shopper } from '../../support/shop.ts';
import { deliver, type StripeServer, startStripe } from '../../support/stripe-server.ts';
import type { TestServer } from '../../support/test-server.ts';

let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripe();
  server = await openShop(stripe.settings);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const idIn = (url: string): string => url.split('/').at(-1) ?? '';
/** Payments may fall on both sides of midnight: both days are compared. */
const days = () =>
  [Date.now() - 86_400_000, Date.now()].map((time) => new Date(time).toISOString().slice(0, 10));

/** As the job does it. */
async function compare(): Promise<{
  differences: Record<string, unknown>[];
  ledger: number;
  provider: number;
}> {
  for (const day of days()) {
    let cursor: string | null = null;
    do {
      const answer: { data: { next: string | null } | null } = await server
        .as('service')
        .functions.invoke('reconcile-day', { body: { day, provider: 'stripe', cursor } });
      cursor = answer.data?.next ?? null;
    } while (cursor);
    await server.database.query('select private.compare_payment_day($1, $2)', [day, 'stripe']);
  }
  const { data } = await server.as('admin').rpc('admin_payment_days');
  const rows = data?.filter(({ provider }) => provider === 'stripe') ?? [];
  return {
    differences: rows.flatMap((row) => row.differences as Record<string, unknown>[]),
    ledger: rows.reduce((sum, row) => sum + row.ledger_minor, 0),
    provider: rows.reduce((sum, row) => sum + row.provider_minor, 0),
  };
}

async function buy(person: Shopper, input?: Record<string, unknown>): Promise<string> {
  const { body } = await (input ? person.call('create-checkout', input) : person.buys());
  for (const event of stripe.world.pay(idIn(body.url))) await deliver(server.url, event);
  return idIn(body.url);
}

test('a day whose ledger is the provider’s list has no differences, also when it is compared again', async () => {
  const person = await newShopper(server);
  const session = await buy(person);
  await buy(await newShopper(server), { plan: 'monthly' });
  const refunded = stripe.world.refund(stripe.world.intentOf(session), 300);
  for (const event of refunded) await deliver(server.url, event);
  const agreed = await compare();
  expect(agreed).toEqual({ differences: [], ledger: 1299 - 300 + 399, provider: 1299 - 300 + 399 });
  expect(await compare(), 'again').toEqual(agreed);
});

test('what is missing, false or unknown is named, and a lost refund of a looked-up order is booked', async () => {
  const person = await newShopper(server);
  const session = await buy(person);
  const other = stripe.world.intentOf(await buy(await newShopper(server)));
  const [lost] = stripe.world.refund(stripe.world.intentOf(session), 200);
  const [unheard] = stripe.world.refund(other, 100);
  stripe.world.get(other).amount_received = 1298;
  const order = (await person.client.rpc('my_payments')).data?.[0]?.order_id;
  await server.database.query(
    `insert into public.ledger (order_id, kind, amount_minor, currency, provider, provider_reference)
      values ($1, 'dispute', -1, 'USD', 'stripe', 'dp_invented')`,
    [order],
  );
  const { differences } = await compare();
  const named = differences.map(({ why, reference }) => `${why} ${reference}`);
  expect(named.toSorted()).toEqual([
    `amount_differs ${other}`,
    `missing_here ${unheard?.data.object.id}`,
    'missing_there dp_invented',
  ]);
  const { data: payments } = await person.client.rpc('my_payments');
  expect(payments?.some(({ provider_reference }) => provider_reference === lost?.data.object.id)).toBe(true);
});

test('accountants export the ledger as CSV without formulas; members cannot', async () => {
  const person = await newShopper(server);
  await buy(person);
  await server.database.query(`update public.orders set title = '=1+1, "x"' where user_id = $1`, [person.id]);
  const [from, to] = days();
  const exportAs = (client: Shopper['client']) =>
    client.functions.invoke('export-payments', { body: { from, to } });
  const { data } = await exportAs(server.as('admin') as Shopper['client']);
  const lines = String(data).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^entry,time,kind,amount,currency,amount_usd/);
  expect(lines.find((line) => line.includes('1+1'))).toContain(`"'=1+1, ""x"""`);
  expect(lines.find((line) => line.includes(',payment,'))).toMatch(/,\d{4}-\d{6},,,$/);
  const [entries] = await server.database.query<{ n: number }>(
    'select count(*)::integer as n from public.ledger',
  );
  expect(lines.length - 1).toBeLessThanOrEqual(entries?.n ?? 0);
  expect(((await exportAs(person.client)).error?.context as Response | undefined)?.status).toBe(403);
  const { error } = await server
    .as('admin')
    .functions.invoke('export-payments', { body: { from: '2020-01-01', to: '2026-01-01' } });
  expect((error?.context as Response | undefined)?.status).toBe(400);
});
