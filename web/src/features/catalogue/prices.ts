import { DEFAULT_PRICES } from '@lakou/contract/commerce/limits';
import type { CardTitle, Kind } from './title.ts';

type Priced = Pick<CardTitle, 'purchase_price' | 'rental_price'>;

export function buyPrice(kind: Kind, { purchase_price }: Priced): number {
  return purchase_price ?? DEFAULT_PRICES[kind].purchase / 100;
}

/** Half of the purchase price if the title has no rental price (P-11). */
export function rentPrice(kind: Kind, { purchase_price, rental_price }: Priced): number {
  if (rental_price !== null) return rental_price;
  return purchase_price === null
    ? DEFAULT_PRICES[kind].rental / 100
    : Math.round((purchase_price * 100) / 2) / 100;
}

/** The price on a card: free, an amount, or null for titles that only subscribers can watch. */
export function cardPrice(kind: Kind, title: CardTitle): 'free' | number | null {
  if (title.is_free) return 'free';
  if (title.is_purchasable) return buyPrice(kind, title);
  return title.is_rentable ? rentPrice(kind, title) : null;
}

/** The prices to buy and to rent a title; null if it is free, not offered or not published. */
export function toOffer(kind: Kind, title: CardTitle) {
  const { id, is_free, is_purchasable, is_rentable, thumbnail_url, published = true } = title;
  const isSold = published && !is_free;
  return {
    media_type: kind,
    media_id: id,
    title: title.title,
    thumbnail_url,
    draft: !published,
    purchase: isSold && is_purchasable ? buyPrice(kind, title) : null,
    rental: isSold && is_rentable ? rentPrice(kind, title) : null,
  };
}
