import type { Format } from './format.ts';
import { formatTimeLeft } from './time-left.ts';
import { buyPrice, type PricedTitle, rentPrice, type TitleKind } from './title-prices.ts';
import type { Translate } from './translations.tsx';

/** What a viewer has of a title, as `list_title_access` says; `until` is the end of a rental. */
export interface TitleRights {
  access: 'free' | 'bought' | 'included' | 'rented' | null;
  until: string | null;
}

export const NO_RIGHTS: TitleRights = { access: null, until: null };

export interface OfferedTitle extends PricedTitle {
  kind: TitleKind;
  /** Undefined in lists, which have published titles only. */
  published?: boolean | undefined;
}

export type Access =
  | { is: 'free' | 'yours' | 'included' | 'draft' | 'subscription' }
  | { is: 'rented'; until: string }
  | { is: 'premium' | 'rent' | 'buy'; price: number };

/** The one label of a title for one viewer. Without a right it is the specification's price: buying, else renting. */
export function accessLabel(title: OfferedTitle, rights: TitleRights, now: number): Access {
  const { kind, is_free, is_purchasable, is_rentable, published = true } = title;
  if (rights.access === 'bought') return { is: 'yours' };
  const isRented = rights.until !== null && Date.parse(rights.until) > now;
  if (!published) return isRented ? { is: 'rented', until: rights.until ?? '' } : { is: 'draft' };
  if (is_free) return { is: 'free' };
  if (rights.access === 'included') return { is: 'included' };
  if (isRented) return { is: 'rented', until: rights.until ?? '' };
  if (is_purchasable) return { is: 'premium', price: buyPrice(kind, title) };
  if (is_rentable) return { is: 'premium', price: rentPrice(kind, title) };
  return { is: 'subscription' };
}

/** Every way to get a title that is not free, the cheapest first. */
export function waysToGet(title: OfferedTitle): Access[] {
  const { kind, is_free, is_purchasable, is_rentable, published = true } = title;
  if (is_free || !published) return [];
  return [
    ...(is_rentable ? [{ is: 'rent' as const, price: rentPrice(kind, title) }] : []),
    ...(is_purchasable ? [{ is: 'buy' as const, price: buyPrice(kind, title) }] : []),
    { is: 'subscription' },
  ];
}

const NAMES = {
  free: 'catalogue.free',
  yours: 'catalogue.yours',
  included: 'catalogue.included',
  subscription: 'catalogue.subscription',
  draft: 'shell.offer_draft',
  premium: 'catalogue.premium_price',
  rent: 'catalogue.rent_price',
  buy: 'catalogue.buy_price',
} as const;

export function accessText(access: Access, now: number, t: Translate, { price }: Format): string {
  if (access.is === 'rented') return formatTimeLeft(access.until, now, t) ?? '';
  return t(NAMES[access.is], 'price' in access ? { price: price(access.price) } : {});
}
