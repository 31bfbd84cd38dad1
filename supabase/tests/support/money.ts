import { randomUUID } from 'node:crypto';
import { fixture } from './fixtures.ts';
import { idOf, type Member } from './people.ts';
import type { As } from './world.ts';

/** An event of a provider, as private.book_event takes it. */
export type Fact = Record<string, unknown> & { kind: string; reference: string };

export const hour = 3_600_000;
export const day = 24 * hour;
export const at = (offsetMs: number): string => new Date(Date.now() + offsetMs).toISOString();

export type Deal = 'purchase' | 'discounted' | 'rental' | 'bundle' | 'monthly';

/** An order of a member, as the Buy and Rent buttons create it. */
export async function orderOf(as: As, deal: Deal, member: Member = 'mimose'): Promise<string> {
  const movie = fixture['movie nobody bought'];
  if (deal === 'discounted') {
    return as('owner').value<string>(
      `with made as (
        insert into private.promotions (name, off_minor, first_day, last_day, per_person, total)
        values ('Fèt', 300, current_date, current_date, 1, 1) returning id)
      insert into orders (user_id, transaction_type, media_type, movie_id, title, amount_minor, promotion_id, discount_minor)
      select $1, 'purchase', 'movie', $2, 'Pousyè', $3, id, 300 from made returning id`,
      idOf[member],
      movie,
      priceOf.discounted,
    );
  }
  if (deal === 'bundle') {
    return as('owner').value<string>(
      `with made as (
        insert into private.bundles (title, amount_minor, first_day, last_day)
        values ('Karetsi', $3, current_date, current_date) returning id),
      titles as (
        insert into private.bundle_titles (bundle_id, part, movie_id, series_id, title)
        select made.id, t.part, t.movie_id, t.series_id, 'Pousyè'
        from made, (values (1, $2::uuid, null::uuid), (2, null, $4::uuid)) t (part, movie_id, series_id))
      insert into orders (user_id, transaction_type, bundle_id, title, amount_minor)
      select $1, 'bundle', id, 'Karetsi', $3 from made returning id`,
      idOf[member],
      movie,
      priceOf.bundle,
      fixture['series nobody bought'],
    );
  }
  const values =
    deal === 'monthly'
      ? `('${idOf[member]}', 'subscription', null, null, 'monthly', 'Lakou, monthly', 399)`
      : `('${idOf[member]}', '${deal}', 'movie', '${movie}', null, 'Pousyè', ${deal === 'purchase' ? 1200 : 300})`;
  return as('owner').value<string>(
    `insert into orders (user_id, transaction_type, media_type, movie_id, plan, title, amount_minor) values ${values} returning id`,
  );
}

/** An order with an open page of the provider. */
export async function checkoutOf(as: As, deal: Deal, reference: string): Promise<string> {
  const order = await orderOf(as, deal);
  await as('service').query(
    `select save_checkout($1, 'test', $2, 'https://pay.test', now() + interval '1 day')`,
    order,
    reference,
  );
  return order;
}

export const priceOf: Record<Deal, number> = {
  purchase: 1200,
  discounted: 900,
  rental: 300,
  bundle: 1500,
  monthly: 399,
};

/** Books events of an order, as the webhook does. */
export function eventBooker(as: As, order_id: string, provider = 'test') {
  return (fact: Fact) =>
    as('service').query<{ status: string }>(
      'select * from book_payment($1::jsonb)',
      JSON.stringify({ order_id, provider, ...fact }),
    );
}

export const payment = (fact: Partial<Fact> = {}): Fact => ({
  kind: 'payment',
  reference: `pay-${randomUUID()}`,
  amount_minor: 1200,
  currency: 'usd',
  occurred_at: at(-hour),
  ...fact,
});

/** All that an order has led to, without ids, which differ in every run. */
export async function standingOf(as: As, order_id: string) {
  const [order] = await as('owner').query('select status from orders where id = $1', order_id);
  const moments = (rows: Record<string, unknown>[]) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value && /_at$|_expiry$/.test(name) ? new Date(value as string).toISOString() : value,
        ]),
      ),
    );
  const purchases = await as('owner').query(
    'select user_id, part, status, amount::text, provider_reference, created_at, rental_expiry from user_purchases where order_id = $1 order by part',
    order_id,
  );
  const subscriptions = await as('owner').query(
    'select user_id, status, expires_at, cancel_at_period_end, provider_reference, created_at from subscriptions where order_id = $1',
    order_id,
  );
  const books = await as('owner').query(
    'select kind, amount_minor, provider_reference from ledger where order_id = $1 order by kind, provider_reference',
    order_id,
  );
  const [{ balance } = { balance: 0 }] = await as('owner').query<{ balance: number }>(
    'select coalesce(sum(amount_minor), 0)::integer as balance from ledger where order_id = $1',
    order_id,
  );
  return {
    status: order?.status,
    purchases: moments(purchases),
    subscriptions: moments(subscriptions),
    books,
    balance,
  };
}
