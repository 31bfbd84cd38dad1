import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, eventBooker, type Fact, hour, payment as paymentOf } from './support/money.ts';
import { idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** One moment for the whole file, so that the clock's minute does not change between an event and its check. */
const begin = Date.now();
const at = (offset: number) => new Date(begin + offset).toISOString();
const payment = (fact: Partial<Fact>) => paymentOf({ occurred_at: at(-hour), ...fact });

const passOrder = (as: As, pass: string, member: Member = 'mimose') =>
  as('owner').value<string>(
    `insert into orders (user_id, transaction_type, pass, title, amount_minor)
      select $1, 'pass', id, 'Lakou, ' || id, amount_minor from passes where id = $2 returning id`,
    idOf[member],
    pass,
  );

const priceOf = { day: 49, week: 149, month: 399, year: 4389 } as const;
type Pass = keyof typeof priceOf;

/** The member's row of subscriptions that stands for all passes. */
async function rightOf(as: As, member: Member = 'mimose') {
  const [row] = await as('owner').query<{ status: string; ends: string }>(
    `select status, to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as ends from subscriptions
      where user_id = $1 and subscription_type = 'pass'`,
    idOf[member],
  );
  return row;
}
const minute = (moment: string) => new Date(moment).toISOString().slice(0, 16);

describe('a pass', () => {
  test(
    'gives the right of a subscription, never renews, and extends what is left',
    inTransaction(async (as) => {
      const [first, second] = [await passOrder(as, 'week'), await passOrder(as, 'day')];
      const isSubscribed = () => as('owner').value('select private.is_subscribed($1)', idOf.mimose);
      expect(await isSubscribed()).toBe(false);
      const paid = payment({ amount_minor: 149, occurred_at: at(-hour) });
      for (let times = 0; times < 3; times += 1) await eventBooker(as, first)(paid);
      expect(await isSubscribed()).toBe(true);
      expect(await rightOf(as)).toEqual({ status: 'active', ends: minute(at(7 * day - hour)) });
      await eventBooker(as, second)(payment({ amount_minor: 49 }));
      expect(await rightOf(as)).toEqual({ status: 'active', ends: minute(at(8 * day - hour)) });
      const rows = await as('mimose').query(
        `select provider, order_id, cancel_at_period_end from subscriptions where user_id = $1`,
        idOf.mimose,
      );
      expect(rows).toEqual([{ provider: 'pass', order_id: null, cancel_at_period_end: true }]);
    }),
  );

  test(
    'that is refunded takes away its own days and no others',
    inTransaction(async (as) => {
      const [week, single] = [await passOrder(as, 'week'), await passOrder(as, 'day')];
      const paid = payment({ amount_minor: 149 });
      await eventBooker(as, week)(paid);
      await eventBooker(as, single)(payment({ amount_minor: 49 }));
      const refund = {
        kind: 'refund',
        reference: 'back',
        payment_reference: paid.reference,
        amount_minor: 149,
        currency: 'usd',
      };
      await eventBooker(as, week)(refund);
      expect(await rightOf(as)).toEqual({ status: 'active', ends: minute(at(day - hour)) });
      expect(await as('owner').value('select status from orders where id = $1', week)).toBe('refunded');
    }),
  );

  test(
    'bought while a subscription runs begins at its end, and moves when the subscription is prolonged',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into subscriptions (user_id, status, subscription_type, expires_at, created_at)
          values ($1, 'active', 'monthly', $2, $3)`,
        idOf.mimose,
        at(10 * day),
        at(-20 * day),
      );
      await eventBooker(as, await passOrder(as, 'day'))(payment({ amount_minor: 49 }));
      expect((await rightOf(as))?.ends).toBe(minute(at(11 * day)));
      await as('owner').query(
        `update subscriptions set expires_at = $2 where user_id = $1 and subscription_type = 'monthly'`,
        idOf.mimose,
        at(40 * day),
      );
      expect((await rightOf(as))?.ends).toBe(minute(at(41 * day)));
    }),
  );

  test(
    'paid short gives nothing and is shown to accountants',
    inTransaction(async (as) => {
      const order = await passOrder(as, 'week');
      await eventBooker(as, order)(payment({ amount_minor: 148, reference: 'short' }));
      expect(await rightOf(as)).toBeUndefined();
      expect(
        await as('accountant').query(
          `select order_id, reason, settled_at from payment_alerts where reference = 'short'`,
        ),
      ).toEqual([{ order_id: order, reason: 'amount_short', settled_at: null }]);
      expect(await as('mimose').query('select * from payment_alerts')).toEqual([]);
    }),
  );

  test(
    'that staff ended stays ended when its payment is reported again',
    inTransaction(async (as) => {
      const order = await passOrder(as, 'week');
      const paid = payment({ amount_minor: 149 });
      await eventBooker(as, order)(paid);
      const row = await as('owner').value(`select id from subscriptions where user_id = $1`, idOf.mimose);
      await as('admin').query(`select end_subscription($1, 'Li mande l')`, row);
      await eventBooker(as, order)(paid);
      expect((await rightOf(as))?.status).toBe('canceled');
      expect(await as('owner').value('select private.is_subscribed($1)', idOf.mimose)).toBe(false);
    }),
  );

  test(
    'costs what an admin set, and open orders keep their price',
    inTransaction(async (as) => {
      const before = await as('mimose').query<{ id: string }>(`select id from create_pass_order('day')`);
      expect(await as('mimose').query(`select id from create_pass_order('day')`)).toEqual(before);
      for (const person of ['mimose', 'accountant', 'editor'] as const) {
        expect((await as(person).refusal(`select set_pass_price('day', 99)`)).hint).toBe('no_access');
      }
      expect((await as('admin').refusal(`select set_pass_price('day', 0)`)).hint).toBe('price_invalid');
      await as('admin').query(`select set_pass_price('day', 99)`);
      const after = await as('mimose').query<{ id: string; amount_minor: number }>(
        `select id, amount_minor from create_pass_order('day')`,
      );
      expect(after).toMatchObject([{ amount_minor: 99 }]);
      expect(after[0]?.id).not.toBe(before[0]?.id);
      expect(await as('owner').value('select amount_minor from orders where id = $1', before[0]?.id)).toBe(
        49,
      );
    }),
  );
});

test(
  'a member is reminded once before a pass ends, and again only after another one',
  inTransaction(async (as) => {
    const listed = () =>
      as('owner').value<number>(
        'select count(*)::integer from private.list_ending_passes(20) where user_id = $1',
        idOf.mimose,
      );
    const buy = async (hoursAgo: number) =>
      eventBooker(
        as,
        await passOrder(as, 'week'),
      )(payment({ amount_minor: 149, occurred_at: at(-hoursAgo * hour) }));
    await buy(5 * 24);
    expect(await listed(), 'two days left').toBe(0);
    await as('owner').query(
      `update private.paid_passes set paid_at = paid_at - interval '36 hours' where user_id = $1`,
      idOf.mimose,
    );
    await as('owner').query('select private.recompute_passes($1)', idOf.mimose);
    expect(await listed(), 'half a day left').toBe(1);
    await as('owner').query('select private.mark_pass_reminded($1)', idOf.mimose);
    expect(await listed(), 'reminded').toBe(0);
    await buy(24);
    expect(await listed(), 'extended').toBe(0);
  }),
);

const purchase = fc.record({
  pass: fc.constantFrom<Pass>('day', 'week', 'month', 'year'),
  daysAgo: fc.integer({ min: 0, max: 60 }),
  fate: fc.constantFrom('kept', 'kept', 'refunded', 'disputed', 'dispute won', 'short', 'refund failed'),
});

function eventsOf(bought: { pass: Pass; daysAgo: number; fate: string }, index: number): Fact[] {
  const amount_minor = priceOf[bought.pass] - (bought.fate === 'short' ? 1 : 0);
  const paid = payment({ reference: `p-${index}`, amount_minor, occurred_at: at(-bought.daysAgo * day) });
  const back = (kind: string): Fact => ({
    kind,
    reference: `b-${index}`,
    payment_reference: paid.reference,
    amount_minor,
    currency: 'usd',
    occurred_at: at(-hour),
  });
  switch (bought.fate) {
    case 'refunded':
      return [paid, back('refund')];
    case 'refund failed':
      return [paid, back('refund'), back('refund_failed')];
    case 'disputed':
      return [paid, back('dispute')];
    case 'dispute won':
      return [paid, back('dispute'), back('dispute_won')];
    default:
      return [paid];
  }
}

test(
  'payments and refunds of several passes, shuffled and repeated, end in the same row',
  inTransaction(async (as) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(purchase, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        async (purchases, chances) => {
          const outcomes: unknown[] = [];
          for (const member of ['mimose', 'tiJo'] as const) {
            await as('owner').query('delete from private.paid_passes where user_id = $1', idOf[member]);
            await as('owner').query(
              `delete from subscriptions where user_id = $1 and subscription_type = 'pass'`,
              idOf[member],
            );
            const run = randomUUID();
            const work: (() => Promise<unknown>)[] = [];
            for (const [index, bought] of purchases.entries()) {
              const book = eventBooker(as, await passOrder(as, bought.pass, member));
              for (const fact of eventsOf(bought, index)) {
                const own: Fact = { ...fact, reference: `${run} ${fact.reference}` };
                if (fact.payment_reference) own.payment_reference = `${run} ${fact.payment_reference}`;
                work.push(() => book(own));
                if (member === 'tiJo') work.push(() => book(own));
              }
            }
            if (member === 'tiJo') {
              const ranked = work.map((act) => ({ act, rank: chances.next().value }));
              work.splice(
                0,
                work.length,
                ...ranked.toSorted((a, b) => a.rank - b.rank).map(({ act }) => act),
              );
            }
            for (const act of work) await act();
            outcomes.push((await rightOf(as, member)) ?? null);
          }
          expect(outcomes[1]).toEqual(outcomes[0]);
        },
      ),
      { numRuns: process.env.LONG ? 300 : 20 },
    );
  }),
  600_000,
);
