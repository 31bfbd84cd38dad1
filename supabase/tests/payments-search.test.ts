import { describe, expect, test } from 'vitest';
import { newCode, paidGift } from './support/codes.ts';
import { eventBooker, orderOf, payment } from './support/money.ts';
import { idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** A paid order of a member. */
async function paidOrder(as: As, member: Member, fact: Record<string, unknown> = {}): Promise<string> {
  const order = await orderOf(as, 'purchase', member);
  await eventBooker(as, order)(payment(fact));
  return order;
}
const found = async (as: As, search: string | null, filter: string | null = null) =>
  (await as('accountant').query<{ id: string }>('select id from admin_payments($1, $2)', search, filter)).map(
    ({ id }) => id,
  );

describe('an accountant finds a payment', () => {
  test(
    'by order, the first eight characters of it, the provider’s reference, and the number that paid',
    inTransaction(async (as) => {
      const order = await paidOrder(as, 'mimose', { reference: 'pi_123 %_' });
      await paidOrder(as, 'tiJo');
      await as('service').query(`select save_payer($1, '+509 3700-1234')`, order);
      for (const typed of [
        order,
        order.slice(0, 8),
        order.toUpperCase(),
        ' pi_123 %_ ',
        '50937001234',
        '+509 37 00 12 34',
        '3700-1234',
      ])
        expect(await found(as, typed), typed).toEqual([order]);
      for (const typed of [
        'pi_12',
        '37001235',
        '%',
        "'; drop table orders; --",
        '12345678-',
        'x'.repeat(5000),
      ])
        expect(await found(as, typed), typed.slice(0, 30)).toEqual([]);
    }),
  );

  test(
    'by the name or e-mail address of the member, without accents or case',
    inTransaction(async (as) => {
      const order = await paidOrder(as, 'mimose');
      await paidOrder(as, 'tiJo');
      const [email] = await as('owner').query<{ email: string }>(
        'select email from auth.users where id = $1',
        idOf.mimose,
      );
      for (const typed of ['mimose', 'MIMÓSE', email?.email ?? ''])
        expect(await found(as, typed), typed).toContain(order);
      expect(await found(as, 'mimose')).toHaveLength(1);
    }),
  );

  test(
    'by a code that somebody reads to them; wrong codes count as guesses, and the code stands in no log',
    inTransaction(async (as) => {
      const { order, code } = await paidGift(as);
      const byCode = (typed: string) =>
        as('accountant').query<{ id: string }>('select id from find_payments_of_code($1)', typed);
      expect(await byCode(code.toLowerCase())).toEqual([{ id: order }]);
      expect(
        await as('owner').value(`select string_agg(to_jsonb(l)::text, '') from audit_log l`),
      ).not.toContain(code);
      for (let guess = 0; guess < 10; guess += 1) expect(await byCode(newCode())).toEqual([]);
      expect((await as('accountant').refusal('select find_payments_of_code($1)', code)).hint).toBe(
        'too_many_tries',
      );
      expect(await found(as, code), 'the other search').toEqual([]);
    }),
  );

  test(
    'by status, and page by page without gaps; orders that nobody began to pay are not listed',
    inTransaction(async (as) => {
      await orderOf(as, 'purchase', 'mimose');
      const before = await found(as, null);
      const orders: string[] = [];
      for (let number = 0; number < 30; number += 1) orders.push(await paidOrder(as, 'mimose'));
      // One moment for all: the id decides.
      const first = await as('accountant').query<{ id: string; created_at: string }>(
        'select * from admin_payments()',
      );
      const last = first.at(-1);
      const second = await as('accountant').query<{ id: string }>(
        `select * from admin_payments(null, null, $1, $2)`,
        last?.created_at,
        last?.id,
      );
      const all = [...first, ...second].map(({ id }) => id);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toEqual(expect.arrayContaining(orders));
      expect([first.length, all.length]).toEqual([25, 30 + before.length]);
      expect(await found(as, 'mimose', 'refunded')).toEqual([]);
      expect(await found(as, 'mimose', 'paid')).toHaveLength(25);
    }),
  );

  test(
    'and sees its member, entries, gift and alerts; nobody else does',
    inTransaction(async (as) => {
      const { order } = await paidGift(as);
      expect(await as('admin').value('select admin_payment($1)', order)).toMatchObject({
        id: order,
        status: 'paid',
        username: expect.any(String),
        gift: { recipient_name: 'Manmi', status: 'active' },
        entries: [{ kind: 'payment', amount_minor: 399, return_as: 'credit', left_minor: 399 }],
        alerts: [],
      });
      expect((await as('admin').refusal('select admin_payment(gen_random_uuid())')).hint).toBe(
        'no_longer_there',
      );
      for (const person of ['mimose', 'editor', 'moderator', 'visitor'] as const)
        for (const sql of ['admin_payments()', `admin_payment('${order}')`, `find_payments_of_code('x')`])
          expect((await as(person).refusal(`select ${sql}`)).code, sql).toBe('42501');
    }),
  );
});
