import { z } from 'zod';

/** In cents of a US dollar. Twins: the rows of `plans` in supabase/migrations/*_commerce.sql. */
export const PLAN_PRICES = { monthly: 399, yearly: 4389 } as const;
export type Plan = keyof typeof PLAN_PRICES;

/** Prices of a title that carries none, in cents. Twin: private.price_minor in *_commerce.sql. */
export const DEFAULT_PRICES = {
  movie: { purchase: 999, rental: 499 },
  series: { purchase: 1999, rental: 999 },
} as const;

/** Twin: the constraint rentals_last_48_hours in *_commerce.sql. */
export const RENTAL_HOURS = 48;

export const orderInput = z.object({
  media_type: z.enum(['movie', 'series']),
  media_id: z.uuid(),
  transaction_type: z.enum(['purchase', 'rental']),
});
export type OrderInput = z.infer<typeof orderInput>;

/** Twin: the constraint status_known of `orders`. The ledger decides between paid, refunded and disputed. */
export const ORDER_STATUSES = [
  'pending',
  'paid',
  'failed',
  'canceled',
  'refunded',
  'disputed',
  'expired',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Twin: the constraint kind_known of `ledger`. */
export const BOOKING_KINDS = ['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'] as const;

const plan = z.enum(['monthly', 'yearly']);
const given = z.unknown().optional();

/** `create-checkout` for a plan. Either name says which; both must agree. */
const planCheckout = z
  .object({ priceId: plan.optional(), plan: plan.optional() })
  .refine(({ priceId, plan }) => (priceId ?? plan) !== undefined && (!priceId || !plan || priceId === plan))
  .transform((asked) => ({ plan: (asked.priceId ?? asked.plan) as Plan }));
/** For an order that was made by the Buy or Rent button: the order says what and for how much. */
const orderCheckout = z.object({ orderId: z.uuid() }).transform(({ orderId }) => ({ orderId }));
/** For the payment item. What the browser says about title, price and picture is not believed. */
const itemCheckout = z
  .object({
    id: z.uuid(),
    mediaType: z.enum(['movie', 'series']),
    type: z.enum(['purchase', 'rental']),
    title: given,
    price: given,
    thumbnailUrl: given,
  })
  .transform(({ id, mediaType, type }) => ({
    item: { media_id: id, media_type: mediaType, transaction_type: type } satisfies OrderInput,
  }));

/** Function `create-checkout`: a plan, an order, or a payment item. */
export const checkoutInput = z.union([orderCheckout, itemCheckout, planCheckout]);
export const checkoutAnswer = z.object({ url: z.url(), orderId: z.uuid() });

/**
 * Function `check-order`: asks the provider about an own order that is still pending, books what it says, and answers
 * how the order stands. For the page after paying, when no notice has arrived yet.
 */
export const checkOrderInput = z.object({ orderId: z.uuid() });
export const checkOrderAnswer = z.object({ orderId: z.uuid(), status: z.enum(ORDER_STATUSES) });

/** Function `check-subscription`, which takes nothing. */
export const subscriptionAnswer = z.object({
  hasActiveSubscription: z.boolean(),
  subscriptionType: z.string().nullable(),
  expiresAt: z.string().nullable(),
});

/** Function `customer-portal`, which takes nothing: where a member sees invoices, changes the card, cancels. */
export const portalAnswer = z.object({ url: z.url() });

/** Function `change-subscription`: whether it goes on after the time that is paid for. Answers the same. */
export const changeSubscriptionInput = z.object({ renews: z.boolean() });

/** What the commerce functions answer when they refuse: `code` is an error key, the other two its English sentence. */
export const commerceRefusal = z.object({ error: z.string(), code: z.string(), message: z.string() });

/** Where the provider sends the browser back to. `order` is always there; a subscription names no title. */
export const successPath = (order: {
  id: string;
  transaction_type: string;
  media_type: string | null;
  movie_id: string | null;
  series_id: string | null;
}): string => {
  const title = order.movie_id ?? order.series_id;
  const query = new URLSearchParams({
    ...(title && { id: title, mediaType: order.media_type ?? 'movie', type: order.transaction_type }),
    order: order.id,
  });
  return `/payment-success?${query}`;
};
export const cancelPath = (order: { id: string; transaction_type: string }): string =>
  order.transaction_type === 'subscription' ? '/subscribe' : `/payment?order=${order.id}`;
