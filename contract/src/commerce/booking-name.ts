import type { MessageKey } from '../translate.ts';
import { PAYMENT_METHODS, type Pass, type Plan } from './limits.ts';
import { type ItemReference, itemKindOf } from './payment-item.ts';

export interface NamedBooking {
  plan: string | null;
  pass: string | null;
  title: string;
  media_type: string | null;
  transaction_type: string;
}

/** Message key of 'Movie Purchase', 'Series Rental' … */
export function paymentKindKey({ mediaType, type }: Omit<ItemReference, 'id'>): MessageKey {
  return `commerce.${mediaType}_${type}`;
}

/** What was paid for: 'Lakou: Yearly Plan', 'A week of Lakou', 'Movie Rental: Kafe Cho'. */
export function nameBooking(
  { plan, pass, title, media_type, transaction_type }: NamedBooking,
  t: (key: MessageKey) => string,
): string {
  if (plan) return `Lakou: ${t(`commerce.${plan as Plan}_plan`)}`;
  const what = pass ? t(`commerce.gift_pass_${pass as Pass}`) : title;
  if (transaction_type === 'gift') return `${t('commerce.gift_title')}: ${what}`;
  if (pass) return what;
  if (transaction_type === 'bundle') return `${t('commerce.bundle')}: ${title}`;
  return `${t(paymentKindKey(itemKindOf({ media_type, transaction_type })))}: ${title}`;
}

const NAMED_PROVIDERS = [...PAYMENT_METHODS, 'voucher', 'promotion'] as const;

/** Who took the money: 'MonCash', 'Voucher'; unknown ones by the name that the ledger has. */
export function nameProvider(provider: string, t: (key: MessageKey) => string): string {
  const known = NAMED_PROVIDERS.find((name) => name === provider);
  return known ? t(`commerce.provider_${known}`) : provider;
}
