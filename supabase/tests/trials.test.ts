import { describe, expect, test } from 'vitest';
import { bookFor } from './support/codes.ts';
import { everyClient, idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Order {
  id: string;
  amount_minor: number;
  trial_days: number | null;
}
const offerTrial = (as: As, days = 14, plan = 'monthly') =>
  as('admin').query('select set_trial_days($1, $2)', plan, days);

async function orderOf(as: As, member: Member): Promise<Order> {
  const [order] = await as(member).query<Order & Record<string, unknown>>(
    `select * from create_subscription_order('monthly')`,
  );
  return order as Order;
}
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** What a provider reports when somebody begins a trial. */
const begin = (as: As, order: Order, fields: Record<string, unknown> = {}) =>
  bookFor(as, order, {
    kind: 'payment',
    reference: `trial-${order.id}`,
    amount_minor: 0,
    period_end: daysFromNow(14),
    subscription: `sub-${order.id}`,
    ...fields,
  });
const subscriptionOf = async (as: As, member: Member) =>
  (
    await as('owner').query<{ status: string; in_trial: boolean; days_left: number }>(
      `select status, trial_ends_at > now() as in_trial, round(extract(epoch from expires_at - now()) / 86400)::integer as days_left
       from subscriptions where user_id = $1 and order_id is not null`,
      idOf[member],
    )
  )[0];
const alertsOf = (as: As, { id }: Order) =>
  as('accountant').query('select reason from payment_alerts where order_id = $1', id);
const isSubscribed = (as: As, member: Member) =>
  as('owner').value<boolean>('select private.is_subscribed($1)', idOf[member]);

describe('a trial', () => {
  test(
    'gives the days without a payment, then renews at the full price, whichever event comes first',
    inTransaction(async (as) => {
      await offerTrial(as);
      const order = await orderOf(as, 'tiJo');
      expect(order).toMatchObject({ trial_days: 14, amount_minor: 399 });
      await begin(as, order);
      await begin(as, order);
      expect(await isSubscribed(as, 'tiJo')).toBe(true);
      expect(await subscriptionOf(as, 'tiJo')).toEqual({ status: 'active', in_trial: true, days_left: 14 });
      await bookFor(as, order, {
        kind: 'payment',
        reference: `first-${order.id}`,
        period_end: daysFromNow(45),
      });
      expect(await subscriptionOf(as, 'tiJo')).toMatchObject({ status: 'active', days_left: 45 });
      expect(await alertsOf(as, order)).toEqual([]);

      const other = await orderOf(as, 'mimose');
      await bookFor(as, other, {
        kind: 'payment',
        reference: `first-${other.id}`,
        period_end: daysFromNow(45),
      });
      await begin(as, other, { reference: `late-${other.id}` });
      expect(await subscriptionOf(as, 'mimose')).toMatchObject({ status: 'active', days_left: 45 });
      expect(await alertsOf(as, other)).toEqual([]);
    }),
  );

  test(
    'that is canceled ends with its days; a card that fails at its end is overdue',
    inTransaction(async (as) => {
      await offerTrial(as);
      const order = await orderOf(as, 'tiJo');
      await begin(as, order);
      const state = { kind: 'subscription', reference: `sub-${order.id}`, status: 'active' };
      await bookFor(as, order, {
        ...state,
        cancel_at_period_end: true,
        period_end: daysFromNow(14),
        as_of: daysFromNow(0),
      });
      expect(await subscriptionOf(as, 'tiJo')).toEqual({ status: 'active', in_trial: true, days_left: 14 });

      const other = await orderOf(as, 'mimose');
      await begin(as, other, { occurred_at: daysFromNow(-15), period_end: daysFromNow(-1) });
      await bookFor(as, other, {
        ...state,
        reference: `sub-${other.id}`,
        status: 'past_due',
        period_end: daysFromNow(30),
        as_of: daysFromNow(0),
      });
      expect(await subscriptionOf(as, 'mimose')).toMatchObject({ status: 'past_due', in_trial: false });
      expect(await isSubscribed(as, 'mimose')).toBe(false);
    }),
  );

  test(
    'is given once: not after a trial, nor after a subscription, and no open order brings a second one',
    inTransaction(async (as) => {
      const paying = await orderOf(as, 'mimose');
      await offerTrial(as);
      const first = await orderOf(as, 'tiJo');
      await as('owner').query(`update plans set amount_minor = 400 where id = 'monthly'`);
      const second = await orderOf(as, 'tiJo');
      expect([second.id === first.id, second.trial_days]).toEqual([false, 14]);
      await begin(as, first);
      await as('owner').query(
        `update subscriptions set status = 'canceled', expires_at = now() where order_id = $1`,
        first.id,
      );
      const again = await as('tiJo').query<Order & Record<string, unknown>>(
        'select * from order_to_pay($1)',
        second.id,
      );
      expect(again).toMatchObject([{ trial_days: null }]);
      expect(await as('tiJo').query('select * from my_trials()')).toEqual([]);
      // A page that was open elsewhere: it gives nothing, and accountants see it.
      await begin(as, second);
      expect(await alertsOf(as, second)).toEqual([{ reason: 'amount_short' }]);
      await bookFor(as, paying, {
        kind: 'payment',
        reference: `first-${paying.id}`,
        period_end: daysFromNow(-1),
      });
      expect((await orderOf(as, 'mimose')).trial_days).toBe(null);
    }),
  );

  test(
    'is not had by paying nothing for an order without one',
    inTransaction(async (as) => {
      const without = await orderOf(as, 'mimose');
      const nothing = { kind: 'payment', reference: 'x', amount_minor: 0 };
      await expect(bookFor(as, without, nothing)).rejects.toMatchObject({ code: '22023' });
    }),
  );

  test(
    'is capped when a provider reports more days than were offered',
    inTransaction(async (as) => {
      await offerTrial(as);
      const order = await orderOf(as, 'tiJo');
      await begin(as, order, { period_end: daysFromNow(400) });
      expect((await subscriptionOf(as, 'tiJo'))?.days_left).toBe(15);
    }),
  );

  test(
    'returns no money, because none was paid',
    inTransaction(async (as) => {
      await offerTrial(as);
      const order = await orderOf(as, 'tiJo');
      await begin(as, order, { provider: 'stripe' });
      const entry = await as('owner').value('select id from ledger where order_id = $1', order.id);
      expect((await as('accountant').refusal(`select request_refund($1, 'tès')`, entry)).hint).toBe(
        'return_unavailable',
      );
    }),
  );

  test(
    'is mentioned once before its end, to people whose subscription would renew',
    inTransaction(async (as) => {
      await offerTrial(as);
      const order = await orderOf(as, 'tiJo');
      await begin(as, order);
      const ending = () => as('owner').query('select plan, amount_minor from private.list_ending_trials(10)');
      expect(await ending()).toEqual([]);
      await as('owner').query(
        `update subscriptions set trial_ends_at = now() + interval '2 days', created_at = now() - interval '12 days' where order_id = $1`,
        order.id,
      );
      expect(await ending()).toEqual([{ plan: 'monthly', amount_minor: 399 }]);
      await as('owner').query(
        'update subscriptions set cancel_at_period_end = true where order_id = $1',
        order.id,
      );
      expect(await ending()).toEqual([]);
      await as('owner').query(
        'update subscriptions set cancel_at_period_end = false where order_id = $1',
        order.id,
      );
      await as('owner').query(
        'select private.mark_trial_reminded(id) from subscriptions where order_id = $1',
        order.id,
      );
      expect(await ending()).toEqual([]);
    }),
  );

  test(
    'is set by admins alone, from 0 to 90 days; members see it',
    inTransaction(async (as) => {
      for (const person of everyClient)
        if (person !== 'admin')
          expect((await as(person).refusal(`select set_trial_days('monthly', 1)`)).code, person).toBe(
            '42501',
          );
      for (const days of [-1, 91, null])
        expect((await as('admin').refusal(`select set_trial_days('monthly', $1)`, days)).hint).toBe(
          'trial_days_invalid',
        );
      expect((await as('admin').refusal(`select set_trial_days('daily', 1)`)).hint).toBe('no_longer_there');
      expect((await as('visitor').refusal('select * from my_trials()')).code).toBe('42501');
      expect(await as('tiJo').query('select * from my_trials()')).toEqual([]);
      await offerTrial(as, 7, 'yearly');
      expect(await as('tiJo').query('select * from my_trials()')).toEqual([{ plan: 'yearly', days: 7 }]);
    }),
  );
});

describe('a trial, once per person', () => {
  const addressOf = (as: As, member: Member, email: string | null) =>
    as('owner').query('update auth.users set email = $2 where id = $1', idOf[member], email);
  const canTry = (as: As, member: Member) =>
    as('owner').value<boolean>('select private.can_try($1)', idOf[member]);

  test.each([
    ['tijo.jean@gmail.com', 'T.I.J.O.Jean+ankò@googlemail.com', false],
    ['tijo@lakou.test', 'TiJo+film@LAKOU.test', false],
    ['ti.jo@lakou.test', 'tijo@lakou.test', true],
    ['tijo@lakou.test', 'tijo@lakou2.test', true],
  ])('%s had one: %s can have one: %s', async (first, second, isPossible) => {
    await inTransaction(async (as) => {
      await offerTrial(as);
      await addressOf(as, 'tiJo', first);
      await addressOf(as, 'mimose', second);
      expect(await canTry(as, 'mimose')).toBe(true);
      await begin(as, await orderOf(as, 'tiJo'));
      expect(await canTry(as, 'mimose')).toBe(isPossible);
      expect((await orderOf(as, 'mimose')).trial_days).toBe(isPossible ? 14 : null);
    })();
  });

  test(
    'an open order loses it when another account of the same mailbox began one',
    inTransaction(async (as) => {
      await offerTrial(as);
      await addressOf(as, 'mimose', 'tijo+2@lakou.test');
      await addressOf(as, 'tiJo', 'tijo@lakou.test');
      const open = await orderOf(as, 'mimose');
      await begin(as, await orderOf(as, 'tiJo'));
      expect(await as('mimose').query('select trial_days from order_to_pay($1)', open.id)).toEqual([
        { trial_days: null },
      ]);
    }),
  );

  test(
    'deleting the account brings no second one; what is kept names nobody',
    inTransaction(async (as) => {
      await offerTrial(as);
      await addressOf(as, 'tiJo', 'tijo@lakou.test');
      await begin(as, await orderOf(as, 'tiJo'));
      // As for somebody who subscribed before marks were kept.
      await as('owner').query('delete from private.trial_marks');
      await as('owner').query('delete from auth.users where id = $1', idOf.tiJo);
      await addressOf(as, 'mimose', 'tijo@lakou.test');
      expect(await canTry(as, 'mimose')).toBe(false);
      const [mark] = await as('owner').query<{ mark: string }>(
        `select encode(mark, 'escape') as mark from private.trial_marks`,
      );
      expect(mark?.mark).not.toMatch(/tijo|lakou/);
      // Somebody who never subscribed leaves none.
      await addressOf(as, 'mimose', 'mimose@lakou.test');
      await as('owner').query('delete from auth.users where id = $1', idOf.mimose);
      expect(await as('owner').value('select count(*)::int from private.trial_marks')).toBe(1);
    }),
  );
});
