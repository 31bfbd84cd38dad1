import { describe, expect, test } from 'vitest';
import { at, checkoutOf, day, eventBooker, hour, payment } from './support/money.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();

const nextCheck = (as: As, order: string) =>
  as('owner').value<string | null>('select next_check_at from private.checkouts where order_id = $1', order);
const claim = (as: As, howMany = 10) =>
  as('service').query('select order_id, why from claim_payment_checks($1)', howMany);
const makeDue = (as: As) =>
  as('owner').query("update private.checkouts set next_check_at = now() - interval '1 hour'");

describe('an order from which no event is expected', () => {
  test(
    'has no time to be checked: a paid film, a closed checkout, a cancelled subscription',
    world.inTransaction(async (as) => {
      const paid = await checkoutOf(as, 'purchase', 'cs_1');
      const closed = await checkoutOf(as, 'rental', 'cs_2');
      const ended = await checkoutOf(as, 'monthly', 'cs_3');
      for (const order of [paid, closed, ended]) expect(await nextCheck(as, order)).not.toBeNull();
      await eventBooker(as, paid)(payment());
      await eventBooker(as, closed)({ kind: 'closed', reference: 'cs_2', status: 'expired' });
      const book = eventBooker(as, ended);
      const renewal = at(day);
      await book(
        payment({ amount_minor: 399, period_end: renewal, subscription: 'sub-1', reference: 'pay-3' }),
      );
      expect(Date.parse((await nextCheck(as, ended)) ?? ''), 'it renews in a day').toBe(Date.parse(renewal));
      await book({
        kind: 'subscription',
        reference: 'sub-1',
        status: 'canceled',
        ended_at: at(0),
        as_of: at(0),
      });
      for (const order of [paid, closed, ended]) expect(await nextCheck(as, order)).toBeNull();
    }),
  );

  test(
    'but is due for whatever reason, is put right and never listed again',
    world.inTransaction(async (as) => {
      const paid = await checkoutOf(as, 'purchase', 'cs_1');
      await eventBooker(as, paid)(payment());
      await makeDue(as);
      expect(await claim(as)).toEqual([]);
      expect(await nextCheck(as, paid)).toBeNull();
    }),
  );

  test(
    'is checked again when a late event opens it',
    world.inTransaction(async (as) => {
      const order = await checkoutOf(as, 'monthly', 'cs_1');
      const book = eventBooker(as, order);
      await book({ kind: 'closed', reference: 'cs_1', status: 'expired' });
      expect(await nextCheck(as, order)).toBeNull();
      await book(payment({ amount_minor: 399, period_end: at(-hour), subscription: 'sub-1' }));
      expect(await claim(as)).toEqual([{ order_id: order, why: 'renewal' }]);
    }),
  );
});

test(
  'as many orders are claimed as the caller can check, the longest due first',
  world.inTransaction(async (as) => {
    const orders = [
      await checkoutOf(as, 'purchase', 'cs_1'),
      await checkoutOf(as, 'rental', 'cs_2'),
      await checkoutOf(as, 'monthly', 'cs_3'),
    ];
    for (const [n, order] of orders.entries()) {
      await as('owner').query(
        `update private.checkouts set next_check_at = now() - make_interval(mins => $2) where order_id = $1`,
        order,
        orders.length - n,
      );
    }
    const claimed = async () => new Set((await claim(as, 2)).map(({ order_id }) => order_id));
    expect(await claimed()).toEqual(new Set(orders.slice(0, 2)));
    expect(await claimed()).toEqual(new Set(orders.slice(2)));
    expect(await claim(as, 2)).toEqual([]);
  }),
);
