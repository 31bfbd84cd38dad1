import { type Counts, DAYS } from './size.ts';

/** Five orders of ten are purchases, three rentals, two subscriptions; all but a few are paid. */
const TYPE = `case when n % 10 < 5 then 'purchase' when n % 10 < 8 then 'rental' else 'subscription' end`;
const AT = `now() - interval '1 minute' * (n % ${DAYS * 1440})`;

/** Orders with their checkouts, ledger entries and what they bought. */
export function commerceStatements({ orders, members, films }: Counts): string[] {
  const every = `generate_series(0, ${orders - 1}) n`;
  const buyer = `pg_temp.id('member', n % ${members})`;
  const film = `pg_temp.id('film', pg_temp.popular(n, 40, ${films}))`;
  return [
    `insert into public.orders (id, user_id, transaction_type, media_type, movie_id, plan, title, amount_minor, provider, provider_reference, status, created_at, updated_at)
      select pg_temp.id('order', n), ${buyer}, ${TYPE}, case when n % 10 < 8 then 'movie' end, case when n % 10 < 8 then ${film} end,
        case when n % 10 >= 8 then 'monthly' end, 'Fim ' || n, 999, 'stripe', 'cs_' || n,
        case when n % 200 = 199 then 'canceled' else 'paid' end, ${AT}, ${AT} from ${every}`,
    `insert into private.checkouts (order_id, url, expires_at, checks, checked_at, next_check_at)
      select pg_temp.id('order', n), 'https://pay.example.test/' || n, ${AT}, 1, ${AT}, ${AT} from ${every}`,
    `insert into public.ledger (order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, booked_at, period_end)
      select pg_temp.id('order', n), 'payment', 999, 'USD', 'stripe', 'pi_' || n, 'pi_' || n, ${AT}, ${AT},
        case when n % 10 >= 8 then ${AT} + interval '1 month' end from ${every}`,
    `insert into public.user_purchases (user_id, media_type, movie_id, title, transaction_type, amount, provider, provider_reference, order_id, rental_expiry, created_at)
      select ${buyer}, 'movie', ${film}, 'Fim ' || n, ${TYPE}, 9.99, 'stripe', 'pi_' || n, pg_temp.id('order', n),
        case when n % 10 >= 5 then ${AT} + interval '48 hours' end, ${AT} from ${every} where n % 10 < 8`,
    `insert into public.subscriptions (user_id, status, subscription_type, expires_at, provider, provider_reference, order_id, created_at)
      select ${buyer}, case when n % 3 = 0 then 'expired' else 'active' end, 'monthly',
        case when n % 3 = 0 then now() - interval '60 days' else now() + interval '20 days' end, 'stripe', 'sub_' || n, pg_temp.id('order', n), ${AT}
      from ${every} where n % 10 >= 8`,
    `insert into private.subscription_states (order_id, provider_reference, status, period_end, as_of)
      select pg_temp.id('order', n), 'sub_' || n, case when n % 3 = 0 then 'canceled' else 'active' end, ${AT} + interval '1 month', ${AT}
      from ${every} where n % 10 >= 8`,
    `insert into private.payment_customers (user_id, provider, provider_reference)
      select ${buyer}, 'stripe', 'cus_' || n from ${every} where n % 10 >= 8 on conflict do nothing`,
  ];
}
