import { randomInt } from 'node:crypto';
import { createCode } from '../../../contract/src/codes.ts';
import { CODE_LENGTH } from '../../../contract/src/commerce/limits.ts';
import type { Member } from './people.ts';
import type { Actor, As } from './world.ts';

/** A well-formed code that nobody made. */
export const newCode = () => createCode(CODE_LENGTH, randomInt);

export interface GiftInput {
  giver?: Member;
  pass?: string | null;
  movie?: string;
  email?: string | null;
}

export interface Gift {
  id: string;
  order: string;
  code: string;
}

/** An order for a gift, as /gift makes it. */
export async function giftOrder(as: As, { giver = 'mimose', pass = 'month', movie, email }: GiftInput = {}) {
  const [order] = await as(giver).query<{ id: string; gift_id: string; amount_minor: number }>(
    `select * from create_gift('Manmi', 'Jean', 'ht', 'Bòn fèt!', null, $1, $2, $3, $4)`,
    email ?? null,
    movie ? null : pass,
    movie ? 'movie' : null,
    movie ?? null,
  );
  if (!order) throw new Error('no order was made');
  return order;
}

export const payOrder = (as: As, order: { id: string; amount_minor: number }) =>
  bookFor(as, order, { kind: 'payment', reference: `pay-${order.id}` });

export async function bookFor(
  as: As,
  order: { id: string; amount_minor: number },
  event: Record<string, unknown>,
): Promise<void> {
  await as('service').query('select book_payment($1)', {
    order_id: order.id,
    provider: 'test',
    amount_minor: order.amount_minor,
    currency: 'USD',
    ...event,
  });
}

/** A gift that is paid for, with its code as the giver sees it. */
export async function paidGift(as: As, input: GiftInput = {}): Promise<Gift> {
  const order = await giftOrder(as, input);
  await payOrder(as, order);
  const code = await as(input.giver ?? 'mimose').value<string>(
    'select code from my_gifts() where id = $1',
    order.gift_id,
  );
  return { id: order.gift_id, order: order.id, code };
}

/** What redeeming this code as this person answers. */
export async function outcomeOf(actor: Actor, code: string | null): Promise<string> {
  const answer = await actor.value<{ result: string }>('select redeem_code($1)', code);
  return answer.result;
}
