import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCode } from '../../../contract/src/codes.ts';
import { CODE_LENGTH } from '../../../contract/src/commerce/limits.ts';
import { codesOnSheet } from '../../support/codes-on-sheet.ts';
import { film, newShopper, openShop, type Shopper } from '../../support/shop.ts';
import type { TestServer } from '../../support/test-server.ts';

let server: TestServer;
let admin: Shopper;
beforeAll(async () => {
  server = await openShop();
  admin = await newShopper(server);
  await server.database.query(`insert into admin_users (user_id, role) values ($1, 'admin')`, [admin.id]);
});
afterAll(() => server?.close());

/** A new agent, and a batch of weeks that is not printed yet. */
async function newBatch(vouchers = 3) {
  const seller = await newShopper(server);
  const { data: user } = await seller.client.auth.getUser();
  const agent = await admin.client.rpc('create_agent', {
    member: user.user?.email ?? '',
    name: 'Boutik Mari',
    currency: 'USD',
    limit_minor: 100_000,
  });
  const batch = await admin.client.rpc('create_voucher_batch', {
    agent: agent.data ?? '',
    vouchers,
    expires_on: '2028-01-01',
    pass: 'week',
  });
  return { seller, agent: agent.data ?? '', batch: batch.data ?? 0 };
}

const redeem = async (person: Shopper, code: string | undefined) =>
  ((await person.client.rpc('redeem_code', { code: code ?? '' })).data as { result: string }).result;

test('a sheet is printed as PDF, activated, and each code gives a week to one of two people at once', async () => {
  const { seller, batch } = await newBatch();
  const answer = await admin.call('print-vouchers', { batch, language: 'ht' });
  expect(answer.status).toBe(200);
  const sheet = await (answer.body as Blob).bytes();
  expect(Buffer.from(sheet.subarray(0, 5)).toString()).toBe('%PDF-');
  const codes = codesOnSheet(sheet);
  expect(codes).toHaveLength(3);
  for (const code of codes) expect(isCode(code, CODE_LENGTH), code).toBe(true);

  const people = await Promise.all([newShopper(server), newShopper(server)]);
  expect(await redeem(people[0], codes[0])).toBe('code_not_active');
  expect((await admin.client.rpc('activate_voucher_batch', { batch })).error).toBe(null);
  expect(await admin.call('print-vouchers', { batch, language: 'ht' })).toMatchObject({
    status: 409,
    body: { error: 'batch_closed' },
  });
  const results = await Promise.all(people.map((person) => redeem(person, codes[0])));
  expect(results.toSorted()).toEqual(['code_redeemed', 'code_used']);
  const subscribed = await Promise.all(people.map((person) => person.subscription()));
  expect(subscribed.filter(({ body }) => body.hasActiveSubscription)).toHaveLength(1);
  const [mine] = (await seller.client.rpc('my_voucher_batches')).data ?? [];
  expect(mine).toMatchObject({ sold: 1, redeemed: 1, owed_minor: 149, booked_minor: 149 });
});

test('a voucher that is sold and redeemed at once is owed once', async () => {
  const { seller, agent, batch } = await newBatch(6);
  const codes = codesOnSheet(
    await (await admin.call('print-vouchers', { batch, language: 'en' })).body.bytes(),
  );
  await admin.client.rpc('activate_voucher_batch', { batch });
  const people = await Promise.all(codes.map(() => newShopper(server)));
  await Promise.all([
    ...people.map((person, n) => redeem(person, codes[n])),
    ...[1, 2, 3].map((number) =>
      seller.client.rpc('sell_vouchers', { batch, first_number: number, last_number: number }),
    ),
    admin.client.rpc('revoke_vouchers', { batch, first_number: 5, last_number: 6, reason: 'pèdi' }),
    ...[1, 2].map(() =>
      admin.client.rpc('record_agent_payment', { agent, amount_minor: 149, reference: 'A-1' }),
    ),
  ]);
  const [row] = (await seller.client.rpc('my_voucher_batches')).data ?? [];
  expect(row?.owed_minor).toBe(149 * (row?.sold ?? 0));
  expect(row?.booked_minor).toBe(149 * (row?.redeemed ?? 0));
  expect(row?.sold).toBe(row?.redeemed);
  const [agency] = (await seller.client.rpc('my_agency')).data ?? [];
  expect(agency?.owed_minor, 'paid once').toBe(149 * ((row?.sold ?? 0) - 1));
});

test('no member or visitor makes, prints, activates or lists vouchers, and agents see none of others', async () => {
  const { seller, agent, batch } = await newBatch();
  const member = await newShopper(server);
  for (const person of [member, seller]) {
    expect(await person.call('print-vouchers', { batch, language: 'ht' })).toMatchObject({
      status: 403,
      body: { error: 'no_access' },
    });
    for (const { error } of [
      await person.client.rpc('create_agent', { member: 'x', name: 'x', currency: 'USD', limit_minor: 1 }),
      await person.client.rpc('create_voucher_batch', {
        agent,
        vouchers: 1,
        expires_on: '2028-01-01',
        pass: 'day',
      }),
      await person.client.rpc('activate_voucher_batch', { batch }),
      await person.client.rpc('record_agent_payment', { agent, amount_minor: 1, reference: 'x' }),
      await person.client.rpc('admin_vouchers', { batch }),
    ])
      expect(error?.code).toBe('42501');
  }
  expect((await member.client.rpc('my_voucher_batches')).error?.code).toBe('42501');
  expect((await member.client.rpc('my_agency')).data).toEqual([]);
  expect(
    (await seller.client.rpc('sell_vouchers', { batch, first_number: 1, last_number: 1 })).error?.hint,
  ).toBe('batch_not_for_sale');
  for (const name of ['redeem_voucher', 'book_agent_entry', 'derive_code'])
    expect((await seller.client.rpc(name as never, { agent: film } as never)).error, name).not.toBe(null);
  for (const table of ['agents', 'agent_entries', 'voucher_batches', 'vouchers'])
    expect((await seller.client.from(table as never).select()).error, table).not.toBe(null);
});
