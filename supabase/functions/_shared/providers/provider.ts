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
};
/** How a subscription stood at a moment of the provider's clock. */
type Standing = {
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
/** What a provider has verifiably said about one of our orders: the words of private.book. */
export type Fact = { order_id: string; provider: string; reference: string } & (Money | Standing | Closed);

export interface Checkout {
  reference: string;
  url: string;
  expires_at: string;
  /** Who the buyer is to the provider, where it keeps customers. */
  customer?: string;
}

/** All that the house asks of somebody who takes payments. */
export interface Provider {
  name: string;
  /** The header that carries the signature of its notices. */
  signatureHeader: string;
  /** Opens a page to pay this order on. Asked twice, it gives the same page. */
  start(order: Order, buyer: { email?: string; customer?: string }): Promise<Checkout>;
  /** What a notice says; throws NoticeRefused unless its signature is good and fresh. */
  read(notice: { body: string; signature: string }): Promise<Fact[]>;
  /** All that the provider knows about an order, now. */
  lookUp(asked: { order_id: string; session: string; subscription?: string }): Promise<Fact[]>;
  /** Notices that did not reach us. */
  missed(): Promise<Fact[]>;
  /** Gives a payment back. */
  refund(payment: {
    order_id: string;
    reference: string;
    amount_minor: number;
    currency: string;
  }): Promise<Fact[]>;
  /** Closes a page that nobody shall pay on any more. */
  abandon(asked: { order_id: string; reference: string }): Promise<Fact[]>;
  /** Lets a subscription end with the time that is paid for, or go on after all. */
  renewal(asked: { order_id: string; reference: string; renews: boolean }): Promise<Fact[]>;
  /** Ends a subscription now. */
  end(asked: { order_id: string; reference: string }): Promise<Fact[]>;
  /** Where the member sees invoices, changes the card and cancels. */
  portal(asked: { subscription: string; customer?: string }): Promise<string>;
}

export class NoticeRefused extends Error {}

/** How long after an order is made its page may be paid on. Twin: private.is_fresh() in *_checkout.sql, two hours less. */
const ORDER_SECONDS = 86_000;
export const checkoutEnds = (order: Order): Date =>
  new Date((Math.floor(Date.parse(order.created_at) / 1000) + ORDER_SECONDS) * 1000);
