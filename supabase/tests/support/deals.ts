import { randomUUID } from 'node:crypto';
import { giftOrder } from './codes.ts';
import { idOf, type Member } from './people.ts';
import { activeBatch } from './vouchers.ts';
import type { As } from './world.ts';

/** How somebody pays. `free`: a promotion leaves nothing to pay. */
export const WAYS = ['card', 'wallet', 'credit', 'promotion', 'free', 'bundle', 'gift', 'voucher'] as const;
type Way = (typeof WAYS)[number];
/** What becomes of the money. Where a way does not know it, the money is kept. */
export const FATES = ['kept', 'refunded', 'disputed', 'won', 'credited'] as const;
type Fate = (typeof FATES)[number];

/** A deal with all that happens to it, in any order and more than once. What comes too early is refused, and tried again. */
export interface OpenDeal {
  /** Events of the provider, and what people click. */
  happenings: (() => Promise<unknown>)[];
  /** Once all has happened: who can watch these films, and who cannot. */
  holder: Member;
  films: string[];
  isTheirs: boolean;
  orders: string[];
  /** What the provider has at the end, in its currency. Credit that was given is not the provider's. */
  left: number;
  credits: number[];
}

const PRICE = 1200;
const GOURDES = 158_000;
const CREDIT = Math.floor(GOURDES / 131.25);

export async function openDeal(as: As, way: Way, fate: Fate): Promise<OpenDeal> {
  const films = [await newFilm(as), ...(way === 'bundle' ? [await newFilm(as)] : [])];
  if (way === 'voucher') return voucherDeal(as, films);
  const order = await orderOf(as, way, films);
  const deal = { holder: 'mimose' as Member, films, isTheirs: true, orders: [order.id], credits: [] };
  if (way === 'free') {
    const take = () => as('service').query('select take_free_order($1)', order.id);
    return { ...deal, happenings: [take], left: 0 };
  }
  if (way === 'wallet') return walletDeal(as, order, deal, fate === 'credited');
  if (way === 'credit') {
    const [film] = [await newFilm(as)];
    const next = await orderOf(as, 'card', [film]);
    const first = await walletDeal(as, order, deal, true);
    const pay = () => as('service').query('select pay_with_credit($1)', next.id);
    return {
      ...{ ...first, films: [film], isTheirs: true, orders: [order.id, next.id] },
      happenings: [...first.happenings, pay],
      left: PRICE,
      credits: [CREDIT, -PRICE],
    };
  }
  const paid = {
    kind: 'payment',
    reference: `pay-${order.id}`,
    amount_minor: order.amount_minor,
    currency: 'USD',
  };
  const book = (fact: object) => () =>
    as('service').query('select book_payment($1)', {
      order_id: order.id,
      provider: 'test',
      ...paid,
      ...fact,
    });
  const [payment_reference, reference] = [paid.reference, `back-${order.id}`];
  const kinds = {
    kept: [],
    credited: [],
    // A gift that was redeemed is not refunded.
    refunded: way === 'gift' ? [] : ['refund'],
    disputed: ['dispute'],
    won: ['dispute', 'dispute_won'],
  }[fate];
  const returned = kinds.length === 1;
  const redeem = async () => redeemCode(as, 'tiJo', await giftCode(as, order));
  return {
    ...deal,
    holder: way === 'gift' ? 'tiJo' : 'mimose',
    isTheirs: !returned,
    happenings: [
      book({}),
      ...kinds.map((kind) => book({ kind, reference, payment_reference })),
      ...(way === 'gift' ? [redeem] : []),
    ],
    left: returned ? 0 : order.amount_minor,
  };
}

type Common = Pick<OpenDeal, 'holder' | 'films' | 'orders' | 'isTheirs' | 'credits'>;

/** Wallets return nothing: an accountant gives credit. */
function walletDeal(as: As, order: Order, deal: Common, isCredited: boolean): OpenDeal {
  const event = { order_id: order.id, provider: 'moncash', kind: 'payment', reference: `pay-${order.id}` };
  const pay = () =>
    as('service').query('select book_payment($1)', { ...event, amount_minor: GOURDES, currency: 'HTG' });
  const giveCredit = () =>
    as('accountant').query(
      `select credit_payment((select id from ledger where order_id = $1 and kind = 'payment'), 'tès')`,
      order.id,
    );
  return {
    ...deal,
    isTheirs: !isCredited,
    happenings: [pay, ...(isCredited ? [giveCredit] : [])],
    left: isCredited ? 0 : GOURDES,
    credits: isCredited ? [CREDIT] : [],
  };
}

const newFilm = (as: As): Promise<string> =>
  as('owner').value<string>(
    `insert into movies (title, published, is_purchasable, purchase_price) values ('Fim ' || $1, true, true, 12) returning id`,
    randomUUID(),
  );

interface Order {
  id: string;
  amount_minor: number;
  gift_id?: string;
}

async function orderOf(as: As, way: Way, films: string[]): Promise<Order> {
  const [film] = films;
  if (way === 'gift') {
    // The giver sees the newest twenty, and in one transaction all are as old.
    await as('owner').query(`update private.gifts set created_at = created_at - interval '1 second'`);
    return giftOrder(as, { movie: film! });
  }
  if (way === 'bundle') {
    const bundle = await as('admin').value(
      `select create_bundle('Pake', $1::uuid[], 1500, current_date - 1, current_date + 9)`,
      films,
    );
    await liftRateLimits(as);
    return (await as('mimose').query<Order>('select * from create_bundle_order($1)', bundle))[0]!;
  }
  const off = { promotion: 300, free: PRICE }[way as string] ?? null;
  const inGourdes = way === 'wallet' || way === 'credit';
  const [order] = await as('owner').query<Order>(
    `with promotion as (
      insert into private.promotions (name, off_minor, first_day, last_day, per_person, total)
      select 'Fèt', $3::int, current_date, current_date, 1, 1 where $3::int is not null returning id)
    insert into orders (user_id, transaction_type, media_type, movie_id, title, amount_minor, currency, price_minor, exchange_rate,
      provider, promotion_id, discount_minor)
    values ($1, 'purchase', 'movie', $2, 'Fim', $4, $5, $6, $7, $8, (select id from promotion), $3::int) returning id, amount_minor`,
    idOf.mimose,
    film,
    off,
    inGourdes ? GOURDES : PRICE - (off ?? 0),
    inGourdes ? 'HTG' : 'USD',
    inGourdes ? PRICE : null,
    inGourdes ? 131.25 : null,
    inGourdes ? 'moncash' : null,
  );
  return order!;
}

/** As the giver sees it, once the gift is paid for. */
const giftCode = (as: As, { gift_id }: Order): Promise<string> =>
  as('mimose').value<string>('select code from my_gifts() where id = $1', gift_id);

async function redeemCode(as: As, member: Member, code: string): Promise<void> {
  await liftRateLimits(as);
  await as(member).query('select redeem_code($1)', code);
}

/** One person does here within seconds what people do within years. */
const liftRateLimits = (as: As) => as('owner').query('delete from private.rate_limits');

async function voucherDeal(as: As, films: string[]): Promise<OpenDeal> {
  const agent = await as('owner').value<string | undefined>('select id from private.agents limit 1');
  const { codes } = await activeBatch(as, { movie: films[0]!, vouchers: 1, ...(agent && { agent }) });
  return {
    happenings: [() => redeemCode(as, 'mimose', codes[0]!)],
    ...{ holder: 'mimose', films, isTheirs: true, orders: [], left: 0, credits: [] },
  };
}
