import { describe, expect, test } from 'vitest';
import { bookFor, newCode, outcomeOf, paidGift, payOrder } from './support/codes.ts';
import { fixture } from './support/fixtures.ts';
import { everyClient, identityOf, idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction, concurrently } = world;
const movie = fixture['movie nobody bought'];
const PRICE = 1200;

interface PromotionInput {
  percent?: number | null;
  off?: number | null;
  perPerson?: number;
  total?: number;
  titles?: string[] | null;
  /** Days from now, in Haiti. */
  first?: number;
  last?: number;
}

function promotionOf(input: PromotionInput = {}): [string, ...unknown[]] {
  const { percent = input.off ? null : 25, off = null, perPerson = 1, total = 10, titles = null } = input;
  return [
    `select create_promotion('Fèt', d.today + $1::integer, d.today + $2::integer, $3, $4, $5, $6, $7)
     from (select (now() at time zone 'America/Port-au-Prince')::date as today) d`,
    ...[input.first ?? 0, input.last ?? 1, perPerson, total, percent, off, titles],
  ];
}
const makePromotion = (as: As, input?: PromotionInput) => as('admin').value<string>(...promotionOf(input));

interface Order {
  id: string;
  amount_minor: number;
  discount_minor: number | null;
}
async function orderOf(as: As, member: Member, type = 'purchase'): Promise<Order> {
  const [order] = await as(member).query<Order & Record<string, unknown>>(
    `select * from create_order('movie', $1, $2)`,
    movie,
    type,
  );
  return order as Order;
}

/** The result, and the order at its new price. */
async function apply(as: As, member: Member, code: string, type?: string) {
  const order = await orderOf(as, member, type);
  const answer = await as(member).value<{ result: string; order_id?: string }>(
    'select apply_promotion($1, $2)',
    order.id,
    code,
  );
  const [made] = await as(member).query<Order & Record<string, unknown>>(
    'select * from orders where id = $1',
    answer.order_id ?? null,
  );
  return { result: answer.result, order: made as Order | undefined };
}

describe('a promotion code', () => {
  test.each([
    [{ percent: 25 }, 900],
    [{ percent: 33 }, 804],
    [{ percent: 96 }, 50],
    [{ percent: 99 }, 50],
    [{ percent: 100 }, 0],
    [{ off: 500 }, 700],
    [{ off: 1149 }, 51],
    [{ off: 1199 }, 50],
    [{ off: 1200 }, 0],
    [{ off: 5000 }, 0],
  ])('%o leaves %i cents of 12 dollars: nothing, or what a card can be charged', (input, left) =>
    inTransaction(async (as) => {
      const { result, order } = await apply(as, 'tiJo', await makePromotion(as, input));
      expect(result).toBe('promotion_applied');
      expect(order).toMatchObject({ amount_minor: left, discount_minor: PRICE - left });
    })(),
  );

  test(
    'lowers the price that is paid and booked; the same person gets the same order again',
    inTransaction(async (as) => {
      const code = await makePromotion(as);
      const first = await apply(as, 'tiJo', code);
      expect((await apply(as, 'tiJo', code)).order?.id).toBe(first.order?.id);
      await payOrder(as, first.order as Order);
      expect(await as('tiJo').query('select amount_minor::integer, problem from my_payments()')).toEqual([
        { amount_minor: 900, problem: null },
      ]);
      expect(await as('owner').value(`select private.can_watch($1, 'movie', $2)`, idOf.tiJo, movie)).toBe(
        true,
      );
    }),
  );

  test(
    'lowers no price that cards can hardly be charged, except to nothing',
    inTransaction(async (as) => {
      await as('owner').query('update movies set purchase_price = 0.50 where id = $1', movie);
      expect((await apply(as, 'tiJo', await makePromotion(as))).result).toBe('promotion_no_gain');
      expect((await apply(as, 'tiJo', await makePromotion(as, { percent: 100 }))).order?.amount_minor).toBe(
        0,
      );
    }),
  );

  test(
    'is paid in gourdes by the rate of the order, computed from what is left in dollars',
    inTransaction(async (as) => {
      await as('accountant').query(`select set_exchange_rate(131.37, current_date, 'BRH')`);
      const { order } = await apply(as, 'tiJo', await makePromotion(as));
      const start = await as('service').value<{ order: Order & { price_minor: number; currency: string } }>(
        `select start_checkout($1, 'moncash')`,
        order?.id,
      );
      expect(start.order).toMatchObject({
        amount_minor: Math.ceil(9 * 131.37) * 100,
        currency: 'HTG',
        price_minor: 900,
        discount_minor: 300,
      });
      // The code again, with the page open: that order, not a second use or a second discount.
      const again = await as('tiJo').value<{ order_id: string }>(
        'select apply_promotion($1, $2)',
        start.order.id,
        await as('admin').value<string>('select code from admin_promotions()'),
      );
      expect(again.order_id).toBe(start.order.id);
      await bookFor(as, start.order, {
        kind: 'payment',
        reference: 'm-1',
        provider: 'moncash',
        currency: 'HTG',
      });
      const entry = await as('tiJo').value<number>('select id from my_payments()');
      expect(await as('tiJo').value('select read_receipt($1)', entry)).toMatchObject({
        price_minor: 900,
        full_price_minor: PRICE,
        discount_minor: 300,
      });
    }),
  );

  test(
    'leaves an order alone that is open at a provider; another code replaces the first, and is not added to it',
    inTransaction(async (as) => {
      const full = await orderOf(as, 'tiJo');
      await as('service').query(`select start_checkout($1, 'test')`, full.id);
      await as('service').query(
        `select save_checkout($1, 'test', 'page', '/page', now() + interval '1 day')`,
        full.id,
      );
      const { order } = await apply(as, 'tiJo', await makePromotion(as));
      expect(order?.id).not.toBe(full.id);
      expect(await as('tiJo').value('select amount_minor from orders where id = $1', full.id)).toBe(PRICE);
      const other = await as('tiJo').value<{ order_id: string }>(
        'select apply_promotion($1, $2)',
        order?.id,
        await makePromotion(as, { off: 100 }),
      );
      expect(
        await as('tiJo').query(
          'select amount_minor, discount_minor from orders where id = $1',
          other.order_id,
        ),
      ).toEqual([{ amount_minor: PRICE - 100, discount_minor: 100 }]);
      // Both pages were paid: one entitlement, and accountants see the second payment.
      await payOrder(as, full);
      await payOrder(as, order as Order);
      expect(
        await as('accountant').query(
          'select reason, order_id from payment_alerts where order_id in ($1, $2)',
          full.id,
          order?.id,
        ),
      ).toEqual([{ reason: 'paid_twice', order_id: order?.id }]);
    }),
  );

  test(
    'is not for orders of others, gifts, passes, plans, or what is paid',
    inTransaction(async (as) => {
      const code = await makePromotion(as, { perPerson: 10 });
      const mine = await orderOf(as, 'tiJo');
      const refused = async (member: Member, order: unknown) =>
        (await as(member).refusal('select apply_promotion($1, $2)', order, code)).hint;
      expect(await refused('mimose', mine.id)).toBe('payment_item_not_found');
      for (const sql of [
        `select (create_pass_order('day')).id`,
        `select (create_subscription_order('monthly')).id`,
        `select (create_gift('Manmi', 'Jean', 'ht', '', null, null, 'day')).id`,
      ])
        expect(await refused('tiJo', await as('tiJo').value(sql)), sql).toBe('payment_item_not_found');
      await payOrder(as, mine);
      expect(await refused('tiJo', mine.id)).toBe('payment_item_not_found');
    }),
  );

  test(
    'that leaves nothing to pay books zero and gives the title, once; other orders cannot be taken for free',
    inTransaction(async (as) => {
      const { order } = await apply(as, 'tiJo', await makePromotion(as, { percent: 100 }));
      const take = 'select take_free_order($1)';
      for (const person of everyClient)
        expect((await as(person).refusal(take, order?.id)).code, person).toBe('42501');
      for (let n = 0; n < 3; n += 1) await as('service').query(take, order?.id);
      expect(
        await as('accountant').query(
          'select kind, amount_minor::integer, provider from ledger where order_id = $1',
          order?.id,
        ),
      ).toEqual([{ kind: 'payment', amount_minor: 0, provider: 'promotion' }]);
      expect(await as('owner').value(`select private.can_watch($1, 'movie', $2)`, idOf.tiJo, movie)).toBe(
        true,
      );
      const full = await orderOf(as, 'mimose');
      expect((await as('service').refusal(take, full.id)).hint).toBe('payment_item_not_found');
      const nothing = { kind: 'payment', provider: 'promotion', reference: 'x', amount_minor: 0 };
      expect(
        (
          await as('service').refusal('select book_payment($1)', {
            ...nothing,
            order_id: full.id,
            currency: 'USD',
          })
        ).code,
      ).toBe('22023');
    }),
  );

  test(
    'of which nothing was paid returns nothing; a discounted payment returns what was paid',
    inTransaction(async (as) => {
      const free = await apply(as, 'tiJo', await makePromotion(as, { percent: 100 }));
      await as('service').query('select take_free_order($1)', free.order?.id);
      const paid = await apply(as, 'mimose', await makePromotion(as));
      await bookFor(as, paid.order as Order, { kind: 'payment', reference: 'v-1', provider: 'moncash' });
      const entryOf = (order: Order | undefined) =>
        as('owner').value<number>('select id from ledger where order_id = $1', order?.id);
      const nothing = await entryOf(free.order);
      for (const way of ['credit_payment', 'request_refund'])
        expect((await as('accountant').refusal(`select ${way}($1, 'tès')`, nothing)).hint).toBe(
          'return_unavailable',
        );
      const detail = await as('accountant').value<{
        entries: { return_as: string | null }[];
        promotion: string;
      }>('select admin_payment($1)', free.order?.id);
      expect([detail.promotion, detail.entries[0]?.return_as]).toEqual(['Fèt', null]);
      await as('accountant').query(`select credit_payment($1, 'tès')`, await entryOf(paid.order));
      expect(await as('mimose').value('select my_credit()::integer')).toBe(900);
      expect(
        await as('accountant').query(
          `select kind, amount_minor::integer, discount_minor from payment_export_rows(current_date - 1, current_date + 1)
           where order_id = $1 order by id`,
          paid.order?.id,
        ),
      ).toEqual([
        { kind: 'payment', amount_minor: 900, discount_minor: 300 },
        { kind: 'credit', amount_minor: -900, discount_minor: null },
      ]);
    }),
  );

  test(
    'that is entered and not paid keeps its use for half an hour; the payment page asks again before that',
    inTransaction(async (as) => {
      const code = await makePromotion(as, { total: 1 });
      const { order } = await apply(as, 'tiJo', code);
      const age = (id: unknown, minutes: number) =>
        as('owner').query(
          `update orders set created_at = now() - $2 * interval '1 minute' where id = $1`,
          id,
          minutes,
        );
      const toPay = (member: Member, id: unknown) => as(member).value('select id from order_to_pay($1)', id);
      await age(order?.id, 24);
      expect(await toPay('tiJo', order?.id)).toBe(order?.id);
      await age(order?.id, 26);
      expect((await apply(as, 'mimose', code)).result).toBe('promotion_used_up');
      const renewed = await toPay('tiJo', order?.id);
      expect(renewed).not.toBe(order?.id);
      expect(await as('tiJo').value('select amount_minor from orders where id = $1', renewed)).toBe(900);
      await age(order?.id, 31);
      await age(renewed, 31);
      expect((await apply(as, 'mimose', code)).result).toBe('promotion_applied');
      expect((await as('tiJo').refusal('select order_to_pay($1)', renewed)).hint).toBe('promotion_over');
    }),
  );

  test(
    'is held by the page of a provider for 75 minutes, and not longer by going from one provider to another',
    inTransaction(async (as) => {
      const code = await makePromotion(as, { total: 1 });
      const { order } = await apply(as, 'tiJo', code);
      const age = (minutes: number) =>
        as('owner').query(
          `update orders set created_at = now() - $1 * interval '1 minute' where promotion_id is not null`,
          minutes,
        );
      const start = (id: unknown, provider: string) =>
        as('service').value<{ order: Order }>('select start_checkout($1, $2)', id, provider);
      await start(order?.id, 'test');
      await as('service').query(
        `select save_checkout($1, 'test', 'page', '/page', now() + interval '1 hour')`,
        order?.id,
      );
      await age(24);
      const copy = (await start(order?.id, 'other')).order;
      expect(copy.id).not.toBe(order?.id);
      expect(
        await as('owner').value(
          'select count(distinct created_at)::integer from orders where promotion_id is not null',
        ),
      ).toBe(1);
      await age(74);
      expect((await apply(as, 'mimose', code)).result).toBe('promotion_used_up');
      await as('admin').query('select end_promotion(id) from admin_promotions()');
      expect((await as('tiJo').refusal('select order_to_pay($1)', copy.id)).hint).toBe('promotion_over');
      await as('owner').query('update private.promotions set ended_at = null');
      await age(76);
      expect((await apply(as, 'mimose', code)).result).toBe('promotion_applied');
      // Paid late: the money is theirs to spend, and the use is counted above the total.
      await payOrder(as, order as Order);
      expect(await as('admin').query('select used, total from admin_promotions()')).toEqual([
        { used: 2, total: 1 },
      ]);
    }),
  );

  test(
    'keeps the price of an order that can be paid when it ends or the title gets dearer',
    inTransaction(async (as) => {
      const { order } = await apply(as, 'tiJo', await makePromotion(as));
      await as('admin').query('select end_promotion(id) from admin_promotions()');
      await as('owner').query('update movies set purchase_price = 20 where id = $1', movie);
      expect(await as('tiJo').value('select id from order_to_pay($1)', order?.id)).toBe(order?.id);
      // An order at the full price is not the one that happens to cost the same.
      await as('owner').query('update movies set purchase_price = 9 where id = $1', movie);
      expect((await orderOf(as, 'tiJo')).discount_minor).toBe(null);
    }),
  );

  test(
    'is used as often as one person and all together may; an order that was not paid gives its use back',
    inTransaction(async (as) => {
      const code = await makePromotion(as, { perPerson: 1, total: 2 });
      const first = await apply(as, 'tiJo', code);
      expect((await apply(as, 'tiJo', code, 'rental')).result).toBe('promotion_used');
      expect((await apply(as, 'mimose', code)).result).toBe('promotion_applied');
      expect((await apply(as, 'solange', code)).result).toBe('promotion_used_up');
      await as('owner').query(`update orders set status = 'canceled' where id = $1`, first.order?.id);
      expect((await apply(as, 'solange', code)).result).toBe('promotion_applied');
      expect(await as('admin').query('select used, total, status from admin_promotions()')).toEqual([
        { used: 2, total: 2, status: 'running' },
      ]);
    }),
  );

  test(
    'is for its titles and its time, and ends when an admin ends it',
    inTransaction(async (as) => {
      const other = await makePromotion(as, { titles: [fixture['paid movie']] });
      expect((await apply(as, 'tiJo', other)).result).toBe('promotion_other_title');
      const mine = await makePromotion(as, { titles: [movie] });
      expect((await apply(as, 'tiJo', mine)).result).toBe('promotion_applied');
      expect((await apply(as, 'mimose', await makePromotion(as, { first: 1 }))).result).toBe(
        'code_not_active',
      );
      await as('admin').query('select end_promotion(id) from admin_promotions()');
      expect((await apply(as, 'mimose', mine)).result).toBe('code_expired');
    }),
  );

  test(
    'is not a gift or voucher, nor they a promotion; wrong ones are counted',
    inTransaction(async (as) => {
      const code = await makePromotion(as);
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_is_promotion');
      expect((await apply(as, 'tiJo', (await paidGift(as)).code)).result).toBe('code_not_promotion');
      expect((await apply(as, 'tiJo', 'CCCC')).result).toBe('code_mistyped');
      for (let n = 0; n < 10; n += 1) expect((await apply(as, 'tiJo', newCode())).result).toBe('code_wrong');
      expect((await apply(as, 'tiJo', code)).result).toBe('too_many_tries');
      // Of an account; another one goes on.
      expect((await apply(as, 'mimose', code)).result).toBe('promotion_applied');
    }),
  );

  test(
    'is made, ended and listed by admins alone, within limits',
    inTransaction(async (as) => {
      for (const [sql, ...values] of [
        promotionOf(),
        ['select end_promotion($1)', movie] as const,
        ['select * from admin_promotions()'] as const,
      ])
        for (const person of everyClient)
          if (person !== 'admin')
            expect((await as(person).refusal(sql, ...values)).code, `${person}: ${sql}`).toBe('42501');
      for (const [input, hint] of [
        [{ percent: 101 }, 'amount_invalid'],
        [{ percent: 10, off: 10 }, 'amount_invalid'],
        [{ total: 10_001 }, 'number_invalid'],
        [{ titles: [] }, 'number_invalid'],
        [{ first: -1, last: -1 }, 'expiry_invalid'],
        [{ first: 2, last: 1 }, 'expiry_invalid'],
        [{ titles: [idOf.tiJo] }, 'no_longer_there'],
      ] as const)
        expect((await as('admin').refusal(...promotionOf(input as PromotionInput))).hint).toBe(hint);
    }),
  );
});

test('of two people who want the last use at once, exactly one gets it', async () => {
  const query = (person: Member | 'admin', sql: string, ...values: unknown[]) =>
    world.database.query<Record<string, unknown>>(sql, values, { as: identityOf(person)! });
  const [sql, ...values] = promotionOf({ total: 1 });
  const [{ create_promotion: code } = {}] = await query('admin', sql, ...values);
  const orders = await Promise.all(
    (['tiJo', 'solange'] as const).map(async (member) => {
      const [order] = await query(member, `select id from create_order('movie', $1, 'purchase')`, movie);
      return order?.id;
    }),
  );
  const second = await concurrently(
    ['tiJo', 'select apply_promotion($1, $2)', orders[0], code],
    ['solange', 'select apply_promotion($1, $2) as answer', orders[1], code],
  );
  expect(second).toEqual([{ answer: { result: 'promotion_used_up' } }]);
});
