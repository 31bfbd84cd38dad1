import { buyPrice, rentPrice } from '#lib/title-prices.ts';
import type { CardTitle, Kind } from './title.ts';

/** The prices to buy and to rent a title; null if it is free, not offered or not published. */
export function toOffer(kind: Kind, title: CardTitle) {
  const { id, is_free, is_purchasable, is_rentable, thumbnail_url, published = true } = title;
  const isSold = published && !is_free;
  return {
    media_type: kind,
    media_id: id,
    title: title.title,
    thumbnail_url,
    purchase: isSold && is_purchasable ? buyPrice(kind, title) : null,
    rental: isSold && is_rentable ? rentPrice(kind, title) : null,
  };
}
