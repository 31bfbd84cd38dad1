import { describe, expect, test } from 'vitest';
import { BUNDLE_NAME_MAX, BUNDLE_TITLES_MAX } from '../../contract/src/commerce/limits.ts';
import { bundled, makeBundle } from './support/bundles.ts';
import { bookFor, newCode, payOrder } from './support/codes.ts';
import { fixture } from './support/fixtures.ts';
import { at, day } from './support/money.ts';
import { everyClient, idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Order extends Record<string, unknown> {
  id: string;
  amount_minor: number;
}
const orderOf = async (as: As, bundle: string, member: Member = 'tiJo'): Promise<Order> =>
  (await as(member).query<Order>('select * from create_bundle_order($1)', bundle))[0]!;
const canWatch = (as: As, member: Member = 'tiJo') =>
  Promise.all(
    [
      ['movie', bundled[0]],
      ['series', bundled[1]],
      ['movie', bundled[2]],
    ].map(([kind, id]) =>
      as('owner').value<boolean>('select private.can_watch($1, $2, $3)', idOf[member], kind, id),
    ),
  );
const rightsOf = (as: As, { id }: Order) =>
  as('owner').query(
    'select part, status, amount::text from user_purchases where order_id = $1 order by part',
    id,
  );
const alertsOf = (as: As, { id }: Order) =>
  as('accountant').query('select reason from payment_alerts where order_id = $1', id);
const offersOf = async (as: As, title: string) =>
  (await as('visitor').query<{ id: string }>('select id from title_bundles($1)', title)).map(({ id }) => id);

describe('a bundle', () => {
  test(
    'is one order and one payment, and gives each of its titles; the shares add up to what was paid',
    inTransaction(async (as) => {
      const order = await orderOf(as, await makeBundle(as));
      expect(order).toMatchObject({ transaction_type: 'bundle', amount_minor: 1000, title: 'Karetsi' });
      expect(await canWatch(as)).toEqual([false, false, false]);
      await payOrder(as, order);
      await payOrder(as, order);
      expect(await canWatch(as)).toEqual([true, true, true]);
      expect(await rightsOf(as, order)).toEqual([
        { part: 1, status: 'completed', amount: '3.34' },
        { part: 2, status: 'completed', amount: '3.33' },
        { part: 3, status: 'completed', amount: '3.33' },
      ]);
      expect(await as('owner').value('select count(*)::int from ledger where order_id = $1', order.id)).toBe(
        1,
      );
      expect(await alertsOf(as, order)).toEqual([]);
    }),
  );

  test(
    'that is refunded or disputed loses all of its titles; a dispute that is won brings them back',
    inTransaction(async (as) => {
      const order = await orderOf(as, await makeBundle(as));
      await payOrder(as, order);
      const back = { payment_reference: `pay-${order.id}` };
      await bookFor(as, order, { kind: 'refund', reference: 'part', amount_minor: 400, ...back });
      expect(await canWatch(as), 'a part').toEqual([true, true, true]);
      await bookFor(as, order, { kind: 'dispute', reference: 'bank', ...back });
      expect(await canWatch(as)).toEqual([false, false, false]);
      await bookFor(as, order, { kind: 'dispute_won', reference: 'bank', ...back });
      expect(await canWatch(as)).toEqual([true, true, true]);
      await bookFor(as, order, { kind: 'refund', reference: 'rest', amount_minor: 600, ...back });
      expect(await canWatch(as)).toEqual([false, false, false]);
      expect((await rightsOf(as, order)).map(({ status }) => status)).toEqual(Array(3).fill('refunded'));
    }),
  );

  test(
    'is sold at its price to somebody who has a part of it, and keeps what was there when it is refunded; not to who has all',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as);
      const order = await orderOf(as, bundle, 'marlene');
      expect(order.amount_minor).toBe(1000);
      await payOrder(as, order);
      expect(await alertsOf(as, order)).toEqual([]);
      expect((await as('marlene').refusal('select create_bundle_order($1)', bundle)).hint).toBe(
        'already_owned',
      );
      expect((await as('marlene').refusal('select order_to_pay($1)', order.id)).hint).toBe('already_owned');
      await bookFor(as, order, { kind: 'refund', reference: 'all', payment_reference: `pay-${order.id}` });
      expect(await canWatch(as, 'marlene')).toEqual([true, true, false]);
    }),
  );

  test(
    'is not given for less than its price; two paid orders are shown to accountants',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as);
      const order = await orderOf(as, bundle);
      await as('admin').query(
        `select change_bundle($1, 'Karetsi', 1100, current_date - 1, current_date + 9)`,
        bundle,
      );
      const dearer = await orderOf(as, bundle);
      expect([dearer.id === order.id, dearer.amount_minor]).toEqual([false, 1100]);
      await bookFor(as, order, { kind: 'payment', reference: 'short', amount_minor: 999 });
      expect(await canWatch(as)).toEqual([false, false, false]);
      await payOrder(as, order);
      expect(await canWatch(as), 'at the price of its order').toEqual([true, true, true]);
      await payOrder(as, dearer);
      expect((await alertsOf(as, dearer)).map(({ reason }) => reason)).toContain('paid_twice');
    }),
  );

  test(
    'has one open order per person, is paid in gourdes too, goes back as credit, and is paid with credit',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as);
      const order = await orderOf(as, bundle);
      expect((await orderOf(as, bundle)).id).toBe(order.id);
      await as('admin').query(`select set_exchange_rate(130, current_date, 'BRH')`);
      const start = await as('service').value<{ order: Order }>(
        `select start_checkout($1, 'moncash')`,
        order.id,
      );
      expect(start.order).toMatchObject({ bundle_id: bundle, currency: 'HTG', amount_minor: 130_000 });
      expect(
        await as('tiJo').query('select id, amount_minor from order_to_pay($1)', start.order.id),
      ).toHaveLength(1);
      // Something that was paid for earlier comes back as credit.
      const earlier = await orderOf(as, await makeBundle(as), 'tiJo');
      await as('owner').query(
        `update orders set provider = 'moncash', provider_reference = id::text where id = $1`,
        earlier.id,
      );
      await bookFor(as, earlier, { kind: 'payment', reference: 'wallet', provider: 'moncash' });
      const payment = await as('owner').value('select id from ledger where order_id = $1', earlier.id);
      await as('accountant').query(`select credit_payment($1, 'tès')`, payment);
      expect(await canWatch(as)).toEqual([false, false, false]);
      await as('service').query('select pay_with_credit($1)', order.id);
      expect(await canWatch(as)).toEqual([true, true, true]);
    }),
  );

  test(
    'takes no promotion code and says so; another person cannot pay its order',
    inTransaction(async (as) => {
      const order = await orderOf(as, await makeBundle(as));
      const applied = await as('tiJo').value('select apply_promotion($1, $2)', order.id, newCode());
      expect(applied).toEqual({ result: 'promotion_not_for_bundles' });
      expect((await as('mimose').refusal('select order_to_pay($1)', order.id)).hint).toBe(
        'payment_item_not_found',
      );
    }),
  );
});

describe('what is sold', () => {
  test(
    'is shown on the pages of its titles and to everybody, while it runs and is complete',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as);
      for (const title of bundled) expect(await offersOf(as, title)).toEqual([bundle]);
      expect(await offersOf(as, fixture['series nobody bought'])).toEqual([]);
      const read = () => as('visitor').value<Record<string, unknown>>('select read_bundle($1)', bundle);
      expect(await read()).toMatchObject({
        title: 'Karetsi',
        title_translations: { fr: 'Les trois' },
        amount_minor: 1000,
        single_minor: 3600,
        is_sold: true,
      });
      await as('owner').query('update movies set published = false where id = $1', bundled[0]);
      expect([await offersOf(as, bundled[2]!), (await read()).is_sold]).toEqual([[], false]);
      expect((await as('tiJo').refusal('select create_bundle_order($1)', bundle)).hint).toBe(
        'payment_item_not_found',
      );
      await as('owner').query('update movies set published = true where id = $1', bundled[0]);
      await as('admin').query('select end_bundle($1)', bundle);
      expect([await offersOf(as, bundled[2]!), (await read()).is_sold]).toEqual([[], false]);
      expect((await as('tiJo').refusal('select create_bundle_order($1)', bundle)).hint).toBe(
        'payment_item_not_found',
      );
    }),
  );

  test(
    'begins and ends with its days, in Haiti; a planned one is nobody’s to read or order',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as);
      const setDays = async (first: number, last: number) => {
        await as('owner').query(
          `update private.bundles set first_day = (now() at time zone 'America/Port-au-Prince')::date + $2::int,
            last_day = (now() at time zone 'America/Port-au-Prince')::date + $3::int where id = $1`,
          bundle,
          first,
          last,
        );
        await as('owner').query('select private.apply_release_windows()');
      };
      await setDays(1, 2);
      // Kept as planned from the beginning.
      await as('owner').query(`update private.bundles set state = 'planned' where id = $1`, bundle);
      expect(await as('visitor').value('select read_bundle($1)', bundle)).toBeNull();
      expect((await as('tiJo').refusal('select create_bundle_order($1)', bundle)).hint).toBe(
        'payment_item_not_found',
      );
      await setDays(0, 0);
      expect(await offersOf(as, bundled[0]!)).toEqual([bundle]);
      const order = await orderOf(as, bundle);
      await setDays(-2, -1);
      expect(await offersOf(as, bundled[0]!)).toEqual([]);
      expect((await as('mimose').refusal('select create_bundle_order($1)', bundle)).hint).toBe(
        'payment_item_not_found',
      );
      // Who ordered in time can still pay.
      expect(await as('tiJo').query('select id from order_to_pay($1)', order.id)).toEqual([{ id: order.id }]);
    }),
  );

  test(
    'cannot be deleted once paid for; before that its open orders end, and money that still comes gives nothing',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as, [fixture['movie nobody bought'], fixture['series nobody bought']]);
      const paid = await orderOf(as, bundle, 'mimose');
      await payOrder(as, paid);
      const remove = 'delete from movies where id = $1';
      expect((await as('owner').refusal(remove, fixture['movie nobody bought'])).hint).toBe('title_sold');
      await bookFor(as, paid, { kind: 'refund', reference: 'all', payment_reference: `pay-${paid.id}` });
      const open = await orderOf(as, bundle);
      await as('owner').query(remove, fixture['movie nobody bought']);
      expect(await as('owner').value('select status from orders where id = $1', open.id)).toBe('canceled');
      await payOrder(as, open);
      expect(await rightsOf(as, open)).toEqual([]);
      expect(await alertsOf(as, open)).toEqual([{ reason: 'title_deleted' }]);
      expect((await as('tiJo').refusal('select create_bundle_order($1)', bundle)).hint).toBe(
        'payment_item_not_found',
      );
    }),
  );

  test(
    'stands on the receipt, in the list of payments, in the export and in the person’s data',
    inTransaction(async (as) => {
      const order = await orderOf(as, await makeBundle(as));
      await payOrder(as, order);
      const [entry] = await as('tiJo').query<{ id: number }>(
        `select id, title, transaction_type from my_payments() where order_id = $1`,
        order.id,
      );
      expect(entry).toMatchObject({ title: 'Karetsi', transaction_type: 'bundle' });
      expect(await as('tiJo').value('select read_receipt($1)', entry!.id)).toMatchObject({
        transaction_type: 'bundle',
        bundle_titles: ['Lanmè (movie)', 'Lanmè (series)', 'Pousyè (movie)'],
      });
      const exported = await as('accountant').query(
        `select title, transaction_type from payment_export_rows(current_date - 1, current_date + 1) where order_id = $1`,
        order.id,
      );
      expect(exported).toEqual([{ title: 'Karetsi', transaction_type: 'bundle' }]);
      expect(await as('admin').query('select title, sold::int, is_complete from admin_bundles()')).toEqual([
        { title: 'Karetsi', sold: 1, is_complete: true },
      ]);
    }),
  );
});

describe('admins', () => {
  test(
    'alone make, change, end and list bundles',
    inTransaction(async (as) => {
      const bundle = await makeBundle(as);
      for (const person of everyClient) {
        if (person === 'admin') continue;
        for (const sql of [
          `select create_bundle('x', '{}', 100, current_date, current_date)`,
          `select change_bundle('${bundle}', 'x', 100, current_date, current_date)`,
          `select end_bundle('${bundle}')`,
          'select * from admin_bundles()',
        ])
          expect((await as(person).refusal(sql)).code, `${person}: ${sql}`).toBe('42501');
      }
    }),
  );

  test(
    'get a clear answer to what cannot be sold',
    inTransaction(async (as) => {
      const refused = async (changed: object) => {
        const values = {
          title: 'x',
          titles: bundled,
          amount: 500,
          first: at(0),
          last: at(day),
          names: '{}',
          ...changed,
        };
        const { title, titles, amount, first, last, names } = values;
        const sql = 'select create_bundle($1, $2::uuid[], $3, $4::date, $5::date, $6::jsonb)';
        return (await as('admin').refusal(sql, title, titles, amount, first, last, names)).hint;
      };
      const [one, two] = bundled;
      expect(await refused({ title: ' ' })).toBe('gift_name_needed');
      expect(await refused({ title: 'x'.repeat(BUNDLE_NAME_MAX + 1) })).toBe('gift_name_needed');
      expect(await refused({ names: '{"de": "x"}' })).toBe('gift_name_needed');
      for (const titles of [[], [one], [one, two, one], Array(BUNDLE_TITLES_MAX + 1).fill(one), null])
        expect(await refused({ titles })).toBe('bundle_titles_invalid');
      expect(await refused({ titles: [one, idOf.tiJo] })).toBe('no_longer_there');
      for (const amount of [0, 49, -1, 100_001, null])
        expect(await refused({ amount })).toBe('amount_invalid');
      expect(await refused({ first: at(2 * day), last: at(day) })).toBe('expiry_invalid');
      expect(await refused({ first: at(-9 * day), last: at(-2 * day) })).toBe('expiry_invalid');
      const bundle = await makeBundle(as);
      await as('admin').query('select end_bundle($1)', bundle);
      const change = `select change_bundle($1, 'x', 100, current_date, current_date + 1)`;
      expect((await as('admin').refusal(change, bundle)).hint).toBe('no_longer_there');
      expect((await as('admin').refusal('select end_bundle($1)', bundle)).hint).toBe('no_longer_there');
    }),
  );
});
