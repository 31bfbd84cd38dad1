import { describe, expect, test } from 'vitest';
import { outcomeOf } from './support/codes.ts';
import { fixture } from './support/fixtures.ts';
import { at, eventBooker, payment } from './support/money.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction, concurrently } = world;
const movie = fixture['movie nobody bought'];

interface Paid {
  order: string;
  payment: number;
  reference: string;
}

/** Mimose buys a film for 12 dollars, with this provider. */
async function bought(as: As, provider: string, price = 1200): Promise<Paid> {
  const gourdes = provider === 'moncash';
  const order = await as('owner').value<string>(
    `insert into orders (user_id, transaction_type, media_type, movie_id, title, amount_minor, currency, price_minor, exchange_rate,
        provider, provider_reference)
      values ($1, 'purchase', 'movie', $2, 'Pousyè', $3, $4, $5, $6, $7, $8) returning id`,
    idOf.mimose,
    movie,
    gourdes ? 158_000 : price,
    gourdes ? 'HTG' : 'USD',
    gourdes ? price : null,
    gourdes ? 131.25 : null,
    provider,
    `page-${provider}-${Math.random()}`,
  );
  const fact = payment({ amount_minor: gourdes ? 158_000 : price, currency: gourdes ? 'HTG' : 'USD' });
  await eventBooker(as, order, provider)(fact);
  return { order, payment: await paymentOf(as, order), reference: fact.reference };
}
const paymentOf = async (as: As, order: string): Promise<number> =>
  Number(await as('owner').value(`select id from ledger where order_id = $1 and kind = 'payment'`, order));
const entries = (as: As, order: string) =>
  as('owner').query(
    `select kind, amount_minor::integer as amount from ledger where order_id = $1 order by id`,
    order,
  );
const canWatch = (as: As) =>
  as('owner').value<boolean>(`select private.can_watch($1, 'movie', $2)`, idOf.mimose, movie);
const credit = async (as: As) => Number(await as('mimose').value('select my_credit()'));
const audits = async (as: As, act: string) =>
  Number(await as('owner').value('select count(*) from audit_log where act = $1', act));
const refundsToMake = (as: As, order: string) =>
  as('service').query('select reference, amount_minor::integer as amount from refunds_to_make($1)', order);

describe('a refund', () => {
  test(
    'is asked for once, however often an accountant clicks, and ends what was paid for when the provider made it',
    inTransaction(async (as) => {
      const { order, payment: id, reference } = await bought(as, 'stripe');
      expect(await canWatch(as)).toBe(true);
      for (let click = 0; click < 3; click += 1)
        expect(await as('accountant').value(`select request_refund($1, 'Te achte de fwa')`, id)).toBe(order);
      expect(await audits(as, 'request_refund')).toBe(1);
      expect(await refundsToMake(as, order)).toEqual([{ reference, amount: 1200 }]);
      expect(
        await as('owner').value('select why from private.expected_payment_events where order_id = $1', order),
      ).toBe('refund_requested');
      expect(await as('service').query('select why from claim_refund($1)', order)).toHaveLength(1);
      expect(
        await as('service').query('select why from claim_refund($1)', order),
        'a second caller',
      ).toHaveLength(0);
      expect(await canWatch(as), 'asked for, not made').toBe(true);
      await eventBooker(
        as,
        order,
        'stripe',
      )({
        ...payment({ kind: 'refund', reference: 're_1', payment_reference: reference }),
      });
      expect([await canWatch(as), await refundsToMake(as, order)]).toEqual([false, []]);
      await as('accountant').query(`select request_refund($1, 'ankò')`, id);
      expect([await audits(as, 'request_refund'), await refundsToMake(as, order)], 'done already').toEqual([
        1,
        [],
      ]);
    }),
  );

  test(
    'returns only what is left, stops when the provider refuses it, and can be asked for again',
    inTransaction(async (as) => {
      const { order, payment: id, reference } = await bought(as, 'stripe');
      const back = (kind: string, ref: string, amount_minor: number) =>
        eventBooker(
          as,
          order,
          'stripe',
        )(payment({ kind, reference: ref, payment_reference: reference, amount_minor, occurred_at: at(0) }));
      await back('refund', 're_1', 300);
      await as('accountant').query(`select request_refund($1, 'rezon')`, id);
      expect(await refundsToMake(as, order)).toEqual([{ reference, amount: 900 }]);
      await back('refund', 're_2', 900);
      await back('refund_failed', 're_2', 900);
      expect(await refundsToMake(as, order), 'refused').toEqual([]);
      const detail = await as('accountant').value<{ entries: Record<string, unknown>[] }>(
        'select admin_payment($1)',
        order,
      );
      expect(detail.entries[0]).toMatchObject({ refund_failed: true, return_as: 'refund', left_minor: 900 });
      await as('owner').query(
        `update private.refund_requests set requested_at = requested_at - interval '1 second'`,
      );
      await as('accountant').query(`select request_refund($1, 'ankò')`, id);
      expect(await audits(as, 'request_refund')).toBe(2);
    }),
  );

  test(
    'of what credit or a wallet paid is refused, and so is credit for a card; a disputed payment is the bank’s',
    inTransaction(async (as) => {
      const wallet = await bought(as, 'moncash');
      const card = await bought(as, 'stripe');
      const hint = async (sql: string, id: number) => (await as('accountant').refusal(sql, id)).hint;
      expect(await hint(`select request_refund($1, 'x')`, wallet.payment)).toBe('return_unavailable');
      expect(await hint(`select credit_payment($1, 'x')`, card.payment)).toBe('return_unavailable');
      expect(await hint(`select request_refund($1, ' ')`, card.payment)).toBe('reason_needed');
      expect(await hint(`select request_refund($1, 'x')`, 0)).toBe('no_longer_there');
      await eventBooker(
        as,
        card.order,
        'stripe',
      )(payment({ kind: 'dispute', reference: 'dp_1', payment_reference: card.reference }));
      expect(await hint(`select request_refund($1, 'x')`, card.payment)).toBe('payment_disputed');
      for (const person of ['mimose', 'editor', 'moderator', 'visitor'] as const)
        for (const name of ['request_refund', 'credit_payment'])
          expect((await as(person).refusal(`select ${name}($1, 'x')`, card.payment)).code).toBe('42501');
      for (const sql of [
        'claim_refund(gen_random_uuid())',
        'refunds_to_make(gen_random_uuid())',
        'pay_with_credit(gen_random_uuid())',
      ])
        expect((await as('admin').refusal(`select ${sql}`)).code, sql).toBe('42501');
    }),
  );
});

async function gift(as: As, provider: string) {
  const [order] = await as('mimose').query<{ id: string; gift_id: string }>(
    `select * from create_gift('Manmi', 'Jean', 'ht', '', null, null, 'month')`,
  );
  await as('owner').query(
    `update orders set provider = $2, provider_reference = id where id = $1`,
    order?.id,
    provider,
  );
  await eventBooker(as, order?.id ?? '', provider)(payment({ amount_minor: 399 }));
  const code = await as('mimose').value<string>('select code from my_gifts() where id = $1', order?.gift_id);
  return { order: order?.id ?? '', payment: await paymentOf(as, order?.id ?? ''), code };
}

describe('the payment of a gift', () => {
  test(
    'is not returned after somebody redeemed it',
    inTransaction(async (as) => {
      for (const [provider, call] of [
        ['stripe', 'request_refund'],
        ['moncash', 'credit_payment'],
      ] as const) {
        const given = await gift(as, provider);
        expect(await outcomeOf(as('tiJo'), given.code)).toBe('code_redeemed');
        const refused = await as('accountant').refusal(`select ${call}($1, 'Li mande l')`, given.payment);
        expect([refused.hint, refused.message]).toEqual([
          'gift_used',
          'This gift has been redeemed. A redeemed gift is not returned.',
        ]);
        expect(await entries(as, given.order)).toHaveLength(1);
      }
    }),
  );

  test(
    'that is returned before makes its code void',
    inTransaction(async (as) => {
      const given = await gift(as, 'stripe');
      await as('accountant').query(`select request_refund($1, 'Li mande l')`, given.payment);
      expect(await outcomeOf(as('tiJo'), given.code)).toBe('code_revoked');
    }),
  );
});

describe('credit', () => {
  test(
    'is what a wallet’s payment was worth at its own rate, given once; what was paid for ends',
    inTransaction(async (as) => {
      const { order, payment: id } = await bought(as, 'moncash');
      expect(await canWatch(as)).toBe(true);
      await as('owner').query(
        `insert into exchange_rates (rate, rate_date, source) values (200, '2026-11-01', 'BRH')`,
      );
      for (let click = 0; click < 3; click += 1)
        expect(await as('accountant').value(`select credit_payment($1, 'Li te vle yon lòt')`, id)).toBe(
          order,
        );
      expect(await entries(as, order)).toEqual([
        { kind: 'payment', amount: 158_000 },
        { kind: 'credit', amount: -158_000 },
      ]);
      expect([await credit(as), await canWatch(as), await audits(as, 'credit_payment')]).toEqual([
        1203,
        false,
        1,
      ]);
      expect(await as('owner').value('select status from orders where id = $1', order)).toBe('refunded');
    }),
  );

  test(
    'pays an order wholly or not at all, once for two clicks, never a subscription; returned, it is credit again',
    inTransaction(async (as) => {
      const { payment: id } = await bought(as, 'moncash');
      await as('accountant').query(`select credit_payment($1, 'rezon')`, id);
      const pay = (order: unknown) => as('service').value<string>('select (pay_with_credit($1)).id', order);
      const orderFor = (sql: string) => as('mimose').value<string>(`select id from ${sql}`);
      const week = await orderFor(`create_pass_order('week')`);
      expect(await pay(week)).toBe(week);
      expect(await credit(as)).toBe(1203 - 149);
      expect(await as('owner').value('select private.is_subscribed($1)', idOf.mimose)).toBe(true);
      const again = await orderFor(`create_pass_order('week')`);
      expect([again === week, await pay(again), await credit(as)], 'a double click').toEqual([
        false,
        week,
        1054,
      ]);
      const year = await orderFor(`create_pass_order('year')`);
      expect((await as('service').refusal('select pay_with_credit($1)', year)).hint).toBe('credit_short');
      const plan = await as('owner').value(
        `insert into orders (user_id, transaction_type, plan, title, amount_minor) values ($1, 'subscription', 'monthly', 'x', 399) returning id`,
        idOf.mimose,
      );
      expect((await as('service').refusal('select pay_with_credit($1)', plan)).hint).toBe(
        'payment_method_unavailable',
      );
      await as('admin').query(`select credit_payment($1, 'rezon')`, await paymentOf(as, week));
      expect([
        await credit(as),
        await as('owner').value('select private.is_subscribed($1)', idOf.mimose),
      ]).toEqual([1203, false]);
    }),
  );

  test(
    'of an order that was begun elsewhere is paid by an order of its own; a deleted account has none',
    inTransaction(async (as) => {
      const { payment: id } = await bought(as, 'moncash');
      await as('accountant').query(`select credit_payment($1, 'rezon')`, id);
      const rental = await as('mimose').value<string>(
        `select id from create_order('movie', $1, 'rental')`,
        movie,
      );
      await as('service').query(`select start_checkout($1, 'sandbox')`, rental);
      const paid = await as('service').value<string>('select (pay_with_credit($1)).id', rental);
      expect(paid).not.toBe(rental);
      expect(await as('owner').value('select status from orders where id = $1', rental)).toBe('pending');
      await as('owner').query('update orders set user_id = null where id = $1', paid);
      const refusal = await as('accountant').refusal(
        `select credit_payment($1, 'x')`,
        await paymentOf(as, paid),
      );
      expect(refusal.hint).toBe('account_gone');
    }),
  );

  test('is spent once by two orders at the same moment', async () => {
    const ids = await world.database.transaction(async (transaction) => {
      const as: As = () =>
        ({
          query: (sql: string, ...values: unknown[]) => transaction.query(sql, values),
          value: async (sql: string, ...values: unknown[]) =>
            Object.values((await transaction.query(sql, values))[0] ?? {})[0],
        }) as never;
      const { payment: id } = await bought(as, 'moncash', 1200);
      await transaction.query(
        `insert into private.credits (user_id, ledger_id, amount_minor) values ($1, $2, 399)`,
        [idOf.mimose, id],
      );
      return transaction.query<{ id: string }>(
        `insert into orders (user_id, transaction_type, pass, title, amount_minor)
          values ($1, 'pass', 'month', 'x', 399), ($1, 'pass', 'week', 'x', 149) returning id`,
        [idOf.mimose],
      );
    });
    const outcome = await concurrently(
      ['service', 'select pay_with_credit($1)', ids[0]?.id],
      ['service', 'select pay_with_credit($1)', ids[1]?.id],
    );
    expect((outcome as { hint?: string }).hint).toBe('credit_short');
    const [row] = await world.database.query<{ left: number }>(
      'select private.credit_of($1)::integer as left',
      [idOf.mimose],
    );
    expect(row?.left).toBe(0);
  });
});
