import type { Language } from '../languages.ts';
import type { OrderStatus } from './limits.ts';

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
