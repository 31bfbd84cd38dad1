import type { Language } from '../languages.ts';
import type { BookingKind, OrderStatus } from './limits.ts';

/** What the commerce functions answer. Failures have the common form, `ErrorAnswer` of errors.ts. */
export interface CheckoutResponse {
  url: string;
  orderId: string;
}

export interface CheckOrderResponse {
  orderId: string;
  status: OrderStatus;
}

/** Function `check-subscription`, which takes nothing. */
export interface SubscriptionResponse {
  hasActiveSubscription: boolean;
  subscriptionType: string | null;
  expiresAt: string | null;
}

/** Function `customer-portal`, which takes nothing: where a member sees invoices, changes the card, cancels. */
export interface PortalResponse {
  url: string;
}

/** Function `cancel-gift`: the order whose payment is refunded. */
export interface CancelGiftResponse {
  orderId: string;
}

/** What `read_receipt` answers: a payment with its number, or what was booked later without one. */
export interface Receipt {
  id: number;
  kind: BookingKind;
  /** Such as 2026-000123. */
  number: string | null;
  occurred_at: string;
  amount_minor: number;
  currency: string;
  /** Where the amount is in gourdes: in cents of a dollar, and the rate of the order. */
  price_minor: number | null;
  exchange_rate: number | null;
  /** Where a promotion took something off: how much, and from which price, in cents of a dollar. */
  discount_minor: number | null;
  full_price_minor: number | null;
  /** Part of the amount. */
  tax_name: string | null;
  tax_percent: number | null;
  tax_minor: number | null;
  problem: string | null;
  title: string;
  transaction_type: string;
  media_type: string | null;
  plan: string | null;
  pass: string | null;
  /** The names of its titles; null where it is no bundle. */
  bundle_titles: string[] | null;
  period_end: string | null;
  provider: string;
  provider_reference: string;
  order_id: string;
  email: string | null;
  returned: { kind: BookingKind; amount_minor: number; occurred_at: string }[];
}

/** Function `refund-payment`: the order of the payment. */
export interface RefundPaymentResponse {
  orderId: string;
}

/** What `read_code` and `redeem_code` answer. `result` is one of these or an error key. */
export interface CodeAnswer {
  result: 'code_valid' | 'code_redeemed' | 'code_yours' | (string & {});
  kind?: 'gift' | 'voucher';
  pass?: 'day' | 'week' | 'month' | 'year' | null;
  media_type?: 'movie' | 'series' | null;
  media_id?: string | null;
  title?: string;
  thumbnail_url?: string | null;
  from_name?: string;
  recipient_name?: string;
  greeting?: string;
  language?: Language;
}

/** What `apply_promotion` answers: `promotion_applied` with the order at the new price, or an error key. */
export interface PromotionAnswer {
  result: 'promotion_applied' | (string & {});
  order_id?: string;
}

/** What `read_bundle` answers. `is_sold`: whether it can be ordered. */
export interface Bundle {
  id: string;
  title: string;
  title_translations: Record<string, string>;
  amount_minor: number;
  last_day: string;
  is_sold: boolean;
  titles: { media_type: 'movie' | 'series'; media_id: string; title: string }[];
  /** What they cost one by one; null when one of them is not sold alone. */
  single_minor: number | null;
}
