import type { MessageKey } from '@lakou/contract/translate';
import { isId } from '#lib/address.ts';
import type { Order } from './read-orders.ts';

/** What the Buy or Rent button hands over with the navigation. It is shown, never believed. */
export interface PaymentItem {
  id: string;
  title: string;
  mediaType: 'movie' | 'series';
  type: 'purchase' | 'rental';
  price: number;
  thumbnailUrl: string | null;
}

/** The item in a navigation's state, where there is one. */
export function itemIn(state: unknown): PaymentItem | null {
  const { item } = (state ?? {}) as { item?: Partial<PaymentItem> };
  const whole = item && isId(item.id) && typeof item.title === 'string' && Number.isFinite(item.price);
  return whole ? (item as PaymentItem) : null;
}

/** An order for a title, as an item; null for a subscription. */
export function itemOf(order: Order): PaymentItem | null {
  const { media_type, movie_id, series_id, transaction_type, title, amount_minor, thumbnail_url } = order;
  if (transaction_type === 'subscription') return null;
  return {
    id: movie_id ?? series_id ?? '',
    title,
    mediaType: media_type === 'series' ? 'series' : 'movie',
    type: transaction_type === 'rental' ? 'rental' : 'purchase',
    price: amount_minor / 100,
    thumbnailUrl: thumbnail_url,
  };
}

export function pathOf({ mediaType, id }: Pick<PaymentItem, 'mediaType' | 'id'>): string {
  return `/${mediaType === 'series' ? 'series' : 'films'}/${id}`;
}

/** 'Movie Purchase', 'Series Rental' … */
export function kindOf({ mediaType, type }: Pick<PaymentItem, 'mediaType' | 'type'>): MessageKey {
  return `commerce.${mediaType}_${type}`;
}
