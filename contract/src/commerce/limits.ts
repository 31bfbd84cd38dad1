/** In cents of a US dollar. Keep equal to the rows of `plans`; supabase/tests compares them. */
export const PLAN_PRICES = { monthly: 399, yearly: 4389 } as const;
export type Plan = keyof typeof PLAN_PRICES;

/** What the yearly plan saves, in cents, as the specification rounds it. */
export const YEARLY_SAVING = 400;

/** Prices of a title without its own, in cents. Keep equal to private.price_minor. */
export const DEFAULT_PRICES = {
  movie: { purchase: 999, rental: 499 },
  series: { purchase: 1999, rental: 999 },
} as const;

/** Keep equal to the constraint rentals_last_48_hours. */
export const RENTAL_HOURS = 48;
/** At most so much is added to a rental for outages and cuts. Keep equal to the same constraint. */
export const RENTAL_EXTENSION_HOURS = 24;
/** A rental begins with the first play, and at the latest so long after the payment. Keep equal to the same constraint. */
export const RENTAL_BEGINS_WITHIN_DAYS = 30;

/** Keep equal to the constraint status_known of `orders`. The ledger decides between paid, refunded and disputed. */
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

/** Keep equal to the constraint kind_known of `ledger`. */
export const BOOKING_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'credit',
] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];

/** Of gifts and vouchers, with the check character. Keep equal to private.code_length(). */
export const CODE_LENGTH = 12;

/** Keep equal to the constraints of private.gifts. */
export const GIFT_NAME_MAX = 80;
export const GREETING_MAX = 500;

/** Vouchers of one batch. Keep equal to the constraint vouchers_sane of private.voucher_batches. */
export const VOUCHERS_MAX = 500;

/** What vouchers are sold in. Keep equal to the constraint currency_known of private.agents. */
export const VOUCHER_CURRENCIES = ['HTG', 'USD'] as const;

/** Of an agent. Keep equal to the constraint name_of_a_length of private.agents. */
export const AGENT_NAME_MAX = 80;

/** Of promotions. Keep equal to the constraints of private.promotions. */
export const PROMOTION_TITLES_MAX = 100;

/** Of bundles. Keep equal to the constraints of private.bundles and to create_bundle(). */
export const BUNDLE_NAME_MAX = 80;
export const BUNDLE_TITLES_MAX = 20;

/**
 * Stripe charges cards no less than so many cents. A discount leaves nothing or at least this: keep equal to
 * private.discounted_minor.
 */
export const CARD_MIN = 50;

/** Of a trial. Keep equal to the constraint trial_days_sane of public.plans. */
export const TRIAL_DAYS_MAX = 90;

/** The passes, in the order of the page. Prices are rows of `passes`, which admins change. */
export const PASSES = ['day', 'week', 'month', 'year'] as const;
export type Pass = (typeof PASSES)[number];

/** How people can pay. Those that are set up are in the public settings; credit is offered to members who have enough. */
export const PAYMENT_METHODS = ['stripe', 'sandbox', 'moncash', 'natcash', 'credit'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Whether a method can charge so many cents. */
export const canCharge = (method: string, cents: number): boolean => method !== 'stripe' || cents >= CARD_MIN;

/** Methods that take gourdes. Keep equal to private.takes_gourdes(). */
export const GOURDE_WALLETS = ['moncash', 'natcash'] as const satisfies PaymentMethod[];
export type GourdeWallet = (typeof GOURDE_WALLETS)[number];
export const takesGourdes = (method: string): method is GourdeWallet =>
  (GOURDE_WALLETS as readonly string[]).includes(method);

/** Keep equal to the constraint reason_known of `payment_alerts`. */
export const ALERT_REASONS = [
  'amount_short',
  'amount_over',
  'currency_wrong',
  'title_deleted',
  'order_unknown',
  'reference_wrong',
  'not_successful',
  'paid_twice',
  'nobody',
] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];
