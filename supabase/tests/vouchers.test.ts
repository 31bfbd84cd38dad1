import { describe, expect, test } from 'vitest';
import { newCode, outcomeOf } from './support/codes.ts';
import { fixture } from './support/fixtures.ts';
import { everyClient, idOf } from './support/people.ts';
import { activeBatch, makeAgent, makeBatch, printCodes, readBooks } from './support/vouchers.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const movie = fixture['movie nobody bought'];
const WEEK = 149;

const isSubscribed = (as: As, member: keyof typeof idOf) =>
  as('owner').value<boolean>('select private.is_subscribed($1)', idOf[member]);
const owed = (as: As, agent: string) => as('owner').value<string>('select private.owed_by($1)', agent);
const statuses = (as: As, batch: number) =>
  as('solange')
    .query<{ status: string }>('select status from my_vouchers($1)', batch)
    .then((rows) => rows.map(({ status }) => status));

describe('a voucher', () => {
  test(
    'is printed, activated, sold, redeemed once, and the books agree at every step',
    inTransaction(async (as) => {
      const agent = await makeAgent(as);
      const batch = await makeBatch(as, agent, { vouchers: 4 });
      const [first, second, third] = await printCodes(as, batch);
      expect(await outcomeOf(as('tiJo'), first ?? ''), 'before it is activated').toBe('code_not_active');
      expect(await as('visitor').value('select read_code($1)', first)).toEqual({ result: 'code_not_active' });
      await as('admin').query('select activate_voucher_batch($1)', batch);
      await as('solange').query('select sell_vouchers($1, 1, 2)', batch);
      expect(Number(await owed(as, agent))).toBe(2 * WEEK);
      expect(await statuses(as, batch)).toEqual(['sold', 'sold', 'unsold', 'unsold']);

      const offer = { kind: 'voucher', pass: 'week', title: 'Lakou, week' };
      expect(await as('visitor').value('select read_code($1)', first)).toMatchObject({
        result: 'code_valid',
        ...offer,
      });
      expect(
        await as('tiJo').value('select redeem_code($1)', ` ${first?.toLowerCase().replaceAll('-', '')}`),
      ).toMatchObject({ result: 'code_redeemed', ...offer });
      expect(await isSubscribed(as, 'tiJo')).toBe(true);
      expect(await outcomeOf(as('tiJo'), first ?? '')).toBe('code_yours');
      expect(await outcomeOf(as('mimose'), first ?? '')).toBe('code_used');
      expect(Number(await owed(as, agent)), 'sold before').toBe(2 * WEEK);

      expect(await outcomeOf(as('mimose'), third ?? ''), 'never marked as sold').toBe('code_redeemed');
      expect(Number(await owed(as, agent)), 'redeemed is sold').toBe(3 * WEEK);
      expect(await readBooks(as)).toEqual({
        balance: 3 * WEEK,
        entries: 3 * WEEK,
        sold: 3 * WEEK,
        redeemed: 2 * WEEK,
        ledger: 2 * WEEK,
        given: 2 * WEEK,
      });
      const payments = await as('tiJo').query('select provider, amount_minor, kind from my_payments()');
      expect(payments).toMatchObject([{ provider: 'voucher', kind: 'payment' }]);

      await as('accountant').query(`select record_agent_payment($1, $2, 'Resi 7')`, agent, 3 * WEEK);
      expect(Number(await owed(as, agent))).toBe(0);
      const [row] = await as('accountant').query('select * from admin_voucher_batches()');
      expect(row).toMatchObject({ status: 'active', vouchers: 4, sold: 3, redeemed: 2, revoked: 0 });
      expect([Number(row?.owed_minor), Number(row?.booked_minor)]).toEqual([3 * WEEK, 2 * WEEK]);
      expect(await outcomeOf(as('solange'), second ?? ''), 'sold before').toBe('code_redeemed');
      expect(Number(await owed(as, agent))).toBe(0);
    }),
  );

  test(
    'of a title is kept; its owners can pass it on, and the title cannot be deleted while one is valid',
    inTransaction(async (as) => {
      const { batch, codes } = await activeBatch(as, { movie, vouchers: 2 });
      expect(await outcomeOf(as('tiJo'), codes[0] ?? '')).toBe('code_redeemed');
      expect(await outcomeOf(as('tiJo'), codes[1] ?? '')).toBe('already_owned');
      const canWatch = await as('owner').value(`select private.can_watch($1, 'movie', $2)`, idOf.tiJo, movie);
      expect(canWatch).toBe(true);
      await as('owner').query('delete from user_purchases where movie_id = $1', movie);
      expect((await as('admin').refusal('delete from movies where id = $1', movie)).hint).toBe('title_sold');
      await as('admin').query(`select revoke_voucher_batch($1, 'fini')`, batch);
      expect(await as('admin').touches('delete from movies where id = $1', movie)).toBe(1);
    }),
  );

  test(
    'that is wrong, mistyped, expired or revoked says so and gives nothing',
    inTransaction(async (as) => {
      const { batch, codes } = await activeBatch(as);
      const [first = '', second = '', third = ''] = codes;
      expect(await outcomeOf(as('tiJo'), newCode())).toBe('code_wrong');
      expect(await outcomeOf(as('tiJo'), first.slice(0, -1))).toBe('code_mistyped');
      await as('solange').query('select sell_vouchers($1, 2, 2)', batch);
      expect(await as('admin').value(`select revoke_vouchers($1, 1, 1, 'pèdi')`, batch)).toBe(1);
      expect(await outcomeOf(as('tiJo'), first)).toBe('code_revoked');
      expect(await as('admin').value(`select revoke_voucher_batch($1, 'vòlè')`, batch)).toBe(8);
      expect(await outcomeOf(as('tiJo'), third)).toBe('code_revoked');
      expect(await outcomeOf(as('tiJo'), second), 'sold before').toBe('code_redeemed');
      const other = await activeBatch(as, { agent: await makeAgent(as, 'mimose') });
      await as('owner').query(
        `update private.voucher_batches set expires_on = current_date - 2 where id = $1`,
        other.batch,
      );
      expect(await outcomeOf(as('tiJo'), other.codes[0] ?? '')).toBe('code_expired');
      expect(await as('owner').value(`select count(*)::integer from orders where provider = 'voucher'`)).toBe(
        1,
      );
    }),
  );

  test(
    'is in gourdes where the agent sells in gourdes, at the rate of the day it was made',
    inTransaction(async (as) => {
      const agent = await makeAgent(as, 'solange', { currency: 'HTG', limit: 100_000_000 });
      await as('owner').query('delete from exchange_rates');
      expect((await as('admin').refusal(...batchOf(agent))).hint).toBe('rate_missing');
      await as('admin').query(`select set_exchange_rate(131.25, current_date, 'BRH')`);
      const { codes } = await activeBatch(as, { agent, vouchers: 1 });
      await as('admin').query(`select set_exchange_rate(200, current_date, 'BRH')`);
      expect(await outcomeOf(as('tiJo'), codes[0] ?? '')).toBe('code_redeemed');
      expect(
        await as('tiJo').query(
          `select amount_minor, currency, price_minor, exchange_rate::float from orders where provider = 'voucher'`,
        ),
      ).toEqual([{ amount_minor: 19_600, currency: 'HTG', price_minor: 149, exchange_rate: 131.25 }]);
      expect(
        await as('owner').value(`select count(*)::integer from payment_alerts where provider = 'voucher'`),
      ).toBe(0);
      expect((await as('admin').refusal(...batchOf(agent, { price: 19_650 }))).hint).toBe('amount_invalid');
    }),
  );

  test(
    'that was sold can be taken back by an admin, and its agent then owes nothing for it; a redeemed one cannot',
    inTransaction(async (as) => {
      const { agent, batch, codes } = await activeBatch(as);
      await as('solange').query('select sell_vouchers($1, 1, 3)', batch);
      expect(await outcomeOf(as('tiJo'), codes[0] ?? '')).toBe('code_redeemed');
      expect(await as('admin').value(`select revoke_vouchers($1, 1, 2, 'tounen')`, batch)).toBe(1);
      expect(Number(await owed(as, agent))).toBe(2 * WEEK);
      expect(await isSubscribed(as, 'tiJo')).toBe(true);
      expect((await as('admin').refusal(`select revoke_vouchers($1, 1, 2, 'ankò')`, batch)).hint).toBe(
        'voucher_numbers_invalid',
      );
      const books = await readBooks(as);
      expect(books).toMatchObject({ balance: 2 * WEEK, entries: 2 * WEEK, sold: 2 * WEEK, ledger: WEEK });
    }),
  );
});

describe('the codes of a batch', () => {
  test(
    'are read by admins while they are worth nothing, and by nobody from then on',
    inTransaction(async (as) => {
      const agent = await makeAgent(as);
      const batch = await makeBatch(as, agent);
      expect((await as('admin').refusal('select activate_voucher_batch($1)', batch)).hint).toBe(
        'batch_not_printed',
      );
      const codes = await printCodes(as, batch);
      expect(new Set(codes).size).toBe(10);
      expect(await printCodes(as, batch), 'printed again').toEqual(codes);
      await as('admin').query('select activate_voucher_batch($1)', batch);
      await as('admin').query('select activate_voucher_batch($1)', batch);
      expect((await as('admin').refusal('select print_voucher_batch($1)', batch)).hint).toBe('batch_closed');
      const stored = await as('owner').value<string>(
        `select string_agg(c::text || v::text || b::text, '') from private.codes c
          join private.vouchers v on v.code_id = c.id join private.voucher_batches b on b.id = v.batch_id`,
      );
      for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
      const log = await as('owner').value<string>(`select string_agg(l::text, '') from audit_log l`);
      for (const code of codes) expect(log).not.toContain(code);
    }),
  );

  test(
    'are void when the batch is revoked before it is activated',
    inTransaction(async (as) => {
      const batch = await makeBatch(as, await makeAgent(as));
      const [code = ''] = await printCodes(as, batch);
      expect(await as('admin').value(`select revoke_voucher_batch($1, 'mal enprime')`, batch)).toBe(10);
      expect((await as('admin').refusal('select activate_voucher_batch($1)', batch)).hint).toBe(
        'batch_closed',
      );
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_revoked');
    }),
  );
});

describe('an agent', () => {
  test(
    'sees and sells the own vouchers and nothing of others, and never a code',
    inTransaction(async (as) => {
      const { batch, codes } = await activeBatch(as);
      await makeAgent(as, 'mimose');
      expect(await as('mimose').query('select * from my_voucher_batches()')).toEqual([]);
      expect(await as('mimose').query('select * from my_vouchers($1)', batch)).toEqual([]);
      expect(await as('mimose').query('select * from my_agent_entries()')).toEqual([]);
      expect((await as('mimose').refusal('select sell_vouchers($1, 1, 1)', batch)).hint).toBe(
        'no_longer_there',
      );
      const seen = JSON.stringify([
        await as('solange').query('select * from my_voucher_batches()'),
        await as('solange').query('select * from my_vouchers($1)', batch),
        await as('solange').query('select * from my_agency()'),
        await as('accountant').query('select * from admin_vouchers($1)', batch),
        await as('accountant').query('select * from admin_voucher_batches()'),
      ]);
      for (const code of codes) expect(seen).not.toContain(code);
    }),
  );

  test(
    'sells each voucher once, all of a range or none, and only while the batch is valid',
    inTransaction(async (as) => {
      const agent = await makeAgent(as);
      const waiting = await makeBatch(as, agent);
      const sell = 'select sell_vouchers($1, $2, $3)';
      expect((await as('solange').refusal(sell, waiting, 1, 1)).hint).toBe('batch_not_for_sale');
      const { batch } = await activeBatch(as, { agent });
      await as('solange').query(sell, batch, 2, 3);
      for (const [first, last] of [
        [1, 2],
        [3, 3],
        [9, 11],
        [4, 1],
        [0, 0],
        [null, 4],
      ])
        expect((await as('solange').refusal(sell, batch, first, last)).hint, `${first} to ${last}`).toBe(
          'voucher_numbers_invalid',
        );
      expect(Number(await owed(as, agent))).toBe(2 * WEEK);
      await as('owner').query('update private.voucher_batches set expires_on = current_date - 2');
      expect((await as('solange').refusal(sell, batch, 1, 1)).hint).toBe('batch_not_for_sale');
    }),
  );

  test(
    'never has more valid and unpaid vouchers than the limit; a payment lowers it',
    inTransaction(async (as) => {
      const agent = await makeAgent(as, 'solange', { limit: 10 * WEEK });
      const { batch } = await activeBatch(as, { agent });
      const second = await makeBatch(as, agent, { vouchers: 1 });
      await printCodes(as, second);
      const activate = 'select activate_voucher_batch($1)';
      expect((await as('admin').refusal(activate, second)).hint).toBe('agent_limit');
      await as('solange').query('select sell_vouchers($1, 1, 10)', batch);
      expect((await as('admin').refusal(activate, second)).hint, 'sold is still owed').toBe('agent_limit');
      await as('accountant').query(`select record_agent_payment($1, $2, 'A-1')`, agent, WEEK);
      await as('admin').query(activate, second);
      await as('admin').query(`select change_agent($1, 'Boutik', 0, true)`, agent);
      expect((await as('solange').refusal('select sell_vouchers($1, 1, 1)', second)).hint).toBe(
        'agent_limit',
      );
    }),
  );

  test(
    'pays; each receipt is booked once, and a wrong booking is taken back by another one',
    inTransaction(async (as) => {
      const { agent, batch } = await activeBatch(as);
      await as('solange').query('select sell_vouchers($1, 1, 10)', batch);
      const pay = 'select record_agent_payment($1, $2, $3)';
      await as('accountant').query(pay, agent, 500, 'A-1');
      expect((await as('accountant').refusal(pay, agent, 500, ' A-1 ')).hint).toBe('reference_used');
      expect((await as('accountant').refusal(pay, agent, 500, ' ')).hint).toBe('reference_needed');
      expect((await as('accountant').refusal(pay, agent, 0, 'A-2')).hint).toBe('amount_invalid');
      await as('accountant').query(pay, agent, -500, 'A-1 mal');
      expect(Number(await owed(as, agent))).toBe(10 * WEEK);
      const entries = await as('solange').query<{ kind: string; balance_minor: string }>(
        'select kind, balance_minor from my_agent_entries()',
      );
      expect(entries.map(({ kind, balance_minor }) => [kind, Number(balance_minor)])).toEqual([
        ['paid', 1490],
        ['paid', 990],
        ['sold', 1490],
      ]);
      for (const change of [
        'update private.agent_entries set amount_minor = 1',
        'delete from private.agent_entries',
      ])
        expect((await as('owner').refusal(change)).code).toBe('42501');
    }),
  );

  test(
    'who is no longer active sells nothing more; vouchers that people have stay good',
    inTransaction(async (as) => {
      const { agent, batch, codes } = await activeBatch(as);
      await as('admin').query(`select change_agent($1, 'Boutik', 1000000, false)`, agent);
      expect((await as('solange').refusal('select sell_vouchers($1, 1, 1)', batch)).hint).toBe(
        'agent_inactive',
      );
      expect((await as('admin').refusal(...batchOf(agent))).hint).toBe('agent_inactive');
      expect(await outcomeOf(as('tiJo'), codes[0] ?? '')).toBe('code_redeemed');
      expect(Number(await owed(as, agent))).toBe(WEEK);
    }),
  );

  test(
    'who leaves is forgotten by name; the books and the vouchers stay',
    inTransaction(async (as) => {
      const { agent, batch, codes } = await activeBatch(as);
      await as('solange').query('select sell_vouchers($1, 1, 1)', batch);
      await as('owner').query('delete from auth.users where id = $1', idOf.solange);
      expect(
        await as('accountant').query(
          'select name, username, is_active, owed_minor::integer from admin_agents()',
        ),
      ).toEqual([{ name: `Agent ${agent.slice(0, 8)}`, username: null, is_active: false, owed_minor: WEEK }]);
      expect(await outcomeOf(as('tiJo'), codes[1] ?? '')).toBe('code_redeemed');
    }),
  );
});

test(
  'only admins make agents and vouchers; accountants see the books; others are refused',
  inTransaction(async (as) => {
    const { agent, batch } = await activeBatch(as);
    const calls: [string, 'admin' | 'accountant', ...unknown[]][] = [
      [`select create_agent('tijo', 'X', 'USD', 1)`, 'admin'],
      [`select change_agent($1, 'X', 1, true)`, 'admin', agent],
      ['select create_voucher_batch($1, 1, current_date + 1, $2)', 'admin', agent, 'day'],
      ['select print_voucher_batch($1)', 'admin', batch],
      ['select activate_voucher_batch($1)', 'admin', batch],
      [`select revoke_voucher_batch($1, 'x')`, 'admin', batch],
      [`select revoke_vouchers($1, 1, 1, 'x')`, 'admin', batch],
      [`select record_agent_payment($1, 1, 'x')`, 'accountant', agent],
      ['select * from admin_agents()', 'accountant'],
      ['select * from admin_voucher_batches()', 'accountant'],
      ['select * from admin_vouchers($1)', 'accountant', batch],
      ['select * from admin_agent_entries($1)', 'accountant', agent],
    ];
    for (const [sql, role, ...values] of calls)
      for (const person of everyClient) {
        if (person === 'admin' || person === role) continue;
        expect((await as(person).refusal(sql, ...values)).code, `${person}: ${sql}`).toBe('42501');
      }
    for (const sql of [
      'my_voucher_batches()',
      `my_vouchers(${batch})`,
      'my_agent_entries()',
      `sell_vouchers(${batch}, 1, 1)`,
    ])
      for (const person of everyClient)
        if (person !== 'solange')
          expect((await as(person).refusal(`select ${sql}`)).code, `${person}: ${sql}`).toBe('42501');
    expect(
      (await as('admin').refusal(`select create_agent('solange@example.test', 'X', 'USD', 1)`)).hint,
    ).toBe('agent_exists');
    expect((await as('admin').refusal(`select create_agent('pèsonn', 'X', 'USD', 1)`)).hint).toBe(
      'member_not_found',
    );
  }),
);

test.each([
  ['too many', { vouchers: 501 }, 'voucher_count_invalid'],
  ['none', { vouchers: 0 }, 'voucher_count_invalid'],
  ['a pass that does not exist', { pass: 'decade' }, 'payment_item_not_found'],
  ['a free film', { movie: fixture['free movie'] }, 'payment_item_not_found'],
  ['a price of nothing', { price: 0 }, 'amount_invalid'],
  ['a day that is over', { expires: '2026-01-01' }, 'expiry_invalid'],
] as const)('a batch is refused: %s', (_, input, hint) =>
  inTransaction(async (as) => {
    expect((await as('admin').refusal(...batchOf(await makeAgent(as), input))).hint).toBe(hint);
  })(),
);

/** A call that makes a batch, with what is asked for here and now. */
function batchOf(
  agent: string,
  input: { vouchers?: number; pass?: string; movie?: string; price?: number; expires?: string } = {},
): [string, ...unknown[]] {
  const { vouchers = 1, pass = 'week', movie: title, price, expires } = input;
  return [
    'select create_voucher_batch($1, $2, coalesce($3::date, current_date + 9), $4, $5, $6, $7)',
    ...[
      agent,
      vouchers,
      expires ?? null,
      title ? null : pass,
      title ? 'movie' : null,
      title ?? null,
      price ?? null,
    ],
  ];
}
