import { idOf } from '../../bench/big-world/ids.ts';
import { register } from '../support/account-people.ts';
import type { PlanClient } from './plan-client.ts';

/** Passes with MonCash, whose page the demo has itself; callbacks, rates and payments to check. */
async function drivePasses(
  client: PlanClient,
  as: { token: string },
  call: (name: string, body?: object) => Promise<{ url: string; orderId: string }>,
): Promise<void> {
  const form = (url: string, fields: string) =>
    client.send('POST', new URL(url).pathname + new URL(url).search, {
      body: new TextEncoder().encode(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  await client.rpc('set_exchange_rate', { rate: 131.25, rate_date: '2026-11-02', source: 'BRH' }, 'admin');
  await client.rpc('admin_exchange_rates', {}, 'admin');
  await client.rpc('set_trial_days', { plan: 'yearly', days: 0 }, 'admin');
  await client.rpc('my_trials', {}, as);
  await client.rpc('set_pass_price', { pass: 'day', amount_minor: 49 }, 'admin');
  await client.rpc('create_pass_order', { pass: 'day' }, as);
  const pass = await call('create-checkout', { pass: 'week', method: 'moncash' });
  await client.send('GET', new URL(pass.url).pathname + new URL(pass.url).search);
  const asked = await form(pass.url, 'number=37001234&pin=1234');
  const [, code] = /<strong>(\d+)<\/strong>/.exec(String(asked.body)) ?? [];
  await form(pass.url, `code=${code}`);
  await client.send('POST', '/functions/v1/moncash-callback/alert', { body: { orderId: pass.orderId } });
  await client.send('GET', '/functions/v1/moncash-callback/return?transactionId=1');
  // Off here. Where it is on, it has the statements of MonCash.
  await client.send('GET', `/functions/v1/natcash-callback?orderNumber=${pass.orderId}&code=1&signature=0`);
  await call('check-order', { orderId: pass.orderId });
  const other = await call('create-checkout', { pass: 'month', method: 'moncash' });
  await call('create-checkout', { orderId: other.orderId, method: 'sandbox' });
  await client.rpc('give_up_checkout', { order_id: other.orderId }, 'service');
  await client.rpc('claim_transaction_query', { provider: 'moncash', transaction_id: '1' }, 'service');
  await client.rpc('save_payer', { order_id: other.orderId, phone: '50937001234' }, 'service');
  const alert = { provider: 'moncash', reference: other.orderId, reason: 'not_successful', details: {} };
  await client.rpc('report_payment_problem', { ...alert, order_id: other.orderId }, 'service');
  const { body: alerts } = await client.send(
    'GET',
    '/rest/v1/payment_alerts?settled_at=is.null&order=id&limit=100',
    {
      as: 'admin',
    },
  );
  await client.rpc('settle_payment_alert', { alert: alerts[0]?.id, note: 'tès' }, 'admin');
}

const today = () => new Date().toISOString().slice(0, 10);

/** An accountant looks for payments and returns them: a wallet's as credit, which pays the next order, a card's as money. */
async function driveReturns(
  client: PlanClient,
  as: { token: string },
  call: (name: string, body?: object) => Promise<{ url: string; orderId: string }>,
): Promise<void> {
  for (const search of ['', 'pi_none', '37001234', 'member', '00000000'])
    await client.rpc('admin_payments', { search }, 'admin');
  await client.rpc('admin_payments', { filter: 'paid' }, 'admin');
  await client.rpc('find_payments_of_code', { code: 'CCCC-CCCC-CCCC' }, 'admin');
  const rows = await client.rpc('my_payments', {}, as);
  const paidWith = (provider: string) =>
    rows.find(
      (row: { kind: string; provider: string }) => row.kind === 'payment' && row.provider === provider,
    );
  await client.rpc('admin_payment', { order_id: paidWith('moncash').order_id }, 'admin');
  await client.rpc('credit_payment', { payment: paidWith('moncash').id, reason: 'tès' }, 'admin');
  await client.rpc('my_credit', {}, as);
  await client.rpc('set_tax_rate', { country: 'HT', name: 'TCA', percent: 10, valid_from: today() }, 'admin');
  await client.rpc('admin_tax_rates', {}, 'admin');
  await client.rpc('read_receipt', { entry: rows[0].id }, as);
  await client.must('POST', '/functions/v1/receipt-pdf', { as, body: { entry: rows[0].id, language: 'ht' } });
  const day = today();
  for (const provider of ['sandbox', 'moncash'])
    for (let cursor: string | null = '', first = true; first || cursor; first = false) {
      const body: object = { day, provider, cursor: cursor || null };
      cursor = (await client.must('POST', '/functions/v1/reconcile-day', { as: 'service', body })).next;
    }
  await client.rpc('admin_payment_days', {}, 'admin');
  await client.must('POST', '/functions/v1/export-payments', { as: 'admin', body: { from: day, to: day } });
  await call('create-checkout', { pass: 'day', method: 'credit' });
  await client.must('POST', '/functions/v1/refund-payment', {
    as: 'admin',
    body: { paymentId: paidWith('sandbox').id, reason: 'tès' },
  });
}

/** A promotion, at its price and for free. */
async function drivePromotions(client: PlanClient, as: { token: string }): Promise<void> {
  const code = await client.rpc(
    'create_promotion',
    {
      name: 'Fèt',
      first_day: '2026-01-01',
      last_day: '2029-01-01',
      per_person: 9,
      total: 100,
      percent: 100,
    },
    'admin',
  );
  const order = await client.rpc(
    'create_order',
    { media_type: 'movie', media_id: idOf('film', 7), transaction_type: 'purchase' },
    as,
  );
  const applied = await client.rpc('apply_promotion', { order_id: order.id, code }, as);
  await client.must('POST', '/functions/v1/create-checkout', { as, body: { orderId: applied.order_id } });
  const [made] = await client.rpc('admin_promotions', {}, 'admin');
  await client.rpc('end_promotion', { promotion: made.id }, 'admin');
}

/** A bundle, from the admin's form to a paid order. */
async function driveBundles(
  client: PlanClient,
  as: { token: string },
  call: (name: string, body?: object) => Promise<{ url: string; orderId: string }>,
): Promise<string> {
  const values = { title: 'Karetsi', amount_minor: 900, first_day: '2026-01-01', last_day: '2029-01-01' };
  const titles = [idOf('film', 22), idOf('film', 23), idOf('film', 24)];
  const bundle = await client.rpc('create_bundle', { ...values, titles }, 'admin');
  await client.rpc('change_bundle', { ...values, bundle, amount_minor: 800 }, 'admin');
  await client.rpc('admin_bundles', {}, 'admin');
  await client.rpc('read_bundle', { bundle }, as);
  await client.rpc('title_bundles', { title_id: idOf('film', 22) }, as);
  const order = await client.rpc('create_bundle_order', { bundle }, as);
  const { url } = await call('create-checkout', { orderId: order.id });
  await client.rpc('end_bundle', { bundle }, 'admin');
  return url;
}

/** Vouchers from the sheet to the books: the new member is the agent, and redeems one. */
async function driveVouchers(client: PlanClient, as: { token: string }, id: string): Promise<void> {
  const [{ username }] = (await client.send('GET', `/rest/v1/profiles?id=eq.${id}&select=username`, { as }))
    .body;
  const agency = { name: 'Boutik', limit_minor: 1_000_000 };
  const agent = await client.rpc('create_agent', { ...agency, member: username, currency: 'USD' }, 'admin');
  await client.rpc('change_agent', { ...agency, agent, is_active: true }, 'admin');
  const batch = await client.rpc(
    'create_voucher_batch',
    { agent, vouchers: 20, expires_on: '2028-01-01', pass: 'day' },
    'admin',
  );
  const { vouchers } = await client.rpc('print_voucher_batch', { batch }, 'admin');
  await client.must('POST', '/functions/v1/print-vouchers', { as: 'admin', body: { batch, language: 'ht' } });
  await client.rpc('activate_voucher_batch', { batch }, 'admin');
  await client.rpc('sell_vouchers', { batch, first_number: 1, last_number: 3 }, as);
  for (const { code } of vouchers.slice(2, 4)) {
    await client.rpc('read_code', { code }, as);
    await client.rpc('redeem_code', { code }, as);
  }
  await client.rpc('revoke_vouchers', { batch, first_number: 1, last_number: 1, reason: 'tès' }, 'admin');
  await client.rpc('revoke_voucher_batch', { batch, reason: 'tès' }, 'admin');
  await client.rpc('record_agent_payment', { agent, amount_minor: 98, reference: 'A-1' }, 'admin');
  for (const [name, input] of [
    ['admin_agents', {}],
    ['admin_voucher_batches', {}],
    ['admin_vouchers', { batch }],
    ['admin_agent_entries', { agent }],
  ] as const)
    await client.rpc(name, input, 'admin');
  for (const name of ['my_agency', 'my_voucher_batches', 'my_agent_entries']) await client.rpc(name, {}, as);
  await client.rpc('my_vouchers', { batch }, as);
}

/** A new member buys, rents and subscribes; the provider's events arrive; the rest is asked for. */
export async function driveCommerce(client: PlanClient): Promise<void> {
  const { id, token } = await register(client.server);
  const as = { token };
  const call = (name: string, body: object = {}) =>
    client.must('POST', `/functions/v1/${name}`, { as, body });
  const press = (url: string, action: string) =>
    client.send('POST', new URL(url).pathname, {
      body: new TextEncoder().encode(`action=${action}&webhook=before`),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const item = (type: string, number: number) => ({
    id: idOf('film', number),
    mediaType: 'movie',
    type,
    title: 'X',
    price: 1,
    thumbnailUrl: '/x.jpg',
  });

  await client.rpc(
    'create_order',
    { media_type: 'movie', media_id: idOf('film', 8), transaction_type: 'purchase' },
    as,
  );
  const bought = await call('create-checkout', item('purchase', 2));
  await client.send('GET', new URL(bought.url).pathname);
  await press(bought.url, 'pay');
  const rented = await call('create-checkout', item('rental', 3));
  await client.rpc('order_to_pay', { order_id: rented.orderId }, as);
  await client.rpc('checkout_state', { order_id: rented.orderId }, 'service');
  await client.rpc('claim_order_check', { waited_for: rented.orderId }, 'service');
  await call('check-order', { orderId: rented.orderId });
  await press(rented.url, 'fail');
  const subscribed = await call('create-checkout', { plan: 'monthly' });
  for (const action of ['pay', 'fail-renewal', 'renew', 'cancel-subscription'])
    await press(subscribed.url, action);
  await call('change-subscription', { renews: true });
  await call('customer-portal');
  await call('check-subscription');
  for (const action of ['dispute', 'refund']) await press(bought.url, action);
  const gift = await client.rpc(
    'create_gift',
    {
      recipient_name: 'Manmi',
      from_name: 'Jean',
      language: 'ht',
      pass: 'day',
      recipient_email: 'manmi@example.test',
    },
    as,
  );
  await press((await call('create-checkout', { orderId: gift.id })).url, 'pay');
  const [given] = await client.rpc('my_gifts', {}, as);
  await client.rpc('resend_gift', { gift: given.id, recipient_email: 'manmi@example.test' }, as);
  await client.rpc('read_code', { code: given.code }, as);
  await client.rpc('redeem_code', { code: given.code }, as);
  const second = await client.rpc(
    'create_gift',
    { recipient_name: 'Papi', from_name: 'Jean', language: 'ht', pass: 'day' },
    as,
  );
  await press((await call('create-checkout', { orderId: second.id })).url, 'pay');
  await call('cancel-gift', { giftId: second.gift_id });
  for (const name of ['my_payments']) {
    await client.rpc(name, {}, as);
    await client.rpc(name, {}, 'busiest');
  }
  await drivePasses(client, as, call);
  await driveReturns(client, as, call);
  await driveVouchers(client, as, id);
  await drivePromotions(client, as);
  await press(await driveBundles(client, as, call), 'pay');
  await client.rpc('billing_customer', { person: id }, 'service');
  await client.rpc('save_customer', { person: id, provider: 'stripe', reference: `cus_${id}` }, 'service');
  await client.rpc('claim_payment_checks', { how_many: 20 }, 'service');
  await client.must('POST', '/functions/v1/reconcile-payments', { as: 'service', body: { missed: true } });
  await client.send('POST', '/functions/v1/payment-webhook', { body: {} });
}
