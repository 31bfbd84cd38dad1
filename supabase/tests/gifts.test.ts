import { describe, expect, test } from 'vitest';
import { bookFor, giftOrder, newCode, outcomeOf, paidGift, payOrder } from './support/codes.ts';
import { fixture } from './support/fixtures.ts';
import { identityOf, idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction, concurrently } = world;
const movie = fixture['movie nobody bought'];

const isSubscribed = (as: As, member: keyof typeof idOf) =>
  as('owner').value<boolean>('select private.is_subscribed($1)', idOf[member]);
const gifts = (as: As) =>
  as('mimose').query<{ status: string; code: string | null; redeemed_at: string | null }>(
    'select status, code, redeemed_at from my_gifts()',
  );

describe('a gift', () => {
  test(
    'of a pass is paid by the giver and gives the right of a subscription to the person who redeems it',
    inTransaction(async (as) => {
      const order = await giftOrder(as);
      expect(order).toMatchObject({
        transaction_type: 'gift',
        pass: 'month',
        amount_minor: 399,
        user_id: idOf.mimose,
      });
      expect(await gifts(as), 'not paid').toEqual([]);
      await payOrder(as, order);
      const [gift] = await gifts(as);
      expect(gift).toMatchObject({ status: 'open', redeemed_at: null });
      expect(await isSubscribed(as, 'mimose'), 'the giver').toBe(false);

      const code = gift?.code ?? '';
      const described = {
        kind: 'gift',
        pass: 'month',
        from_name: 'Jean',
        greeting: 'Bòn fèt!',
        language: 'ht',
      };
      expect(await as('visitor').value('select read_code($1)', code)).toMatchObject({
        result: 'code_valid',
        ...described,
      });
      expect(await as('tiJo').value('select redeem_code($1)', ` ${code.toLowerCase()} `)).toMatchObject({
        result: 'code_redeemed',
        ...described,
      });
      expect(await isSubscribed(as, 'tiJo')).toBe(true);
      expect(await isSubscribed(as, 'mimose'), 'the giver').toBe(false);
      expect(await outcomeOf(as('tiJo'), code), 'a second click').toBe('code_yours');
      expect(await outcomeOf(as('solange'), code)).toBe('code_used');
      expect(await as('visitor').value('select read_code($1)', code)).toEqual({ result: 'code_used' });
      expect(await gifts(as)).toMatchObject([
        { status: 'redeemed', code: null, redeemed_at: expect.anything() },
      ]);
      expect(await as('owner').value('select count(*)::integer from private.paid_passes')).toBe(1);
    }),
  );

  test(
    'of a title is kept by the person who redeems it; somebody who owns the title can pass the code on',
    inTransaction(async (as) => {
      const { code } = await paidGift(as, { movie });
      const canWatch = (who: 'mimose' | 'tiJo') =>
        as('owner').value<boolean>(`select private.can_watch($1, 'movie', $2)`, idOf[who], movie);
      await as('owner').query(
        `insert into user_purchases (user_id, movie_id, transaction_type, amount) values ($1, $2, 'purchase', 3)`,
        idOf.solange,
        movie,
      );
      expect(await outcomeOf(as('solange'), code)).toBe('already_owned');
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_redeemed');
      expect(await canWatch('tiJo')).toBe(true);
      expect(await canWatch('mimose')).toBe(false);
      expect((await as('admin').refusal('delete from movies where id = $1', movie)).hint).toBe('title_sold');
    }),
  );

  test(
    'that is paid for keeps its title from being deleted before it is redeemed',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into movies (id, title, published, is_purchasable, purchase_price) values ('00000000-0000-4000-b000-0000000000aa', 'Kado', true, true, 5)`,
      );
      await paidGift(as, { movie: '00000000-0000-4000-b000-0000000000aa' });
      expect(
        (await as('admin').refusal(`delete from movies where id = '00000000-0000-4000-b000-0000000000aa'`))
          .hint,
      ).toBe('title_sold');
    }),
  );

  test(
    'cannot be redeemed before it is paid, or after its payment was returned or disputed',
    inTransaction(async (as) => {
      const order = await giftOrder(as);
      const code = await as('owner').value<string>(
        'select private.derive_code(id) from private.codes where gift_id = $1',
        order.gift_id,
      );
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_revoked');
      await payOrder(as, order);
      await bookFor(as, order, { kind: 'dispute', reference: 'd', payment_reference: `pay-${order.id}` });
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_revoked');
      await bookFor(as, order, { kind: 'dispute_won', reference: 'd', payment_reference: `pay-${order.id}` });
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_redeemed');
      await bookFor(as, order, { kind: 'refund', reference: 'r', payment_reference: `pay-${order.id}` });
      expect(await isSubscribed(as, 'tiJo'), 'the provider returned it').toBe(false);
    }),
  );

  test(
    'is taken back by its giver alone, while nobody has redeemed it; the refund is asked for until it is made',
    inTransaction(async (as) => {
      const { id, order, code } = await paidGift(as);
      await as('service').query(
        `select save_checkout($1, 'test', 'page', 'https://pay.test', now() + interval '1 day')`,
        order,
      );
      for (const person of ['tiJo', 'admin'] as const)
        expect((await as(person).refusal('select cancel_gift($1)', id)).hint).toBe('no_longer_there');
      expect(await as('mimose').value('select cancel_gift($1)', id)).toBe(order);
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_revoked');
      expect(await gifts(as)).toMatchObject([{ status: 'canceled', code: null }]);
      const due = () =>
        as('owner').query('select why from private.expected_payment_events where order_id = $1', order);
      expect(await due()).toEqual([{ why: 'gift_canceled' }]);
      expect(await as('service').query('select why from claim_refund($1)', order)).toHaveLength(1);
      expect(await as('service').query('select why from claim_refund($1)', order), 'claimed').toHaveLength(0);
      await bookFor(
        as,
        { id: order, amount_minor: 399 },
        {
          kind: 'refund',
          reference: 'r',
          payment_reference: `pay-${order}`,
        },
      );
      expect(await due()).toEqual([]);
      expect(await gifts(as)).toMatchObject([{ status: 'refunded' }]);
    }),
  );

  test(
    'that was redeemed can be neither canceled nor sent again',
    inTransaction(async (as) => {
      const { id, code } = await paidGift(as, { email: 'manmi@example.test' });
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_redeemed');
      for (const call of ['cancel_gift($1)', `resend_gift($1, 'a@example.test')`])
        expect(await as('mimose').refusal(`select ${call}`, id)).toMatchObject({
          hint: 'gift_redeemed',
          message: 'This gift has been redeemed. It can no longer be sent or canceled.',
        });
      expect(
        await as('owner').query('select recipient_email from private.gifts where id = $1', id),
        'the address is no longer needed',
      ).toEqual([{ recipient_email: null }]);
    }),
  );

  test(
    'is mailed once when it is paid, and again when its giver asks, five times a day',
    inTransaction(async (as) => {
      const { id, code } = await paidGift(as, { email: 'Manmi@example.test' });
      const jobs = () =>
        as('owner').value(`select count(*)::integer from private.jobs where kind = 'mail_gift'`);
      expect(await jobs()).toBe(1);
      expect(await as('owner').value('select private.gift_to_mail($1)', id)).toMatchObject({
        email: 'manmi@example.test',
        code,
        language: 'ht',
      });
      await as('owner').query('select private.mark_gift_mailed($1)', id);
      expect(await as('owner').value('select private.gift_to_mail($1)', id)).toBe(null);
      for (let n = 0; n < 5; n += 1) await as('mimose').query(`select resend_gift($1, 'b@example.test')`, id);
      expect((await as('mimose').refusal(`select resend_gift($1, 'b@example.test')`, id)).hint).toBe(
        'too_many_tries',
      );
      expect(await as('owner').value('select private.gift_to_mail($1)', id)).toMatchObject({
        email: 'b@example.test',
      });
    }),
  );

  test(
    'paid with two methods is given once, and an accountant hears of the second payment',
    inTransaction(async (as) => {
      const order = await giftOrder(as);
      const second = await as('owner').value<string>(
        'select (private.copy_order(o)).id from orders o where o.id = $1',
        order.id,
      );
      await payOrder(as, order);
      await payOrder(as, { ...order, id: second });
      expect(await gifts(as)).toHaveLength(1);
      expect(
        await as('accountant').query('select reason from payment_alerts where order_id = $1', second),
      ).toEqual([{ reason: 'paid_twice' }]);
    }),
  );

  test(
    'has the price of the database, and is for what is on sale',
    inTransaction(async (as) => {
      expect((await giftOrder(as, { movie })).amount_minor).toBe(1200);
      const give = `select * from create_gift('Manmi', 'Jean', 'ht', '', null, null, $1, $2, $3)`;
      for (const [pass, kind, id] of [
        ['decade', null, null],
        [null, null, null],
        [null, 'series', movie],
        ['month', 'movie', movie],
        [null, 'movie', fixture['free movie']],
        [null, 'movie', fixture['paid draft movie']],
      ])
        expect((await as('mimose').refusal(give, pass, kind, id)).hint).toBe('payment_item_not_found');
      expect((await as('visitor').refusal(give, 'month', null, null)).code).toBe('42501');
      const same = await giftOrder(as);
      expect((await giftOrder(as)).id, 'a double click').toBe(same.id);
      expect(await as('mimose').value('select id from order_to_pay($1)', same.id)).toBe(same.id);
      expect((await as('tiJo').refusal('select id from order_to_pay($1)', same.id)).hint).toBe(
        'payment_item_not_found',
      );
      await payOrder(as, same);
      expect((await as('mimose').refusal('select id from order_to_pay($1)', same.id)).hint).toBe('gift_paid');
    }),
  );

  test(
    'can be given again when its order is too old to be paid',
    inTransaction(async (as) => {
      const order = await giftOrder(as);
      await as('owner').query(
        `update orders set created_at = now() - interval '3 days', status = 'expired' where id = $1`,
        order.id,
      );
      const [renewed] = await as('mimose').query<{ id: string }>('select * from order_to_pay($1)', order.id);
      expect(renewed).toMatchObject({ gift_id: order.gift_id, amount_minor: 399, pass: 'month' });
      expect(renewed?.id).not.toBe(order.id);
    }),
  );
});

test('of two people who redeem a code at once, exactly one gets it', async () => {
  const commit: As = (person, settings) => ({
    ...neverUsed,
    query: async (sql, ...values) => {
      const as = identityOf(person, settings);
      return world.database.query(sql, values, as ? { as } : {}) as never;
    },
    async value(sql, ...values) {
      const [row] = await commit(person, settings).query(sql, ...values);
      return Object.values(row ?? {})[0] as never;
    },
  });
  const { code } = await paidGift(commit);
  const second = await concurrently(
    ['tiJo', 'select redeem_code($1)', code],
    ['solange', 'select redeem_code($1) as answer', code],
  );
  expect(second).toEqual([{ answer: { result: 'code_used' } }]);
  expect(await isSubscribed(commit, 'tiJo')).toBe(true);
  expect(await isSubscribed(commit, 'solange')).toBe(false);
  expect(await outcomeOf(commit('tiJo'), newCode())).toBe('code_wrong');
});

const neverUsed = {
  touches: () => Promise.reject(new Error('not used here')),
  refusal: () => Promise.reject(new Error('not used here')),
};
