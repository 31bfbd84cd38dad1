import { describe, expect, test } from 'vitest';
import { newCode, outcomeOf, paidGift, payOrder } from './support/codes.ts';
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
  starts?: string;
  ends?: string;
}

function promotionOf(input: PromotionInput = {}): [string, ...unknown[]] {
  const { percent = input.off ? null : 25, off = null, perPerson = 1, total = 10, titles = null } = input;
  return [
    `select create_promotion('Fèt', now() + $1::interval, now() + $2::interval, $3, $4, $5, $6, $7)`,
    ...[input.starts ?? '-1 hour', input.ends ?? '1 day', perPerson, total, percent, off, titles],
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
    [{ percent: 99 }, 12],
    [{ percent: 100 }, 0],
    [{ off: 500 }, 700],
    [{ off: 5000 }, 0],
  ])('%o leaves %i cents of 12 dollars, never less than nothing', (input, left) =>
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
    'that leaves nothing to pay books zero and gives the title, once; other orders cannot be taken for free',
    inTransaction(async (as) => {
      const { order } = await apply(as, 'tiJo', await makePromotion(as, { percent: 100 }));
      const take = 'select take_free_order($1)';
      expect((await as('mimose').refusal(take, order?.id)).hint).toBe('payment_item_not_found');
      for (let n = 0; n < 3; n += 1) await as('tiJo').query(take, order?.id);
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
      expect((await as('mimose').refusal(take, full.id)).hint).toBe('payment_item_not_found');
      expect(
        (
          await as('service').refusal('select book_payment($1)', {
            kind: 'payment',
            provider: 'promotion',
            reference: 'x',
            order_id: full.id,
            amount_minor: 0,
            currency: 'USD',
          })
        ).code,
      ).toBe('22023');
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
      expect((await apply(as, 'mimose', await makePromotion(as, { starts: '1 hour' }))).result).toBe(
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
        [{ ends: '-1 minute' }, 'expiry_invalid'],
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
