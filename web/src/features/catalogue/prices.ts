import type { CardTitle, Kind } from './title.ts';

type Priced = Pick<CardTitle, 'purchase_price' | 'rental_price'>;

/** Twin: DEFAULT_PRICES in contract/src/commerce.ts, which would bring the schemas along. A test holds them together. */
export const DEFAULT_PRICES = {
  movie: { purchase: 9.99, rental: 4.99 },
  series: { purchase: 19.99, rental: 9.99 },
} as const;

export function buyPrice(kind: Kind, { purchase_price }: Priced): number {
  return purchase_price ?? DEFAULT_PRICES[kind].purchase;
}

/** Half the price of buying, where the title has none of its own (decision 11). */
export function rentPrice(kind: Kind, { purchase_price, rental_price }: Priced): number {
  if (rental_price !== null) return rental_price;
  return purchase_price === null ? DEFAULT_PRICES[kind].rental : Math.round((purchase_price * 100) / 2) / 100;
}

/** What a card says about the money: free, premium with its price, or nothing for what only subscribers watch. */
export function cardPrice(kind: Kind, title: CardTitle): 'free' | number | null {
  if (title.is_free) return 'free';
  if (title.is_purchasable) return buyPrice(kind, title);
  return title.is_rentable ? rentPrice(kind, title) : null;
}

/** What somebody can pay for; null where that is not for sale, or nothing has to be paid. */
export function offered(kind: Kind, title: CardTitle) {
  const { id, is_free, is_purchasable, is_rentable, thumbnail_url } = title;
  return {
    media_type: kind,
    media_id: id,
    title: title.title,
    thumbnail_url,
    purchase: !is_free && is_purchasable ? buyPrice(kind, title) : null,
    rental: !is_free && is_rentable ? rentPrice(kind, title) : null,
  };
}
