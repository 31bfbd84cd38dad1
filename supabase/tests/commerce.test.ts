import { describe, expect, test } from 'vitest';
import { fixture, type Thing } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const order = 'select * from create_order($1, $2, $3)';
type Kind = 'movie' | 'series';

async function newTitle(as: As, kind: Kind, fields: Record<string, unknown>): Promise<string> {
  const title = {
    title: 'Nouvo',
    published: true,
    is_purchasable: true,
    is_rentable: true,
    thumbnail_url: '/n.jpg',
    ...fields,
  };
  const columns = Object.keys(title);
  return as('owner').value<string>(
    `insert into ${kind === 'movie' ? 'movies' : 'series'} (${columns}) values (${columns.map((_, index) => `$${index + 1}`)}) returning id`,
    ...Object.values(title),
  );
}

describe('the price comes from the database', () => {
  const prices: [Kind, purchase: string | null, rental: string | null, buys: number, rents: number][] = [
    ['movie', '12.50', '3.25', 1250, 325],
    ['movie', '12.50', null, 1250, 625],
    ['movie', '9.99', null, 999, 500],
    ['movie', null, '3.25', 999, 325],
    ['movie', null, null, 999, 499],
    ['series', '29.00', '7.00', 2900, 700],
    ['series', '29.00', null, 2900, 1450],
    ['series', null, '7.00', 1999, 700],
    ['series', null, null, 1999, 999],
  ];
  test.each(prices)(
    'a %s stored at %s to buy and %s to rent is sold at %i and rented at %i cents',
    (kind, purchase_price, rental_price, buys, rents) =>
      inTransaction(async (as) => {
        const id = await newTitle(as, kind, { purchase_price, rental_price });
        for (const [type, amount_minor] of [
          ['purchase', buys],
          ['rental', rents],
        ] as const) {
          const [made] = await as('mimose').query(order, kind, id, type);
          expect(made).toMatchObject({
            user_id: idOf.mimose,
            media_type: kind,
            transaction_type: type,
            title: 'Nouvo',
            thumbnail_url: '/n.jpg',
            amount_minor,
            currency: 'USD',
            status: 'pending',
            movie_id: kind === 'movie' ? id : null,
            series_id: kind === 'series' ? id : null,
          });
          expect(await as('mimose').query('select from orders where id = $1', made?.id), 'own').toHaveLength(
            1,
          );
          expect(
            await as('tiJo').query('select from orders where id = $1', made?.id),
            "another's",
          ).toHaveLength(0);
        }
      })(),
  );
});

describe('no order is made for', () => {
  const refused: [what: string, fields: Record<string, unknown>, type: string][] = [
    ['a draft', { published: false }, 'purchase'],
    ['a free title', { is_free: true }, 'purchase'],
    ['a title that is not for sale', { is_purchasable: false }, 'purchase'],
    ['a title that is not for rent', { is_rentable: false }, 'rental'],
    ['a title at no price', { purchase_price: 0 }, 'purchase'],
    ['a title whose rent is nothing', { rental_price: 0 }, 'rental'],
  ];
  for (const kind of ['movie', 'series'] as const) {
    test.each(refused)(`%s (${kind})`, (_what, fields, type) =>
      inTransaction(async (as) => {
        const id = await newTitle(as, kind, fields);
        for (const person of ['mimose', 'admin'] as const) {
          expect(await as(person).refusal(order, kind, id, type)).toMatchObject({
            code: 'P0002',
            message: 'Payment information not found',
            hint: 'payment_item_not_found',
          });
        }
      })(),
    );
  }

  test.each([
    ['a title that does not exist', 'movie', '00000000-0000-4000-b000-00000000ffff', 'purchase', 'P0002'],
    ['a series called a movie', 'movie', fixture['paid series'], 'purchase', 'P0002'],
    ['a kind that does not exist', 'ticket', fixture['paid movie'], 'purchase', '22023'],
    ['a transaction type that does not exist', 'movie', fixture['paid movie'], 'gift', '22023'],
    ['nothing', null, null, null, 'P0002'],
  ])('%s', (_what, kind, id, type, code) =>
    inTransaction(async (as) => {
      expect(await as('mimose').refusal(order, kind, id, type)).toMatchObject({
        code,
        hint: 'payment_item_not_found',
      });
    })(),
  );

  test(
    'somebody who is not signed in',
    inTransaction(async (as) => {
      expect((await as('visitor').refusal(order, 'movie', fixture['paid movie'], 'purchase')).code).toBe(
        '42501',
      );
      const nobody = as('mimose', { 'request.jwt.claims': '{"role":"authenticated"}' });
      expect(await nobody.refusal(order, 'movie', fixture['paid movie'], 'purchase')).toMatchObject({
        code: '42501',
        message: 'User not authenticated',
      });
    }),
  );

  test(
    'a member who orders more than thirty times an hour; others can go on',
    inTransaction(async (as) => {
      const often = `select count(*) from generate_series(1, 30) n, lateral create_order(left('movie', 4 + n), $1, 'rental')`;
      await as('mimose').query(often, fixture['paid movie']);
      expect(await as('mimose').refusal(order, 'movie', fixture['paid movie'], 'rental')).toMatchObject({
        code: 'PT429',
        hint: 'too_many_tries',
      });
      expect(await as('tiJo').query(order, 'movie', fixture['paid movie'], 'rental')).toHaveLength(1);
    }),
  );
});

describe('a member cannot', () => {
  const movie = fixture['paid movie'];
  const cheats: [action: string, sql: string][] = [
    [
      'give themselves a film',
      `insert into user_purchases (user_id, movie_id, transaction_type, amount) values ('${idOf.mimose}', '${movie}', 'purchase', 9.99)`,
    ],
    [
      'give themselves a film through the payment page of old',
      `insert into user_purchases (user_id, movie_id, transaction_type, amount, rental_expiry) values ('${idOf.mimose}', '${movie}', 'rental', 4.99, now() + interval '48 hours')`,
    ],
    [
      'give themselves a subscription',
      `insert into subscriptions (user_id, status, subscription_type, expires_at) values ('${idOf.mimose}', 'active', 'yearly', now() + interval '1 year')`,
    ],
    [
      'prolong a subscription',
      `update subscriptions set expires_at = now() + interval '1 year', status = 'active'`,
    ],
    [
      'write an order with a price of their own',
      `insert into orders (user_id, transaction_type, media_type, movie_id, title, amount_minor) values ('${idOf.mimose}', 'purchase', 'movie', '${movie}', 'Lanmè', 1)`,
    ],
    ['lower the price of an order', `update orders set amount_minor = 1`],
    ['call an order paid', `update orders set status = 'paid'`],
    [
      'book a payment',
      `insert into ledger (order_id, kind, amount_minor, currency, provider, provider_reference) values ('${fixture.order}', 'payment', 1, 'USD', 'test', 'forged')`,
    ],
    ['make a plan cheaper', `update plans set amount_minor = 1`],
    [
      'turn a rental into a purchase',
      `update user_purchases set transaction_type = 'purchase', rental_expiry = null`,
    ],
    ['lift their own limits', `delete from private.rate_limits`],
  ];
  test.each(cheats)('%s', (_action, sql) =>
    inTransaction(async (as) => {
      for (const person of ['mimose', 'kesner', 'editor', 'moderator', 'accountant', 'admin'] as const) {
        expect((await as(person).refusal(sql)).code, person).toBe('42501');
      }
    })(),
  );

  test(
    'change the price of a title: nothing is touched',
    inTransaction(async (as) => {
      for (const person of ['mimose', 'kesner', 'moderator', 'accountant'] as const) {
        const cheaper = 'update movies set purchase_price = 0.01, is_free = true';
        expect(await as(person).touches(cheaper), person).toBe(0);
      }
    }),
  );
});

describe('the ledger', () => {
  test.each([
    'update ledger set amount_minor = 1',
    'delete from ledger',
    'truncate ledger cascade',
    'truncate orders cascade',
    'truncate ledger restart identity cascade',
  ])('refuses everybody, the service key and the owner of the database too: %s', (sql) =>
    inTransaction(async (as) => {
      for (const person of ['visitor', 'mimose', 'accountant', 'admin', 'service', 'owner'] as const) {
        expect((await as(person).refusal(sql)).code, person).toBe('42501');
      }
      await as('owner').query(`set local session_replication_role = 'replica'`);
      expect((await as('owner').refusal(sql)).hint, 'a replica').toBe('ledger_append_only');
    })(),
  );

  test(
    'is not lost with its order',
    inTransaction(async (as) => {
      expect((await as('service').refusal('delete from orders')).code).toBe('42501');
      expect((await as('owner').refusal('delete from orders where id = $1', fixture.order)).code).toMatch(
        /^23/,
      );
    }),
  );

  const book = `insert into ledger (order_id, kind, amount_minor, currency, provider, provider_reference) values ('${fixture.order}', `;
  test.each([
    ['the same provider reference twice', `'payment', 300, 'USD', 'test', 'first')`, 'booked_once'],
    ['a negative payment', `'payment', -300, 'USD', 'test', 'other')`, 'sign_follows_kind'],
    ['a positive refund', `'refund', 300, 'USD', 'test', 'other')`, 'sign_follows_kind'],
    ['nothing at all', `'payment', 0, 'USD', 'test', 'other')`, 'sign_follows_kind'],
    ['an unknown kind', `'gift', 300, 'USD', 'test', 'other')`, 'kind_known'],
    ['an unknown currency', `'payment', 300, 'gourdes', 'test', 'other')`, 'currency_known'],
  ])('does not book %s', (_what, values, constraint) =>
    inTransaction(async (as) => {
      expect((await as('service').refusal(book + values)).constraint).toBe(constraint);
    })(),
  );

  test(
    'books a refund of a payment under the same reference',
    inTransaction(async (as) => {
      await as('service').query(`${book} 'refund', -300, 'USD', 'test', 'first')`);
      expect(await as('mimose').value('select sum(amount_minor)::integer from ledger')).toBe(0);
    }),
  );
});

test.each(['movie', 'series'] as const)(
  'deleting a %s that nobody has any more keeps the money rows',
  (kind) =>
    inTransaction(async (as) => {
      const id = fixture[`paid ${kind}` satisfies Thing];
      const [made] = await as('mimose').query(order, kind, id, 'purchase');
      const rights = (where: string) =>
        as('accountant').value(
          `select count(*) from user_purchases where media_type = '${kind}' and ${where}`,
        );
      const before = await rights('true');
      // Nobody has an entitlement any more: see commerce-booking.test.ts for titles with buyers.
      await as('owner').query(`update user_purchases set status = 'refunded' where media_type = '${kind}'`);
      await as('editor').query(`delete from ${kind === 'movie' ? 'movies' : 'series'} where id = $1`, id);
      expect(await rights('true')).toBe(before);
      expect(await rights(`title like 'Lanmè%' and ${kind}_id is null`)).toBe(5);
      expect(
        await as('mimose').query('select title, amount_minor from orders where id = $1', made?.id),
      ).toEqual([{ title: `Lanmè (${kind})`, amount_minor: 1200 }]);
    })(),
);

test(
  'an order names what it sells: a plan, or one title of its kind',
  inTransaction(async (as) => {
    const insert =
      'insert into orders (title, amount_minor, transaction_type, media_type, movie_id, series_id, plan) values';
    const wrong = [
      `('x', 1, 'subscription', null, null, null, null)`,
      `('x', 1, 'subscription', 'movie', null, null, 'monthly')`,
      `('x', 1, 'purchase', 'movie', null, null, 'monthly')`,
      `('x', 1, 'purchase', 'movie', null, '${fixture['paid series']}', null)`,
      `('x', 1, 'rental', 'series', '${fixture['paid movie']}', null, null)`,
    ];
    for (const values of wrong) {
      expect((await as('service').refusal(`${insert} ${values}`)).constraint, values).toBe(
        'names_what_it_sells',
      );
    }
  }),
);

test.each([
  [
    'orders',
    `insert into orders (title, amount_minor, transaction_type, plan, provider, provider_reference) values ('x', 1, 'subscription', 'monthly', 'test', 'r')`,
  ],
  [
    'user_purchases',
    `insert into user_purchases (amount, transaction_type, provider, provider_reference) values (1, 'purchase', 'test', 'r')`,
  ],
  [
    'subscriptions',
    `insert into subscriptions (status, subscription_type, expires_at, provider, provider_reference) values ('active', 'monthly', now(), 'test', 'r')`,
  ],
])('one provider reference makes one row in %s', (_table, sql) =>
  inTransaction(async (as) => {
    await as('service').query(sql);
    expect((await as('service').refusal(sql)).code).toBe('23505');
  })(),
);

test(
  'the plans cost what the spec says',
  inTransaction(async (as) => {
    expect(
      await as('visitor').query(`select id, amount_minor from plans where id <> 'weekly' order by id`),
    ).toEqual([
      { id: 'monthly', amount_minor: 399 },
      { id: 'yearly', amount_minor: 4389 },
    ]);
  }),
);
