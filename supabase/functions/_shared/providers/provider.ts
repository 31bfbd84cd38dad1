import type { PaymentMethod } from '@lakou/contract/commerce/limits';
import type { Database } from '@lakou/contract/database-types';

export type Order = Database['public']['Tables']['orders']['Row'];

/** Money that moved. `payment_reference` is the payment that a refund or dispute is about. */
type Money = {
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  amount_minor: number;
  currency: string;
  occurred_at: string;
  payment_reference?: string;
  period_end?: string;
  subscription?: string;
  /** The number of the wallet that paid. */
  payer?: string;
  /** The code of the country that the buyer pays from, where the provider knows it. */
  country?: string;
};
/** The state of a subscription at a moment of the provider's clock. */
type SubscriptionState = {
  kind: 'subscription';
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  period_end: string | null;
  ended_at: string | null;
  as_of: string;
};
/** A checkout that ended without a payment. */
type Closed = {
  kind: 'closed';
  status: 'canceled' | 'expired' | 'failed';
};
/** What a provider has verifiably reported about one of our orders, as private.book_event takes it. */
export type Fact = { order_id: string; provider: string; reference: string } & (
  | Money
  | SubscriptionState
  | Closed
);

/** What a provider lists: compared with the ledger by kind and reference. */
export type MoneyEntry = Pick<Money, 'kind' | 'amount_minor' | 'currency' | 'occurred_at'> & {
  reference: string;
};
export interface MoneyPage {
  entries: MoneyEntry[];
  /** Where to go on; null at the end. */
  next: string | null;
}
export const isMoney = (fact: Fact): fact is Extract<Fact, Money> => 'amount_minor' in fact;

export interface Checkout {
  reference: string;
  url: string;
  expires_at: string;
  /** Who the buyer is to the provider, where it keeps customers. */
  customer?: string;
}

/** What we need of a company that takes payments. */
export interface Provider {
  name: PaymentMethod;
  currency: 'USD' | 'HTG';
  /** Whether it charges again by itself, as subscriptions need. */
  canRenew: boolean;
  /** Whether it returns money when we ask. */
  canRefund: boolean;
  /** The header that carries the signature of its webhook calls; null where it signs nothing. */
  signatureHeader: string | null;
  /** Opens a page to pay this order on. Called twice, it returns the same page. */
  startCheckout(order: Order, buyer: { email?: string; customer?: string }): Promise<Checkout>;
  /** Throws SignatureInvalid unless the signature is valid and recent. */
  readWebhook(call: { body: string; signature: string }): Promise<Fact[]>;
  /** All that the provider knows about an order now. */
  lookUpOrder(order: { order_id: string; session: string; subscription?: string }): Promise<Fact[]>;
  /** Of webhook calls that did not reach us. */
  listUndeliveredFacts(): Promise<Fact[]>;
  /** A page of the money that moved on a day (UTC), where the provider lists it; without, orders are looked up one by one. */
  listMoney?(page: { day: string; cursor: string | null }): Promise<MoneyPage>;
  /** Returns so much of a payment. Called twice for the same request, it returns it once. */
  refund(payment: {
    order_id: string;
    reference: string;
    amount_minor: number;
    currency: string;
    requested_at?: string;
  }): Promise<Fact[]>;
  /** Closes a page, so that nobody can pay on it. */
  cancelCheckout(checkout: { order_id: string; reference: string }): Promise<Fact[]>;
  /** Lets a subscription end with the paid period, or renew after all. */
  setRenewal(subscription: { order_id: string; reference: string; renews: boolean }): Promise<Fact[]>;
  /** Ends a subscription now. */
  endSubscription(subscription: { order_id: string; reference: string }): Promise<Fact[]>;
  /** The page where the member sees invoices, changes the card and cancels. */
  createPortalUrl(member: { subscription: string; customer?: string }): Promise<string>;
}

export class SignatureInvalid extends Error {}

/**
 * How long after an order is created its page can be paid on. private.is_order_payable() takes orders two hours less, and
 * with a promotion, whose uses are counted, 35 minutes less: Stripe's pages last at least 30.
 */
const ORDER_SECONDS = 86_000;
const PROMOTION_SECONDS = 3_600;
export const checkoutExpiry = ({ created_at, promotion_id }: Order): Date =>
  new Date(
    (Math.floor(Date.parse(created_at) / 1000) + (promotion_id ? PROMOTION_SECONDS : ORDER_SECONDS)) * 1000,
  );
