import { DEFAULT_PRICES } from '@lakou/contract/commerce/limits';

export type TitleKind = 'movie' | 'series';

/** How a film or series is offered. */
export interface PricedTitle {
  is_free: boolean;
  is_purchasable: boolean;
  is_rentable: boolean;
  purchase_price: number | null;
  rental_price: number | null;
}

type Prices = Pick<PricedTitle, 'purchase_price' | 'rental_price'>;

export function buyPrice(kind: TitleKind, { purchase_price }: Prices): number {
  return purchase_price ?? DEFAULT_PRICES[kind].purchase / 100;
}

/** Half of the purchase price if the title has no rental price (P-11). */
export function rentPrice(kind: TitleKind, { purchase_price, rental_price }: Prices): number {
  if (rental_price !== null) return rental_price;
  return purchase_price === null
    ? DEFAULT_PRICES[kind].rental / 100
    : Math.round((purchase_price * 100) / 2) / 100;
}
