import type { AlertReason, GourdeWallet } from '@lakou/contract/commerce/limits';
import { serviceClient } from '../clients.ts';
import type { Fact, Order, Provider } from './provider.ts';

/** What a wallet says about one payment. `reference` is the order it is for; `cost` is in gourdes. */
export interface WalletPayment {
  reference: string;
  transaction_id: string;
  cost: number;
  isSuccessful: boolean;
  /** How the wallet itself names the result. */
  message: string;
  /** The number that paid, where the wallet names it. */
  payer?: string;
}

/** What one company's client does; the rest is the same for all. */
export interface Wallet {
  name: GourdeWallet;
  /** `expires` in milliseconds, where the wallet says it. */
  openPage(order: Order): Promise<{ url: string; expires?: number | undefined }>;
  /** Undefined: the wallet does not know a payment for this order (yet). */
  findPayment(orderId: string): Promise<WalletPayment | undefined>;
}

/** How long a page can be paid on, unless the wallet says less. start_checkout() has the same. */
const PAGE_MS = 10 * 60_000;
/** An order is looked up for so long; then it counts as not paid. */
const LOOK_UP_MS = 24 * 3_600_000;

/**
 * A mobile wallet: whole gourdes, no refund, no recurring charge. What arrives from outside is only a reason to look the
 * payment up there.
 */
export function walletProvider(wallet: Wallet): Provider {
  const closed = (order_id: string, status: 'canceled' | 'expired'): Fact => ({
    kind: 'closed',
    order_id,
    provider: wallet.name,
    reference: order_id,
    status,
  });
  const refuse = (what: string) => () => Promise.reject(new Error(`${wallet.name} ${what}`));
  return {
    name: wallet.name,
    currency: 'HTG',
    canRenew: false,
    canRefund: false,
    signatureHeader: null,

    async startCheckout(order) {
      const { url, expires } = await wallet.openPage(order);
      const latest = Date.now() + PAGE_MS;
      return {
        reference: order.id,
        url,
        expires_at: new Date(Math.min(expires ?? latest, latest)).toISOString(),
      };
    },

    async lookUpOrder({ order_id }) {
      const payment = await wallet.findPayment(order_id);
      if (payment) return factsOf(wallet, payment, order_id);
      return (await isOver(order_id)) ? [closed(order_id, 'expired')] : [];
    },

    /** Wallets' pages cannot be closed: the order is given up here, and a payment that still arrives counts. */
    async cancelCheckout({ order_id }) {
      const payment = await wallet.findPayment(order_id);
      return payment ? factsOf(wallet, payment, order_id) : [closed(order_id, 'canceled')];
    },

    listUndeliveredFacts: async () => [],
    /** An accountant returns the money by hand: the payment is on their list. */
    refund: async () => [],
    endSubscription: async () => [],
    readWebhook: refuse('has callbacks of its own'),
    setRenewal: refuse('charges nothing again'),
    createPortalUrl: refuse('has no page for its customers'),
  };
}

/** Compares the payment with the order that was asked for. The database compares the amount with the order's. */
export async function factsOf(wallet: Wallet, payment: WalletPayment, order_id: string): Promise<Fact[]> {
  if (payment.reference !== order_id) {
    await reportProblem(wallet, payment, { order_id, reason: 'reference_wrong' });
    return [];
  }
  if (!payment.isSuccessful) {
    await reportProblem(wallet, payment, { order_id, reason: 'not_successful' });
    return [];
  }
  return [
    {
      kind: 'payment',
      order_id,
      provider: wallet.name,
      reference: payment.transaction_id,
      amount_minor: Math.round(payment.cost * 100),
      currency: 'HTG',
      occurred_at: new Date().toISOString(),
      ...(payment.payer && { payer: payment.payer }),
    },
  ];
}

/** Shown to accountants at /admin/payments. */
export async function reportProblem(
  wallet: Wallet,
  { reference, transaction_id, cost, message }: WalletPayment,
  { order_id, reason }: { order_id: string; reason: AlertReason },
): Promise<void> {
  const { error } = await serviceClient().rpc('report_payment_problem', {
    order_id: (isOrderId(order_id) ? order_id : null) as string,
    provider: wallet.name,
    reference: transaction_id,
    reason,
    details: { reference, cost, message },
  });
  if (error) throw new Error(`report_payment_problem: ${error.message}`);
}

export const isOrderId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

async function isOver(order_id: string): Promise<boolean> {
  const { data, error } = await serviceClient()
    .from('orders')
    .select('created_at')
    .eq('id', order_id)
    .maybeSingle();
  if (error) throw new Error(`orders: ${error.message}`);
  return data !== null && Date.parse(data.created_at) < Date.now() - LOOK_UP_MS;
}
