import { describe, expect, test } from 'vitest';
import type { Receipt } from '../../contract/src/commerce/responses.ts';
import { eventBooker, orderOf, payment } from './support/money.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

async function pay(as: As, fact: Record<string, unknown> = {}, provider = 'test'): Promise<number> {
  const order = await orderOf(as, 'purchase');
  await eventBooker(as, order, provider)(payment(fact));
  // Numbers are given at the commit, and tests commit nothing.
  await as('owner').query('set constraints all immediate');
  return Number(await as('owner').value('select id from ledger where order_id = $1', order));
}
const receiptOf = (as: As, entry: number, who: 'mimose' | 'accountant' = 'mimose') =>
  as(who).value<Receipt>('select read_receipt($1)', entry);
const numbers = () =>
  world.database.query<{ number: number }>('select number from private.receipts order by year, number');

describe('receipts', () => {
  test(
    'are for the buyer, accountants and admins alone',
    inTransaction(async (as) => {
      const entry = await pay(as);
      const year = new Date().getUTCFullYear();
      const receipt = await receiptOf(as, entry);
      expect(receipt).toMatchObject({ kind: 'payment', amount_minor: 1200, tax_name: null, returned: [] });
      expect(receipt.number).toMatch(new RegExp(`^${year}-\\d{6}$`));
      expect(await receiptOf(as, entry, 'accountant')).toEqual(receipt);
      for (const person of ['tiJo', 'editor', 'moderator'] as const)
        expect((await as(person).refusal('select read_receipt($1)', entry)).hint).toBe('receipt_missing');
      expect((await as('visitor').refusal('select read_receipt($1)', entry)).code).toBe('42501');
      expect((await as('mimose').refusal('select read_receipt(0)')).hint).toBe('receipt_missing');
    }),
  );

  test(
    'keep the tax of their day and country, which is part of the amount',
    inTransaction(async (as) => {
      const set = (country: string, percent: number, from: string) =>
        as('accountant').query(`select set_tax_rate($1, 'TCA', $2, ${from})`, country, percent);
      await set('ht', 10, 'current_date');
      await set('HT', 12, 'current_date + 1');
      const haitian = await pay(as, { country: 'HT' });
      expect(await receiptOf(as, haitian)).toMatchObject({
        tax_name: 'TCA',
        tax_percent: 10,
        tax_minor: 109,
      });
      await set('HT', 20, 'current_date');
      expect(await receiptOf(as, haitian), 'set later').toMatchObject({ tax_percent: 10 });
      expect(await receiptOf(as, await pay(as, { country: 'HT' }))).toMatchObject({
        tax_percent: 20,
        tax_minor: 200,
      });
      expect(await receiptOf(as, await pay(as, { country: 'US' }))).toMatchObject({ tax_name: null });
      expect(await receiptOf(as, await pay(as, { country: "X'" }))).toMatchObject({ tax_name: null });
      expect(await receiptOf(as, await pay(as, {}, 'moncash')), 'wallets are Haitian').toMatchObject({
        tax_percent: 20,
      });
      for (const [sql, hint] of [
        [`set_tax_rate('Haiti', 'TCA', 10, current_date)`, 'country_invalid'],
        [`set_tax_rate('HT', ' ', 10, current_date)`, 'tax_name_needed'],
        [`set_tax_rate('HT', 'TCA', 51, current_date)`, 'rate_invalid'],
        [`set_tax_rate('HT', 'TCA', 10, current_date - 30)`, 'date_invalid'],
      ] as const)
        expect((await as('admin').refusal(`select ${sql}`)).hint).toBe(hint);
      expect((await as('mimose').refusal(`select set_tax_rate('HT', 'TCA', 10, current_date)`)).code).toBe(
        '42501',
      );
    }),
  );

  test(
    'of what was returned name it, and the return has an entry of its own without a number',
    inTransaction(async (as) => {
      const entry = await pay(as, { reference: 'pi_1' });
      const order = await as('owner').value<string>('select order_id from ledger where id = $1', entry);
      await eventBooker(as, order)(payment({ kind: 'refund', reference: 're_1', payment_reference: 'pi_1' }));
      const { returned } = await receiptOf(as, entry);
      expect(returned).toMatchObject([{ kind: 'refund', amount_minor: -1200 }]);
      const refund = Number(
        await as('owner').value(`select id from ledger where provider_reference = 're_1'`),
      );
      expect(await receiptOf(as, refund)).toMatchObject({ kind: 'refund', number: null, returned: [] });
    }),
  );

  test('are numbered without gaps by payments at the same moment, some of which fail', async () => {
    const orders = await world.database.query<{ id: string }>(
      `insert into orders (user_id, transaction_type, pass, title, amount_minor)
        select $1, 'pass', 'day', 'x', 49 from generate_series(1, 20) returning id`,
      [idOf.mimose],
    );
    await Promise.allSettled(
      orders.map(({ id }, n) =>
        world.database.transaction(async (transaction) => {
          await transaction.query('select book_payment($1)', [
            {
              kind: 'payment',
              order_id: id,
              provider: 'test',
              reference: id,
              amount_minor: 49,
              currency: 'USD',
            },
          ]);
          if (n % 3 === 0) throw new Error('the connection is lost');
        }),
      ),
    );
    const given = (await numbers()).map(({ number }) => number);
    expect(given.length).toBeGreaterThanOrEqual(13);
    expect(given).toEqual(given.map((_, index) => index + 1));
  });
});
