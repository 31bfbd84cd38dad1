import { expect, test } from 'vitest';
import { at, day, eventBooker, orderOf, payment } from './support/money.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const jobs = (as: As) =>
  as('owner').query<{ subscription: string; status: string }>(
    `select payload ->> 'subscription' as subscription, payload ->> 'status' as status from private.jobs
      where kind = 'mail_failed_renewal' order by id`,
  );
const mailed = async (as: As) => {
  const last = (await jobs(as)).at(-1);
  return as('owner').query(
    'select email from private.failed_renewal_to_mail($1, $2)',
    last?.subscription,
    last?.status,
  );
};

test(
  'a member is mailed once when a renewal fails, not when it was rescued meanwhile, and once at the end',
  inTransaction(async (as) => {
    const order = await orderOf(as, 'monthly');
    await as('owner').query(
      `update auth.users set email_confirmed_at = now() where email = 'mimose@example.test'`,
    );
    const book = eventBooker(as, order);
    const state = (status: string, minutes: number, period_end: string) =>
      book({ kind: 'subscription', reference: 'sub_1', status, period_end, as_of: at(minutes * 60_000) });
    await book(payment({ amount_minor: 399, period_end: at(day), subscription: 'sub_1' }));
    await state('active', -50, at(day));
    expect(await jobs(as), 'paid').toEqual([]);
    await state('past_due', -40, at(31 * day));
    await state('past_due', -39, at(31 * day));
    expect(await jobs(as)).toMatchObject([{ status: 'past_due' }]);
    expect(await mailed(as)).toEqual([{ email: 'mimose@example.test' }]);
    await book(payment({ amount_minor: 399, period_end: at(31 * day), subscription: 'sub_1' }));
    expect(await as('owner').value('select status from subscriptions where order_id = $1', order)).toBe(
      'active',
    );
    expect(await mailed(as), 'rescued before the e-mail').toEqual([]);
    await state('past_due', -30, at(61 * day));
    await state('canceled', -20, at(61 * day));
    expect((await jobs(as)).map(({ status }) => status)).toEqual(['past_due', 'canceled']);
    expect(await mailed(as)).toEqual([{ email: 'mimose@example.test' }]);
  }),
);
