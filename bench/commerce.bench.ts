import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/src/database/database.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { onBothDatabases } from './bench-databases.ts';

/*
 * How many payments are booked in a second, beside the bare cost of such a transaction: lock one row, insert one into
 * each of two tables, update the first, with the same indexes, policies and triggers, and nothing decided. Measured in
 * turns, so that a busy moment of the machine hits both. What counts is the ratio.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const EACH = 150;
const AT_ONCE = 8;
const service = { as: { role: 'service_role', claims: { role: 'service_role' } } };

/** How many are done in a second when all of them are, several at a time. */
async function perSecond<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<number> {
  const waiting = [...things];
  const begun = performance.now();
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return things.length / ((performance.now() - begun) / 1000);
}

async function measure(place: string, database: Database): Promise<string> {
  await prepareDatabase(database, { demo: true });
  const orders = async () =>
    (
      await database.query<{ id: string }>(
        `insert into public.orders (user_id, transaction_type, media_type, movie_id, title, amount_minor, provider)
          select p.id, 'purchase', 'movie', m.id, m.title, 999, 'bench'
          from generate_series(1, $1::integer) n, private.profiles p, public.movies m
          where p.username = 'member' and m.title = 'Tanbou Minwi' returning id`,
        [EACH],
      )
    ).map(({ id }) => ({ id, reference: randomUUID() }));
  const book = ({ id, reference }: { id: string; reference: string }) =>
    database.query(
      'select (public.book_payment($1::jsonb)).status',
      [
        JSON.stringify({
          kind: 'payment',
          order_id: id,
          provider: 'bench',
          reference,
          amount_minor: 999,
          currency: 'USD',
        }),
      ],
      service,
    );
  const bare = ({ id, reference }: { id: string; reference: string }) =>
    database.query(
      `with locked as (select * from public.orders where id = $1 for update),
        booked as (
          insert into public.ledger (order_id, kind, amount_minor, currency, provider, provider_reference)
          select id, 'payment', amount_minor, currency, 'bench', $2 from locked),
        granted as (
          insert into public.user_purchases (user_id, movie_id, title, transaction_type, amount, order_id, provider, provider_reference)
          select user_id, movie_id, title, 'purchase', 9.99, id, 'bench', $2 from locked)
        update public.orders set status = 'paid' where id = $1`,
      [id, reference],
    );

  const rates: Record<'bare' | 'booked' | 'again', number[]> = { bare: [], booked: [], again: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [some, others] = [await orders(), await orders()];
    const measured = {
      bare: await perSecond(some, bare),
      booked: await perSecond(others, book),
      again: await perSecond(others, book),
    };
    // The first round warms up.
    if (round > 0) for (const name of ['bare', 'booked', 'again'] as const) rates[name].push(measured[name]);
  }
  const [least, booked, again] = [middle(rates.bare), middle(rates.booked), middle(rates.again)];
  return `## Booking on ${place}

| what | per second | beside |
|---|---:|---|
| the bare transaction: lock, two inserts, one update | ${Math.round(least)} | |
| a payment booked, with its right | ${Math.round(booked)} | ${Math.round((100 * booked) / least)} % of the bare one |
| the same webhook again | ${Math.round(again)} | ${Math.round((100 * again) / least)} % of the bare one |
`;
}

const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

console.log((await onBothDatabases(measure)).join('\n'));
