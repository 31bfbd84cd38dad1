import type { AlertReason } from '@lakou/contract/commerce/limits';
import { serviceClient } from '../clients.ts';
import {
  createPayment,
  findPaymentOfOrder,
  findPaymentOfTransaction,
  type MoncashPayment,
  pageUrl,
} from './moncash-client.ts';
import type { Fact, Provider } from './provider.ts';

const provider = 'moncash';
/** How long a page can be paid on. */
const PAGE_MS = 10 * 60_000;
/** An order is looked up for so long; then it counts as not paid. */
const LOOK_UP_MS = 24 * 3_600_000;

/**
 * Digicel's MonCash: gourdes, no signature, no refund, no recurring charge. What arrives from outside is only a reason to
 * look the payment up there.
 */
export function moncashProvider(): Provider {
  return {
    name: provider,
    currency: 'HTG',
    canRenew: false,
    canRefund: false,
    signatureHeader: null,

    async startCheckout(order) {
      const token = await createPayment(order.id, order.amount_minor / 100);
      return {
        reference: order.id,
        url: pageUrl(token),
        expires_at: new Date(Date.now() + PAGE_MS).toISOString(),
      };
    },

    async lookUpOrder({ order_id }) {
      const payment = await findPaymentOfOrder(order_id);
      if (payment) return factsOf(payment, order_id);
      return (await isOver(order_id)) ? [closed(order_id, 'expired')] : [];
    },

    /** MonCash pages cannot be closed: the order is given up here, and a payment that still arrives counts. */
    async cancelCheckout({ order_id }) {
      const payment = await findPaymentOfOrder(order_id);
      return payment ? factsOf(payment, order_id) : [closed(order_id, 'canceled')];
    },

    listUndeliveredFacts: async () => [],
    /** An accountant returns the money by hand: the payment is on their list. */
    refund: async () => [],
    endSubscription: async () => [],
    readWebhook: () => Promise.reject(new Error('MonCash signs nothing')),
    setRenewal: () => Promise.reject(new Error('MonCash charges nothing again')),
    createPortalUrl: () => Promise.reject(new Error('MonCash has no page for its customers')),
  };
}

/** What MonCash knows about a transaction that somebody named; undefined when it knows none. */
export async function lookUpTransaction(
  transactionId: string,
): Promise<{ orderId: string; payment: MoncashPayment; facts: Fact[] } | undefined> {
  const payment = await findPaymentOfTransaction(transactionId);
  if (!payment) return undefined;
  return { orderId: payment.reference, payment, facts: await factsOf(payment, payment.reference) };
}

/** A payment at MonCash for an order that we do not have, or that another method has. */
export const reportUnknownOrder = (payment: MoncashPayment) =>
  reportProblem(payment.reference, payment, 'order_unknown');

/** The database compares the amount with the order's. */
async function factsOf(payment: MoncashPayment, order_id: string): Promise<Fact[]> {
  if (payment.reference !== order_id) {
    await reportProblem(order_id, payment, 'reference_wrong');
    return [];
  }
  if (payment.message.toLowerCase() !== 'successful') {
    await reportProblem(order_id, payment, 'not_successful');
    return [];
  }
  return [
    {
      kind: 'payment',
      order_id,
      provider,
      reference: payment.transaction_id,
      amount_minor: Math.round(payment.cost * 100),
      currency: 'HTG',
      occurred_at: new Date().toISOString(),
      payer: payment.payer,
    },
  ];
}

const closed = (order_id: string, status: 'canceled' | 'expired'): Fact => ({
  kind: 'closed',
  order_id,
  provider,
  reference: order_id,
  status,
});

async function isOver(order_id: string): Promise<boolean> {
  const { data, error } = await serviceClient()
    .from('orders')
    .select('created_at')
    .eq('id', order_id)
    .maybeSingle();
  if (error) throw new Error(`orders: ${error.message}`);
  return data !== null && Date.parse(data.created_at) < Date.now() - LOOK_UP_MS;
}

/** Shown to accountants at /admin/payments. */
async function reportProblem(order_id: string, payment: MoncashPayment, reason: AlertReason): Promise<void> {
  const { error } = await serviceClient().rpc('report_payment_problem', {
    order_id: (uuid.test(order_id) ? order_id : null) as string,
    provider,
    reference: payment.transaction_id,
    reason,
    details: { reference: payment.reference, cost: payment.cost, message: payment.message },
  });
  if (error) throw new Error(`report_payment_problem: ${error.message}`);
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
