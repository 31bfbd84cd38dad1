import { describe, expect, test } from 'vitest';
import { RENTAL_HOURS } from '../../contract/src/commerce/limits.ts';
import { fixture } from './support/fixtures.ts';
import {
  at,
  checkoutOf,
  day,
  eventBooker,
  type Fact,
  hour,
  orderOf,
  payment,
  standingOf,
} from './support/money.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;
const movie = fixture['movie nobody bought'];
const canWatch = (as: As) => as('mimose').value<boolean>(`select can_watch('movie', '${movie}')`);

const startRental = (as: As) =>
  as('owner').query('select private.start_rental($1, $2, null)', idOf.mimose, movie);

describe('a film that was paid for', () => {
  test(
    'belongs to its buyer from the moment it is booked, once, however often the event arrives',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'purchase');
      const bookEvent = eventBooker(as, order);
      const paid = payment();
      expect(await canWatch(as)).toBe(false);
      for (let times = 0; times < 3; times += 1) expect((await bookEvent(paid))[0]?.status).toBe('paid');
      expect(await canWatch(as)).toBe(true);
      const { purchases, balance } = await standingOf(as, order);
      expect(balance).toBe(1200);
      expect(purchases).toMatchObject([{ user_id: idOf.mimose, status: 'completed', amount: '12.00' }]);
      const receipts = await as('mimose').query(`select * from my_payments() where order_id = $1`, order);
      expect(receipts).toMatchObject([
        {
          title: 'Pousyè',
          kind: 'payment',
          amount_minor: 1200,
          currency: 'USD',
          status: 'paid',
          media_id: movie,
        },
      ]);
      expect(await as('tiJo').query('select * from my_payments()')).toEqual([]);
    }),
  );

  test(
    'is rented for 48 hours from the first play, which can wait for 30 days',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'rental');
      const paid = at(-29 * 24 * hour);
      const bookEvent = eventBooker(as, order);
      await bookEvent(payment({ amount_minor: 300, occurred_at: paid }));
      expect(await canWatch(as)).toBe(true);
      const hoursLeft = () =>
        as('owner').value(
          `select extract(epoch from rental_expiry - now())::integer / 3600 from user_purchases where order_id = $1`,
          order,
        );
      expect(await hoursLeft()).toBe(24 + RENTAL_HOURS);
      await startRental(as);
      expect(await hoursLeft()).toBe(RENTAL_HOURS);
      await bookEvent({ ...payment({ amount_minor: 300, occurred_at: at(-hour) }), reference: 'again' });
      await startRental(as);
      expect(await hoursLeft(), 'neither a second event nor a second play prolongs it').toBe(RENTAL_HOURS);
      await as('owner').query(
        `update user_purchases set rental_started_at = rental_started_at - interval '48 hours',
          rental_expiry = rental_expiry - interval '48 hours' where order_id = $1`,
        order,
      );
      expect(await canWatch(as)).toBe(false);
    }),
  );

  test(
    'is rented from the payment on where the operator wants it so',
    inTransaction(async (as) => {
      await as('owner').query(`update private.settings set value = '"payment"' where key = 'rental_starts'`);
      const order = await orderOf(as, 'rental');
      await eventBooker(as, order)(payment({ amount_minor: 300, occurred_at: at(-47 * hour) }));
      expect(await canWatch(as)).toBe(true);
      await startRental(as);
      expect(
        await as('owner').value(
          `select extract(epoch from rental_expiry - now())::integer / 60 from user_purchases where order_id = $1`,
          order,
        ),
      ).toBe(60);
    }),
  );

  test(
    'is lost with the whole money given back or disputed, not with a part; and comes back when the dispute is won',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'purchase');
      const bookEvent = eventBooker(as, order);
      const paid = payment();
      const back = (kind: string, reference: string, amount_minor: number): Fact => ({
        ...paid,
        kind,
        reference,
        amount_minor,
        payment_reference: paid.reference,
      });
      await bookEvent(paid);
      const afterwards = async (fact: Fact) => {
        await bookEvent(fact);
        const { status, balance } = await standingOf(as, order);
        return [status, balance, await canWatch(as)];
      };
      expect(await afterwards(back('refund', 're-1', 200))).toEqual(['paid', 1000, true]);
      expect(await afterwards(back('dispute', 'dp-1', 1000))).toEqual(['disputed', 0, false]);
      expect(await afterwards(back('dispute_won', 'dp-1', 1000))).toEqual(['paid', 1000, true]);
      expect(await afterwards(back('refund', 're-2', 1000))).toEqual(['refunded', 0, false]);
      expect(await afterwards(back('refund_failed', 're-2', 1000))).toEqual(['paid', 1000, true]);
    }),
  );

  test.each([
    ['a cent too little', { amount_minor: 1199 }, 'amount_short'],
    ['other money', { currency: 'htg', amount_minor: 5000 }, 'currency_wrong'],
  ])('for %s is booked as charged, marked, and gives nothing', (_what, fields, problem) =>
    inTransaction(async (as) => {
      const order = await orderOf(as, 'purchase');
      await eventBooker(as, order)(payment(fields));
      expect(await canWatch(as)).toBe(false);
      expect(await standingOf(as, order)).toMatchObject({
        status: 'failed',
        purchases: [],
        balance: fields.amount_minor,
      });
      expect(await as('accountant').query('select problem from ledger where order_id = $1', order)).toEqual([
        { problem },
      ]);
    })(),
  );
});

describe('a subscription', () => {
  const month = (n: number, fields: Partial<Fact> = {}) =>
    payment({
      reference: `in-${n}`,
      amount_minor: 399,
      occurred_at: at((n - 1) * 30 * day - day),
      period_end: at(n * 30 * day - day),
      subscription: 'sub-1',
      ...fields,
    });
  const note = (minutes: number, fields: Record<string, unknown> = {}): Fact => ({
    kind: 'subscription',
    reference: 'sub-1',
    status: 'active',
    period_end: at(29 * day),
    as_of: at(minutes * 60_000),
    ...fields,
  });
  const state = async (as: As, order: string) => (await standingOf(as, order)).subscriptions[0];
  const subscribed = (as: As) => as('owner').value(`select private.is_subscribed('${idOf.mimose}')`);

  test(
    'begins with its first payment, not with the provider’s word alone, and a renewal extends it',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'monthly');
      const bookEvent = eventBooker(as, order);
      await bookEvent(note(0));
      expect(await state(as, order)).toBeUndefined();
      const first = month(1);
      await bookEvent(first);
      expect(await state(as, order)).toMatchObject({
        status: 'active',
        provider_reference: 'sub-1',
        expires_at: first.period_end,
      });
      expect(await subscribed(as)).toBe(true);
      const second = month(2);
      await bookEvent(second);
      expect(await state(as, order)).toMatchObject({ status: 'active', expires_at: second.period_end });
      // The months belong together: only the order's first ledger row was for the same reference.
      expect((await standingOf(as, order)).balance).toBe(798);
    }),
  );

  test(
    'whose payment fails is overdue until it is paid, and ends when the provider gives up',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'monthly');
      const bookEvent = eventBooker(as, order);
      await bookEvent(month(1));
      await bookEvent(note(1, { status: 'past_due', period_end: at(59 * day) }));
      expect(await state(as, order)).toMatchObject({ status: 'past_due' });
      expect(await subscribed(as)).toBe(false);
      await bookEvent(month(2, { period_end: at(59 * day) }));
      expect(await state(as, order)).toMatchObject({ status: 'active' });
      await bookEvent(note(2, { status: 'canceled', ended_at: at(0), period_end: at(59 * day) }));
      expect(await state(as, order)).toMatchObject({ status: 'canceled' });
      await bookEvent(note(3));
      expect(await state(as, order), 'an ended one never comes back').toMatchObject({ status: 'canceled' });
      expect(await subscribed(as)).toBe(false);
    }),
  );

  test(
    'that is cancelled runs to the end of what was paid; old news change nothing',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'monthly');
      const bookEvent = eventBooker(as, order);
      const first = month(1);
      await bookEvent(note(5, { cancel_at_period_end: true }));
      await bookEvent(note(1));
      await bookEvent(first);
      expect(await state(as, order)).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
        expires_at: first.period_end,
      });
      expect(await subscribed(as)).toBe(true);
    }),
  );

  test(
    'keeps its day of grace while the provider charges for the next month, but not when that money went back',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'monthly');
      const bookEvent = eventBooker(as, order);
      await bookEvent(month(1, { period_end: at(-hour) }));
      expect(await state(as, order)).toMatchObject({ status: 'expired' });
      await bookEvent(note(0, { period_end: at(30 * day) }));
      expect(await state(as, order)).toMatchObject({ status: 'active' });
      expect(await subscribed(as)).toBe(true);
      await bookEvent(month(2, { period_end: at(30 * day) }));
      await bookEvent({ ...month(2), kind: 'refund', reference: 're-2', payment_reference: 'in-2' });
      expect(await subscribed(as)).toBe(false);
    }),
  );

  test(
    'whose only payment went back is over',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'monthly');
      const bookEvent = eventBooker(as, order);
      // The refund arrives before the payment it is about.
      await bookEvent({ ...month(1), kind: 'refund', reference: 're-1', payment_reference: 'in-1' });
      await bookEvent(month(1));
      expect(await state(as, order)).toMatchObject({ status: 'canceled' });
      expect(await subscribed(as)).toBe(false);
      expect(await standingOf(as, order)).toMatchObject({ status: 'refunded', balance: 0 });
    }),
  );
});

describe('nothing is booked', () => {
  test.each<[what: string, fields: Record<string, unknown>]>([
    ['of a negative amount', { amount_minor: -1200 }],
    ['of nothing', { amount_minor: 0 }],
    ['of an absurd amount', { amount_minor: 10_000_001 }],
    ['without an amount', { amount_minor: null }],
    ['in no money at all', { currency: '$' }],
    ['of an unknown kind', { kind: 'gift' }],
    ['without a reference', { reference: null }],
    ['from another provider than the order’s', { provider: 'other' }],
    ['with play money outside the demo', { provider: 'sandbox' }],
    ['for an order that is not there', { order_id: '00000000-0000-4000-b000-00000000ffff' }],
    ['as a subscription to a film', { kind: 'subscription', status: 'active', as_of: at(0) }],
    ['as a checkout that ended well by itself', { kind: 'closed', status: 'paid' }],
  ])('%s', (_what, fields) =>
    inTransaction(async (as) => {
      const order = await orderOf(as, 'purchase');
      await as('owner').query(
        `update orders set provider = $2 where id = $1`,
        order,
        fields.provider === 'sandbox' ? 'sandbox' : 'test',
      );
      const event = JSON.stringify({ order_id: order, provider: 'test', ...payment(), ...fields });
      await as('service').refusal('select book_payment($1::jsonb)', event);
      expect(await standingOf(as, order)).toMatchObject({ status: 'pending', books: [], purchases: [] });
    })(),
  );

  test(
    'by anybody but the server itself',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'purchase');
      const event = JSON.stringify({ order_id: order, provider: 'test', ...payment() });
      const calls: [sql: string, ...values: unknown[]][] = [
        ['select book_payment($1::jsonb)', event],
        ['select private.book_event($1::jsonb)', event],
        [`select save_checkout($1, 'test', 'x', 'https://x.test', now())`, order],
        ['select checkout_state($1)', order],
        [`select save_customer($1, 'stripe', 'cus_1')`, idOf.mimose],
        ['select billing_customer($1)', idOf.mimose],
        ['select * from claim_payment_checks(10)'],
        ['select * from claim_order_check($1)', order],
        [`select sandbox_start($1, '/', '/')`, order],
        [`select sandbox_session('x')`],
        [`select sandbox_add('x', '{}')`],
        ['select * from private.checkouts'],
        ['select * from private.sandbox_sessions'],
      ];
      for (const person of ['visitor', 'mimose', 'accountant', 'editor', 'admin'] as const) {
        for (const [sql, ...values] of calls) {
          expect((await as(person).refusal(sql, ...values)).code, `${person}: ${sql}`).toBe('42501');
        }
      }
    }),
  );
});

describe('two at once', () => {
  test('book one payment once', async () => {
    let order = '';
    await world.database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ id: string }>(
        `insert into public.orders (user_id, transaction_type, media_type, movie_id, title, amount_minor)
          values ($1, 'purchase', 'movie', $2, 'Pousyè', 1200) returning id`,
        [idOf.tiJo, fixture['paid movie']],
      );
      order = row?.id ?? '';
    });
    const event = JSON.stringify({ order_id: order, provider: 'test', ...payment() });
    const booked = 'select (book_payment($1::jsonb)).status';
    await world.concurrently(['service', booked, event], ['service', booked, event]);
    const rows = await world.database.query(
      'select (select count(*) from public.ledger where order_id = $1) as booked, (select count(*) from public.user_purchases where order_id = $1) as rights',
      [order],
    );
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[1, 1]]);
  });

  test('clicks make one order', async () => {
    const buy = `select id from create_order('movie', '${fixture['paid movie']}', 'rental')`;
    const second = await world.concurrently(['solange', buy], ['solange', buy]);
    const made = await world.database.query<{ id: string }>(
      `select id from public.orders where user_id = $1 and transaction_type = 'rental'`,
      [idOf.solange],
    );
    expect(made).toHaveLength(1);
    expect(second).toEqual(made);
  });
});

describe('nobody pays twice', () => {
  const order = (type: string) => `select * from create_order('movie', '${movie}', '${type}')`;
  test(
    'a second click finds the same order, until its price changes or it is too old',
    inTransaction(async (as) => {
      const [first] = await as('mimose').query(order('purchase'));
      expect((await as('mimose').query(order('purchase')))[0]?.id).toBe(first?.id);
      expect((await as('tiJo').query(order('purchase')))[0]?.id).not.toBe(first?.id);
      await as('owner').query('update movies set purchase_price = 14 where id = $1', movie);
      expect((await as('mimose').query(order('purchase')))[0]).toMatchObject({ amount_minor: 1400 });
      await as('owner').query(`update orders set created_at = now() - interval '23 hours'`);
      await as('owner').query('update movies set purchase_price = 12 where id = $1', movie);
      expect((await as('mimose').query(order('purchase')))[0]?.id).not.toBe(first?.id);
    }),
  );

  test(
    'for what they own; renters can still buy, and members who were refunded can buy again',
    inTransaction(async (as) => {
      const rent = await orderOf(as, 'rental');
      await eventBooker(as, rent)(payment({ amount_minor: 300 }));
      expect((await as('mimose').refusal(order('rental'))).hint).toBe('already_owned');
      const [buy] = await as('mimose').query(order('purchase'));
      const paid = payment();
      await eventBooker(as, String(buy?.id))(paid);
      for (const type of ['purchase', 'rental']) {
        expect(await as('mimose').refusal(order(type))).toMatchObject({
          code: '23505',
          message: 'You already own this title',
          hint: 'already_owned',
        });
      }
      await eventBooker(
        as,
        String(buy?.id),
      )({
        ...paid,
        kind: 'refund',
        reference: 're-1',
        payment_reference: paid.reference,
      });
      expect((await as('mimose').query(order('purchase')))[0]).toMatchObject({ status: 'pending' });
    }),
  );

  test(
    'for an order that was made before: at its own price while it is fresh, and only by its owner',
    inTransaction(async (as) => {
      const again = 'select * from order_to_pay($1)';
      const [made] = await as('mimose').query(order('purchase'));
      await as('owner').query('update movies set purchase_price = 14 where id = $1', movie);
      expect((await as('mimose').query(again, made?.id))[0]).toMatchObject({
        id: made?.id,
        amount_minor: 1200,
      });
      for (const person of ['tiJo', 'admin'] as const) {
        expect((await as(person).refusal(again, made?.id)).hint, person).toBe('payment_item_not_found');
      }
      await as('owner').query(
        `update orders set created_at = now() - interval '23 hours' where id = $1`,
        made?.id,
      );
      const [renewed] = await as('mimose').query(again, made?.id);
      expect(renewed).toMatchObject({ amount_minor: 1400, status: 'pending' });
      await eventBooker(as, String(renewed?.id))(payment({ amount_minor: 1400 }));
      expect((await as('mimose').refusal(again, made?.id)).hint).toBe('already_owned');
    }),
  );

  test(
    'for a subscription they have',
    inTransaction(async (as) => {
      const plan = `select * from create_subscription_order('yearly')`;
      expect(await as('kesner').refusal(plan)).toMatchObject({
        message: 'You already have an active subscription!',
        hint: 'already_subscribed',
      });
      const [made] = await as('yvrose').query(plan);
      expect(made).toMatchObject({ plan: 'yearly', amount_minor: 4389, status: 'pending' });
      expect((await as('yvrose').query(plan))[0]?.id).toBe(made?.id);
      expect((await as('yvrose').refusal(`select create_subscription_order('daily')`)).hint).toBe(
        'payment_item_not_found',
      );
      expect((await as('visitor').refusal(plan)).code).toBe('42501');
    }),
  );
});

describe('an order nobody pays', () => {
  test(
    'expires after a day; its provider is queried meanwhile, less and less often',
    inTransaction(async (as) => {
      const [forgotten, open] = [await orderOf(as, 'purchase'), await orderOf(as, 'rental')];
      await as('service').query(
        `select save_checkout($1, 'test', 'cs_1', 'https://pay.test', now() + interval '1 day')`,
        open,
      );
      await as('owner').query(
        `update orders set created_at = now() - interval '25 hours' where id = $1`,
        forgotten,
      );
      const claim = () => as('service').query('select * from claim_payment_checks(10)');
      expect(await claim()).toEqual([]);
      expect((await standingOf(as, forgotten)).status).toBe('expired');
      await as('owner').query(`update private.checkouts set next_check_at = now()`);
      expect(await claim()).toEqual([
        { order_id: open, why: 'pending', provider: 'test', session: 'cs_1', subscription: null },
      ]);
      expect(await claim(), 'for one caller alone').toEqual([]);
      await eventBooker(as, open)({ kind: 'closed', reference: 'cs_1', status: 'expired' });
      await as('owner').query(`update private.checkouts set next_check_at = now()`);
      expect(await claim()).toEqual([]);
    }),
  );

  test(
    'and is paid late after all is paid',
    inTransaction(async (as) => {
      const order = await orderOf(as, 'purchase');
      const bookEvent = eventBooker(as, order);
      await bookEvent({ kind: 'closed', reference: 'cs_1', status: 'expired' });
      await bookEvent(payment());
      await bookEvent({ kind: 'closed', reference: 'cs_1', status: 'failed' });
      expect((await standingOf(as, order)).status).toBe('paid');
    }),
  );
});

test(
  'the provider is queried about a subscription that should have renewed or whose member was deleted',
  inTransaction(async (as) => {
    const order = await orderOf(as, 'monthly');
    await as('service').query(
      `select save_checkout($1, 'test', 'cs_2', 'https://pay.test', now() + interval '1 day')`,
      order,
    );
    await eventBooker(as, order)(payment({ amount_minor: 399, period_end: at(day), subscription: 'sub-9' }));
    const claim = async () => {
      await as('owner').query(`update private.checkouts set next_check_at = now()`);
      return as('service').query('select * from claim_payment_checks(10)');
    };
    expect(await claim()).toEqual([]);
    await as('owner').query('update orders set user_id = null where id = $1', order);
    expect(await claim()).toMatchObject([{ why: 'nobody', subscription: 'sub-9' }]);
    await as('owner').query('update orders set user_id = $2 where id = $1', order, idOf.mimose);
    const late = await orderOf(as, 'monthly');
    await as('service').query(
      `select save_checkout($1, 'test', 'cs_3', 'https://pay.test', now() + interval '1 day')`,
      late,
    );
    await eventBooker(
      as,
      late,
    )(payment({ amount_minor: 399, period_end: at(-hour), subscription: 'sub-10' }));
    expect(await claim()).toMatchObject([{ why: 'renewal', session: 'cs_3', subscription: 'sub-10' }]);
  }),
);

describe('a title that people paid for', () => {
  test.each(['movie', 'series'] as const)('cannot be deleted, by nobody; a %s may be unpublished', (kind) =>
    inTransaction(async (as) => {
      const table = kind === 'movie' ? 'movies' : 'series';
      const id = fixture[`paid ${kind}`];
      for (const person of ['editor', 'admin', 'service', 'owner'] as const) {
        expect(await as(person).refusal(`delete from ${table} where id = $1`, id)).toMatchObject({
          code: '23503',
          hint: 'title_sold',
        });
      }
      expect(await as('editor').touches(`update ${table} set published = false where id = $1`, id)).toBe(1);
      expect(await as('marlene').value(`select can_watch('${kind}', $1)`, id)).toBe(true);
    })(),
  );

  test(
    'can be deleted once all money went back, and while somebody has only opened a checkout',
    inTransaction(async (as) => {
      const refunded = await orderOf(as, 'rental');
      const paid = payment({ amount_minor: 300 });
      await eventBooker(as, refunded)(paid);
      expect((await as('editor').refusal('delete from movies where id = $1', movie)).hint).toBe('title_sold');
      await eventBooker(as, refunded)({ ...paid, kind: 'refund', payment_reference: paid.reference });
      const open = await checkoutOf(as, 'purchase', 'cs_1');
      const untouched = await orderOf(as, 'monthly');
      expect(await as('editor').touches('delete from movies where id = $1', movie)).toBe(1);
      expect((await standingOf(as, refunded)).purchases).toHaveLength(1);
      expect(await statusOf(as, open)).toBe('canceled');
      expect(await statusOf(as, untouched)).toBe('pending');
    }),
  );

  test(
    'and was deleted before the payment arrives gives no entitlement, and is refunded',
    inTransaction(async (as) => {
      const order = await checkoutOf(as, 'purchase', 'cs_1');
      await as('editor').touches('delete from movies where id = $1', movie);
      const claim = () => as('service').query('select order_id, why from claim_payment_checks(10)');
      const due = [{ order_id: order, why: 'title_deleted' }];
      expect(await claim(), 'its checkout is closed').toEqual(due);
      const book = eventBooker(as, order);
      await book({ kind: 'closed', reference: 'cs_1', status: 'canceled' });
      await as('owner').query('update private.checkouts set next_check_at = now()');
      expect(await claim(), 'nobody can pay any more').toEqual([]);
      const paid = payment();
      await book(paid);
      expect(await standingOf(as, order)).toMatchObject({ status: 'failed', purchases: [] });
      expect(await claim(), 'somebody had paid').toEqual(due);
      await book({ ...paid, kind: 'refund', payment_reference: paid.reference });
      await as('owner').query('update private.checkouts set next_check_at = now()');
      expect(await claim()).toEqual([]);
      expect(await statusOf(as, order)).toBe('refunded');
    }),
  );

  const statusOf = (as: As, order: string) =>
    as('owner').value('select status from orders where id = $1', order);
});
