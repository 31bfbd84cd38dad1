import { memberTitlePath } from '@lakou/contract/catalogue/title-address';
import { type ItemReference, itemKindOf } from '@lakou/contract/commerce/payment-item';
import { isId } from '#lib/address.ts';

import type { Order } from './read-orders.ts';

/** What the Buy or Rent button passes with the navigation. For display only: the server looks up the price. */
export interface PaymentItem extends ItemReference {
  title: string;
  price: number;
  /** What a promotion took off; the price is what is left. */
  discount?: number;
  thumbnailUrl: string | null;
  /** Several titles at once: `id` is the bundle's. */
  isBundle?: true;
}

/** The item in a navigation's state; null when there is none. */
export function itemFromState(state: unknown): PaymentItem | null {
  const { item } = (state ?? {}) as { item?: Partial<PaymentItem> };
  const isComplete = item && isId(item.id) && typeof item.title === 'string' && Number.isFinite(item.price);
  return isComplete ? (item as PaymentItem) : null;
}

/** An order for a title or a bundle, as an item; null for a subscription or a pass. */
export function itemFromOrder(order: Order): PaymentItem | null {
  const { movie_id, series_id, bundle_id, title, amount_minor, price_minor, thumbnail_url } = order;
  if (order.media_type === null && bundle_id === null) return null;
  return {
    id: movie_id ?? series_id ?? bundle_id ?? '',
    ...(bundle_id !== null && { isBundle: true }),
    ...itemKindOf(order),
    title,
    price: (price_minor ?? amount_minor) / 100,
    ...(order.discount_minor !== null && { discount: order.discount_minor / 100 }),
    thumbnailUrl: thumbnail_url,
  };
}

export function titlePath({ mediaType, id }: Pick<ItemReference, 'mediaType' | 'id'>): string {
  return memberTitlePath(mediaType, id);
}

/** The page of what is paid for. */
export function itemPath(item: PaymentItem): string {
  return item.isBundle ? `/bundles/${item.id}` : titlePath(item);
}
