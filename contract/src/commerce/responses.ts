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
