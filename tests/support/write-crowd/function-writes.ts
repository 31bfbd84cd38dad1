import { generateKeyPairSync } from 'node:crypto';
import { idOf } from '../test-server.ts';
import type { Turn, Write } from './crowd.ts';

const soon = () => new Date(Date.now() + 86_400_000).toISOString();
const event = (order_id: string, reference: string, fields: object = {}) => ({
  kind: 'payment',
  order_id,
  provider: 'test',
  reference,
  amount_minor: 1200,
  currency: 'usd',
  ...fields,
});

/** One for all: making a pair takes longer than a request. */
const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

const gift = { recipient_name: 'Manmi', from_name: 'Jean', language: 'ht', pass: 'day' };

/** A gift of this member, paid for. */
async function paidGift({ member, service }: Turn): Promise<string> {
  const { data } = await member.client.rpc('create_gift', gift);
  if (!data?.gift_id) return idOf.member;
  await service.client.rpc('book_payment', {
    event: event(data.id, data.id, { amount_minor: data.amount_minor }),
  });
  return data.gift_id;
}

/** A payment of this member with this provider, in the ledger. */
async function paymentBy({ member, service, server }: Turn, provider: string): Promise<number> {
  const { data } = await member.client.rpc('create_pass_order', { pass: 'year' });
  const { id = idOf.member, amount_minor = 1 } = data ?? {};
  await service.client.rpc('book_payment', {
    event: event(id, `${provider}-${id}`, { provider, amount_minor }),
  });
  const [entry] = await server.database.query<{ id: number }>(
    `select id::integer from public.ledger where order_id = $1 and kind = 'payment'`,
    [id],
  );
  return entry?.id ?? 0;
}

/** The member as an agent. */
async function agentOf({ member, server }: Turn): Promise<string> {
  const [agent] = await server.database.query<{ id: string }>(
    `insert into private.agents (user_id, name, currency, limit_minor) values ($1, 'Boutik', 'USD', 1000000000)
      on conflict (user_id) do update set name = excluded.name returning id`,
    [member.id],
  );
  return agent!.id;
}

const promotion = () => ({
  name: 'Foul',
  first_day: '2026-01-01',
  last_day: soon().slice(0, 10),
  per_person: 100,
  total: 10_000,
  percent: 100,
});

/** A film and a series, cheap enough for everybody. */
const bundleOf = ({ film, series }: Turn['shared']) => ({
  title: 'Foul',
  titles: [film, series],
  amount_minor: 500,
  first_day: '2026-01-01',
  last_day: soon().slice(0, 10),
});

/** A bundle that nobody else ends. */
async function newBundle({ admin, shared }: Turn): Promise<string> {
  const { data } = await admin.client.rpc('create_bundle', bundleOf(shared));
  return data ?? '';
}

const batchOf = (agent: string) => ({ agent, vouchers: 2, expires_on: soon().slice(0, 10), pass: 'day' });

/** A batch of the member's vouchers, not printed yet. */
async function newBatch(turn: Turn): Promise<number> {
  const { data } = await turn.admin.client.rpc('create_voucher_batch', batchOf(await agentOf(turn)));
  return data ?? 0;
}

/** SQL functions that can write, and those of supabase/functions. */
export const functionWrites: Record<string, Write> = {
  'POST /rpc/create_gift': ({ member }) => member.client.rpc('create_gift', gift),
  'POST /rpc/read_code': ({ member }) => member.client.rpc('read_code', { code: 'CCCC-CCCC-CCCC' }),
  'POST /rpc/redeem_code': ({ member }) => member.client.rpc('redeem_code', { code: 'CCCC-CCCC-CCCC' }),
  'POST /rpc/resend_gift': async (turn) =>
    turn.member.client.rpc('resend_gift', {
      gift: await paidGift(turn),
      recipient_email: 'manmi@example.test',
    }),
  'POST /rpc/cancel_gift': async (turn) =>
    turn.member.client.rpc('cancel_gift', { gift: await paidGift(turn) }),
  // First: those below pay for passes, and nobody subscribes beside a pass.
  'POST /rpc/create_subscription_order': ({ member }) =>
    member.client.rpc('create_subscription_order', { plan: 'yearly' }),
  'POST /rpc/save_provider_entries': ({ service, n }) =>
    service.client.rpc('save_provider_entries', {
      provider: 'stripe',
      entries: [0, 1].map((entry) => ({
        reference: `crowd-${(n + entry) % 2}`,
        kind: 'payment',
        amount_minor: 100 + n,
        currency: 'USD',
        occurred_at: '2026-01-01T00:00:00Z',
      })),
    }),
  'POST /rpc/recheck_payment_day': async ({ admin, server }) => {
    await server.database.query(`select private.compare_payment_day('2026-01-01', 'stripe')`);
    return admin.client.rpc('recheck_payment_day', { day: '2026-01-01', provider: 'stripe' });
  },
  'POST /rpc/begin_payment_export': ({ admin }) =>
    admin.client.rpc('begin_payment_export', { from_day: '2026-01-01', to_day: '2026-01-31' }),
  'POST /rpc/begin_audit_export': ({ admin }) =>
    admin.client.rpc('begin_audit_export', { from_day: '2026-01-01', to_day: '2026-01-31' }),
  'POST /functions/export-audit-log': ({ admin }) => admin.call('export-audit-log', { action: 'insert' }),
  'POST /rpc/set_tax_rate': ({ admin }) =>
    admin.client.rpc('set_tax_rate', {
      country: 'HT',
      name: 'TCA',
      percent: 10,
      valid_from: new Date().toISOString().slice(0, 10),
    }),
  'POST /functions/reconcile-day': ({ service }) =>
    service.call('reconcile-day', { day: '2026-01-01', provider: 'sandbox', cursor: null }),
  'POST /functions/export-payments': ({ admin }) =>
    admin.call('export-payments', { from: '2026-01-01', to: '2026-01-31' }),
  'POST /functions/receipt-pdf': async (turn) =>
    turn.member.call('receipt-pdf', { entry: await paymentBy(turn, 'sandbox'), language: 'ht' }),
  'POST /rpc/find_payments_of_code': ({ admin }) =>
    admin.client.rpc('find_payments_of_code', { code: 'CCCC-CCCC-CCCC' }),
  'POST /rpc/request_refund': async (turn) =>
    turn.admin.client.rpc('request_refund', {
      payment: await paymentBy(turn, 'sandbox'),
      reason: 'Foul moun',
    }),
  'POST /rpc/credit_payment': async (turn) =>
    turn.admin.client.rpc('credit_payment', {
      payment: await paymentBy(turn, 'moncash'),
      reason: 'Foul moun',
    }),
  'POST /rpc/pay_with_credit': async (turn) => {
    const { admin, member, service } = turn;
    await admin.client.rpc('credit_payment', {
      payment: await paymentBy(turn, 'moncash'),
      reason: 'Foul moun',
    });
    const { data } = await member.client.rpc('create_pass_order', { pass: 'day' });
    return service.client.rpc('pay_with_credit', { order_id: data?.id ?? '' });
  },
  'POST /rpc/claim_refund': ({ service, id }) => service.client.rpc('claim_refund', { of_order: id }),
  'POST /rpc/create_agent': async ({ admin, member, server, n }) => {
    await server.database.query('update private.agents set user_id = null where user_id = $1', [member.id]);
    return admin.client.rpc('create_agent', {
      member: `crowd-${n}@example.test`,
      name: 'Boutik',
      currency: 'USD',
      limit_minor: 1_000_000_000,
    });
  },
  'POST /rpc/change_agent': async (turn) =>
    turn.admin.client.rpc('change_agent', {
      agent: await agentOf(turn),
      name: 'Boutik',
      limit_minor: 1_000_000_000,
      is_active: true,
    }),
  'POST /rpc/record_agent_payment': async (turn) =>
    turn.admin.client.rpc('record_agent_payment', {
      agent: await agentOf(turn),
      amount_minor: 1,
      reference: `${turn.id} ${turn.n}`,
    }),
  'POST /rpc/create_voucher_batch': async (turn) =>
    turn.admin.client.rpc('create_voucher_batch', batchOf(await agentOf(turn))),
  'POST /rpc/print_voucher_batch': async (turn) =>
    turn.admin.client.rpc('print_voucher_batch', { batch: await newBatch(turn) }),
  'POST /rpc/activate_voucher_batch': async (turn) => {
    const batch = await newBatch(turn);
    await turn.admin.client.rpc('print_voucher_batch', { batch });
    return turn.admin.client.rpc('activate_voucher_batch', { batch });
  },
  'POST /rpc/sell_vouchers': async (turn) => {
    const batch = await newBatch(turn);
    await turn.admin.client.rpc('print_voucher_batch', { batch });
    await turn.admin.client.rpc('activate_voucher_batch', { batch });
    return turn.member.client.rpc('sell_vouchers', { batch, first_number: 1, last_number: 1 });
  },
  'POST /rpc/revoke_voucher_batch': async (turn) =>
    turn.admin.client.rpc('revoke_voucher_batch', { batch: await newBatch(turn), reason: 'Foul moun' }),
  'POST /rpc/revoke_vouchers': async (turn) =>
    turn.admin.client.rpc('revoke_vouchers', {
      batch: await newBatch(turn),
      first_number: 1,
      last_number: 1,
      reason: 'Foul moun',
    }),
  'POST /rpc/create_promotion': ({ admin }) => admin.client.rpc('create_promotion', promotion()),
  'POST /rpc/end_promotion': async ({ admin, server }) => {
    await admin.client.rpc('create_promotion', promotion());
    const [made] = await server.database.query<{ id: string }>(
      'select id from private.promotions where ended_at is null order by random() limit 1',
    );
    return admin.client.rpc('end_promotion', { promotion: made?.id ?? '' });
  },
  'POST /rpc/apply_promotion': async ({ admin, member, shared }) => {
    const { data: code } = await admin.client.rpc('create_promotion', promotion());
    const order = await member.client.rpc('create_order', {
      media_type: 'movie',
      media_id: shared.film,
      transaction_type: 'purchase',
    });
    return member.client.rpc('apply_promotion', { order_id: order.data?.id ?? '', code: code ?? '' });
  },
  'POST /rpc/set_audio_kind': ({ admin, shared }) =>
    admin.client.rpc('set_audio_kind', {
      ...{ of_kind: 'movie', of_id: shared['free film'], track: 0, kind: 'main' },
    }),
  'POST /rpc/create_bundle': ({ admin, shared }) => admin.client.rpc('create_bundle', bundleOf(shared)),
  'POST /rpc/change_bundle': async (turn) => {
    const { titles: _, ...values } = bundleOf(turn.shared);
    return turn.admin.client.rpc('change_bundle', { bundle: await newBundle(turn), ...values });
  },
  'POST /rpc/end_bundle': async (turn) =>
    turn.admin.client.rpc('end_bundle', { bundle: await newBundle(turn) }),
  'POST /rpc/create_bundle_order': async (turn) =>
    turn.member.client.rpc('create_bundle_order', { bundle: await newBundle(turn) }),
  'POST /rpc/create_order': ({ member, shared }) =>
    member.client.rpc('create_order', {
      media_type: 'movie',
      media_id: shared.film,
      transaction_type: 'rental',
    }),
  // After create_order, which refuses what somebody has rented.
  'POST /rpc/take_free_order': async ({ admin, member, service, shared }) => {
    const { data: code } = await admin.client.rpc('create_promotion', promotion());
    const order = await member.client.rpc('create_order', {
      media_type: 'movie',
      media_id: shared.film,
      transaction_type: 'rental',
    });
    const applied = await member.client.rpc('apply_promotion', {
      order_id: order.data?.id ?? '',
      code: code ?? '',
    });
    const { order_id } = (applied.data ?? {}) as { order_id?: string };
    return service.client.rpc('take_free_order', { order_id: order_id ?? '' });
  },
  'POST /rpc/create_pass_order': ({ member }) => member.client.rpc('create_pass_order', { pass: 'week' }),
  'POST /rpc/start_checkout': async ({ member, service, n }) => {
    const order = await member.client.rpc('create_pass_order', { pass: 'month' });
    const provider = n % 2 ? 'sandbox' : 'moncash';
    return service.client.rpc('start_checkout', { order_id: order.data?.id ?? '', provider });
  },
  'POST /rpc/give_up_checkout': ({ service, shared }) =>
    service.client.rpc('give_up_checkout', { order_id: shared.order }),
  'POST /rpc/claim_transaction_query': ({ service, n }) =>
    service.client.rpc('claim_transaction_query', { provider: 'moncash', transaction_id: String(n) }),
  'POST /rpc/save_payer': ({ service, shared }) =>
    service.client.rpc('save_payer', { order_id: shared.order, phone: '50937001234' }),
  'POST /rpc/report_payment_problem': ({ service, shared, n }) =>
    service.client.rpc('report_payment_problem', {
      order_id: shared.order,
      provider: 'moncash',
      reference: `crowd-${n}`,
      reason: 'not_successful',
      details: {},
    }),
  'POST /rpc/set_exchange_rate': ({ admin, n }) =>
    admin.client.rpc('set_exchange_rate', { rate: 130 + n / 100, rate_date: '2026-11-02', source: 'BRH' }),
  'POST /rpc/set_trial_days': ({ admin, n }) =>
    admin.client.rpc('set_trial_days', { plan: 'yearly', days: n % 2 }),
  'POST /rpc/set_pass_price': ({ admin, n }) =>
    admin.client.rpc('set_pass_price', { pass: 'day', amount_minor: 49 + n }),
  'POST /rpc/settle_payment_alert': async ({ admin, server, n }) => {
    const [alert] = await server.database.query<{ id: number }>(
      `insert into public.payment_alerts (provider, reference, reason)
        values ('moncash', $1, 'order_unknown') on conflict (provider, reference, reason) do update set settled_at = null
        returning id::integer`,
      [`settle-${n}`],
    );
    return admin.client.rpc('settle_payment_alert', { alert: alert!.id, note: 'Foul moun' });
  },
  'POST /rpc/order_to_pay': ({ host, shared }) => host.client.rpc('order_to_pay', { order_id: shared.order }),
  'POST /rpc/save_checkout': ({ service, shared, n }) =>
    service.client.rpc('save_checkout', {
      order_id: n % 2 ? shared.order : shared.plan,
      provider: 'test',
      reference: n % 2 ? 'cs_order' : 'cs_plan',
      url: 'https://pay.test',
      expires_at: soon(),
    }),
  'POST /rpc/save_customer': ({ service, member }) =>
    service.client.rpc('save_customer', {
      person: member.id,
      provider: 'test',
      reference: `cus_${member.id}`,
    }),
  'POST /rpc/claim_order_check': ({ service, shared }) =>
    service.client.rpc('claim_order_check', { waited_for: shared.order }),
  'POST /rpc/claim_payment_checks': async ({ service, server, shared }) => {
    await server.database.query(
      `update private.checkouts c set next_check_at = now()
        from (select order_id from private.checkouts where order_id = any ($1) order by order_id for update) d
        where c.order_id = d.order_id`,
      [[shared.order, shared.plan]],
    );
    return service.client.rpc('claim_payment_checks', { how_many: 10 });
  },
  'POST /rpc/book_payment': ({ service, shared, n }) =>
    service.client.rpc('book_payment', {
      event:
        n % 2
          ? event(shared.order, `pay-${n}`)
          : event(shared.plan, `pay-${n}`, { amount_minor: 399, subscription: 'sub' }),
    }),
  'POST /rpc/sandbox_start': ({ service, shared }) =>
    service.client.rpc('sandbox_start', { order_id: shared.order, success_url: '/', cancel_url: '/' }),
  'POST /rpc/sandbox_add': ({ service, id }) =>
    service.client.rpc('sandbox_add', { session: id, event: { kind: 'closed' } }),
  'POST /rpc/grant_subscription': ({ admin, member }) =>
    admin.client.rpc('grant_subscription', {
      person: member.id,
      plan: 'monthly',
      until: soon(),
      reason: 'Foul moun',
    }),
  'POST /rpc/end_subscription': ({ admin, shared }) =>
    admin.client.rpc('end_subscription', { subscription: shared.subscription, reason: 'Foul moun' }),

  'POST /rpc/increment_topic_view': ({ member, shared }) =>
    member.client.rpc('increment_topic_view', { topic_id: shared.topic }),
  'POST /rpc/set_notification_settings': ({ member, n }) =>
    member.client.rpc('set_notification_settings', { replies: n % 2 ? 'email' : 'app', mentions: 'app' }),
  'POST /rpc/follow_topic': ({ member, shared }) =>
    member.client.rpc('follow_topic', { topic_id: shared.topic }),
  'POST /rpc/mark_topic_read': ({ member, shared }) =>
    member.client.rpc('mark_topic_read', { topic_id: shared.topic }),
  'POST /rpc/mark_notifications_read': ({ member }) => member.client.rpc('mark_notifications_read', {}),
  'POST /rpc/edit_topic': ({ host, shared, id }) =>
    host.client.rpc('edit_topic', { topic_id: shared.topic, title: 'Foul', content: id }),
  'POST /rpc/edit_post': ({ host, shared, id }) =>
    host.client.rpc('edit_post', { post_id: shared.post, content: id }),
  'POST /rpc/report': ({ member, shared, n }) =>
    member.client.rpc('report', {
      target_kind: n % 2 ? 'topic' : 'post',
      target_id: n % 2 ? shared.topic : shared.post,
      reason: 'spam',
    }),
  'POST /rpc/dismiss_reports': ({ admin, shared }) =>
    admin.client.rpc('dismiss_reports', { target_kind: 'topic', target_id: shared.topic }),
  'POST /rpc/set_hidden': ({ admin, shared, n }) =>
    admin.client.rpc('set_hidden', { target_kind: 'post', target_id: shared.post, hidden: n % 2 === 0 }),
  'POST /rpc/suspend_member': ({ admin }) =>
    admin.client.rpc('suspend_member', { member_id: idOf.member, reason: 'Foul moun' }),
  'POST /rpc/lift_suspension': ({ admin }) => admin.client.rpc('lift_suspension', { member_id: idOf.member }),
  'POST /rpc/title_discussion': ({ member, shared }) =>
    member.client.rpc('title_discussion', { media_type: 'series', media_id: shared.series }),

  'POST /rpc/start_playback': ({ member, shared }) =>
    member.client.rpc('start_playback', { media_type: 'movie', media_id: shared['free film'] }),
  'POST /rpc/end_playback': ({ member, id }) => member.client.rpc('end_playback', { session: id }),
  'POST /rpc/issue_offline_licence': ({ member, shared }) =>
    member.client.rpc('issue_offline_licence', {
      device: member.id,
      public_key: 'A'.repeat(392),
      media_type: 'movie',
      media_id: shared['free film'],
    }),
  'POST /rpc/check_in_downloads': ({ member, id }) => member.client.rpc('check_in_downloads', { device: id }),
  'POST /rpc/release_download': ({ member, id }) =>
    member.client.rpc('release_download', { device: id, stream_id: id }),
  'POST /rpc/remove_download_device': ({ member, id }) =>
    member.client.rpc('remove_download_device', { device: id }),
  'POST /rpc/save_progress': ({ member, shared, n }) =>
    member.client.rpc('save_progress', {
      media_type: 'movie',
      media_id: shared['free film'],
      position: n,
      duration: 600,
    }),
  'POST /rpc/mark_watched': ({ member, shared }) =>
    member.client.rpc('mark_watched', { media_type: 'movie', media_id: shared['free film'] }),
  'POST /rpc/edit_titles': ({ admin, shared, n }) =>
    admin.client.rpc('edit_titles', {
      kind: 'movie',
      ids: [shared['free film']!],
      change: { purchase_price: n % 10, is_free: true },
    }),
  'POST /rpc/reorder_episodes': ({ admin, shared }) =>
    admin.client.rpc('reorder_episodes', {
      series_id: shared.series,
      season_number: 1,
      ordered: [shared.episode],
    }),
  'POST /rpc/save_front_page': async ({ admin, id }) => {
    const { data } = await admin.client.from('front_page_rows').select('id, updated_at').eq('place', 'films');
    return admin.client.rpc('save_front_page', {
      of_place: 'films',
      seen: data,
      rows: [{ id, title: 'Foul', kind: 'rule', rule: 'free' }],
    });
  },
  'POST /rpc/retry_media_job': ({ admin, shared }) =>
    admin.client.rpc('retry_media_job', { job_id: shared['media job'] }),
  'POST /rpc/cancel_media_job': ({ admin, shared }) =>
    admin.client.rpc('cancel_media_job', { job_id: shared['media job'] }),
  'POST /rpc/retry_failed_job': ({ admin, shared }) =>
    admin.client.rpc('retry_failed_job', { job_id: Number(shared['failed job']) }),
  'POST /rpc/discard_failed_job': ({ admin, shared }) =>
    admin.client.rpc('discard_failed_job', { job_id: Number(shared['failed job']) }),

  'POST /rpc/restore_deleted_row': ({ admin, shared }) =>
    admin.client.rpc('restore_deleted_row', { deleted_id: Number(shared['deleted row']) }),
  'POST /rpc/discard_deleted_row': ({ admin, shared }) =>
    admin.client.rpc('discard_deleted_row', { deleted_id: Number(shared['discarded row']) }),

  'POST /rpc/download_my_data': ({ member }) => member.client.rpc('download_my_data'),
  'POST /rpc/can_delete_account': ({ admin, member }) =>
    admin.client.rpc('can_delete_account', { person: member.id }),
  'POST /rpc/revoke_session': ({ member, id }) => member.client.rpc('revoke_session', { session_id: id }),
  'POST /rpc/request_device_code': ({ member }) => member.client.rpc('request_device_code'),
  'POST /rpc/claim_device_session': ({ member, id }) =>
    member.client.rpc('claim_device_session', { device_secret: id }),
  'POST /rpc/read_device_code': ({ member }) => member.client.rpc('read_device_code', { code: 'CCCC-CCCC' }),
  'POST /rpc/answer_device_code': async ({ member }) => {
    const { data } = await member.client.rpc('request_device_code');
    const { user_code = '' } = (data ?? {}) as { user_code?: string };
    return member.client.rpc('answer_device_code', { code: user_code, approve: true });
  },
  'POST /rpc/sign_out_member': ({ admin }) =>
    admin.client.rpc('sign_out_member', { person: idOf.member, reason: 'Foul moun' }),
  'POST /rpc/make_recovery_codes': ({ member }) => member.client.rpc('make_recovery_codes'),
  'POST /rpc/use_recovery_code': ({ member }) =>
    member.client.rpc('use_recovery_code', { code: 'AAAA-BBBB' }),
  'POST /rpc/setup_admin': ({ member }) => member.client.rpc('setup_admin', { code: 'AAAA-BBBB' }),
  'POST /rpc/close_large_account': ({ service, member }) =>
    service.client.rpc('close_large_account', { person: member.id }),
  'POST /rpc/erase_account_rows': ({ service, shared }) =>
    service.client.rpc('erase_account_rows', { person: shared.topic }),

  'POST /functions/playback': ({ member, shared }) =>
    member.call('playback', { mediaType: 'movie', id: shared['free film'] }),
  'POST /functions/offline-licence': ({ member, shared }) =>
    member.call('offline-licence', {
      ...{ device: member.session, publicKey },
      wanted: { mediaType: 'movie', id: shared['free film'] },
    }),
  'POST /functions/create-checkout': ({ member, shared }) =>
    member.call('create-checkout', { id: shared.film, mediaType: 'movie', type: 'purchase' }),
  'POST /functions/refund-payment': async (turn) =>
    turn.admin.call('refund-payment', { paymentId: await paymentBy(turn, 'sandbox'), reason: 'Foul moun' }),
  'POST /functions/print-vouchers': async (turn) =>
    turn.admin.call('print-vouchers', { batch: await newBatch(turn), language: 'ht' }),
  'POST /functions/cancel-gift': ({ member, id }) => member.call('cancel-gift', { giftId: id }),
  'POST /functions/check-order': ({ host, shared }) => host.call('check-order', { orderId: shared.order }),
  'POST /functions/check-subscription': ({ member }) => member.call('check-subscription'),
  'POST /functions/change-subscription': ({ member }) =>
    member.call('change-subscription', { renews: false }),
  'POST /functions/customer-portal': ({ member }) => member.call('customer-portal'),
  'POST /functions/payment-webhook': ({ service, shared }) =>
    service.call('payment-webhook', event(shared.order, 'pay-1')),
  'POST /functions/moncash-callback': ({ service, shared }) =>
    service.call('moncash-callback', { orderId: shared.order }),
  'POST /functions/natcash-callback': ({ service, shared }) =>
    service.call('natcash-callback', { orderNumber: shared.order }),
  'POST /functions/reconcile-payments': ({ service }) => service.call('reconcile-payments', { missed: true }),
  'POST /functions/erase-account': ({ service, id }) => service.call('erase-account', { user_id: id }),
  // Last: the crowd leaves, while its admins still delete what it has left.
  'POST /functions/delete-account': ({ member }) => member.call('delete-account'),
};
