import { REASON_MAX } from '../admin/limits.ts';
import { LANGUAGES } from '../languages.ts';
import { z } from '../zod.ts';
import { GIFT_NAME_MAX, GREETING_MAX, PASSES, PAYMENT_METHODS, type Plan } from './limits.ts';
import { orderOfItem } from './payment-item.ts';

export const orderInput = z.object({
  media_type: z.enum(['movie', 'series']),
  media_id: z.uuid(),
  transaction_type: z.enum(['purchase', 'rental']),
});
export type OrderInput = z.infer<typeof orderInput>;

const plan = z.enum(['monthly', 'yearly']);
const ignored = z.unknown().optional();

/** How to pay; without it the first that is set up and fits. */
const method = z.enum(PAYMENT_METHODS).optional();

/** `create-checkout` for a plan, under either name; both must agree. */
const planCheckout = z
  .object({ priceId: plan.optional(), plan: plan.optional() })
  .refine(({ priceId, plan }) => (priceId ?? plan) !== undefined && (!priceId || !plan || priceId === plan))
  .transform((input) => ({ plan: (input.priceId ?? input.plan) as Plan }));
/** For an order that the Buy or Rent button created: the order has the title and the price. */
const orderCheckout = z
  .object({ orderId: z.uuid(), method })
  .transform(({ orderId, method }) => ({ orderId, method }));
const passCheckout = z.object({ pass: z.enum(PASSES), method });
/** The specification's payment item. Title, price and picture from the browser are ignored. */
export const paymentItem = z.object({
  id: z.uuid(),
  mediaType: z.enum(['movie', 'series']),
  type: z.enum(['purchase', 'rental']),
  method,
  title: ignored,
  price: ignored,
  thumbnailUrl: ignored,
});
const itemCheckout = paymentItem.transform((item) => ({ item: orderOfItem(item), method: item.method }));

/** Function `create-checkout`: a plan, a pass, an order, or a payment item. */
export const checkoutInput = z.union([orderCheckout, itemCheckout, passCheckout, planCheckout]);
export type CheckoutInput = z.input<typeof checkoutInput>;

/**
 * Function `check-order`: queries the provider about an own order that is still pending, books the result and returns
 * the order's status. For the page after paying, when no webhook has arrived yet.
 */
export const checkOrderInput = z.object({ orderId: z.uuid() });
export type CheckOrderInput = z.infer<typeof checkOrderInput>;

/** Function `change-subscription`: whether the subscription renews after the paid period. Returns the same. */
export const changeSubscriptionInput = z.object({ renews: z.boolean() });
export type ChangeSubscriptionInput = z.infer<typeof changeSubscriptionInput>;

/** Function `refund-payment`, for accountants: a payment of the ledger, and why it goes back. Returns `{ orderId }`. */
export const refundPaymentInput = z.object({
  paymentId: z.int().positive(),
  reason: z.string().trim().min(1, 'reason_needed').max(REASON_MAX),
});
export type RefundPaymentInput = z.infer<typeof refundPaymentInput>;

/** Function `reconcile-payments`: whether to fetch undelivered webhook calls too. Default: every ten minutes. */
export const reconcilePaymentsInput = z.object({ missed: z.boolean().optional() });

/** Function `reconcile-day`, for the service key: a page of what a provider says about a day. Returns `{ next }`, a cursor. */
export const reconcileDayInput = z.object({
  day: z.iso.date(),
  provider: z.string().max(40),
  cursor: z.string().max(400).nullable(),
});

/** Function `export-payments`, for accountants: the ledger of these days as CSV. */
export const exportPaymentsInput = z.object({ from: z.iso.date(), to: z.iso.date() });
export type ExportPaymentsInput = z.infer<typeof exportPaymentsInput>;

/** Function `receipt-pdf`: the receipt of an entry of the ledger, for its buyer and for accountants. */
export const receiptPdfInput = z.object({ entry: z.int().positive(), language: z.enum(LANGUAGES) });
export type ReceiptPdfInput = z.infer<typeof receiptPdfInput>;

const giftName = z.string().trim().min(1, 'gift_name_needed').max(GIFT_NAME_MAX, 'text_too_long');
const noneOr = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema]);

/** The form of /gift. `item` is a pass, or `movie:<id>` or `series:<id>`. Keep equal to the constraints of private.gifts. */
export const giftInput = z.object({
  item: z.string().regex(/^(day|week|month|year|(movie|series):[\da-f-]{36})$/, 'payment_item_not_found'),
  recipient_name: giftName,
  from_name: giftName,
  language: z.enum(LANGUAGES),
  greeting: z.string().trim().max(GREETING_MAX, 'text_too_long'),
  recipient_phone: noneOr(
    z
      .string()
      .transform((value) => value.replace(/[^\d+]/g, ''))
      .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'phone_invalid')),
  ),
  recipient_email: noneOr(z.string().trim().pipe(z.email('email_invalid').max(254, 'text_too_long'))),
});
export type GiftInput = z.input<typeof giftInput>;

/** Function `cancel-gift`: takes back an own gift that nobody has redeemed. Returns `{ orderId }`. */
export const cancelGiftInput = z.object({ giftId: z.uuid() });
export type CancelGiftInput = z.infer<typeof cancelGiftInput>;

/** Function `print-vouchers`: the sheet of a batch, in a language. Returns a PDF. */
export const printVouchersInput = z.object({
  batch: z.int().positive(),
  language: z.enum(LANGUAGES),
});
export type PrintVouchersInput = z.infer<typeof printVouchersInput>;
