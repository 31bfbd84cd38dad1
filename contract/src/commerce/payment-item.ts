/** What is paid for, as the specification names it: in the browser, in addresses and on the wire. */
export interface ItemReference {
  id: string;
  mediaType: 'movie' | 'series';
  type: 'purchase' | 'rental';
}

/** The same in the names of our tables and database functions. */
export interface OrderReference {
  media_id: string;
  media_type: 'movie' | 'series';
  transaction_type: 'purchase' | 'rental';
}

export function orderOfItem({ id, mediaType, type }: ItemReference): OrderReference {
  return { media_id: id, media_type: mediaType, transaction_type: type };
}

/** The columns of an order, purchase or ledger row that say what was paid for. */
interface TitleColumns {
  media_type: string | null;
  movie_id: string | null;
  series_id: string | null;
  transaction_type: string;
}

/** What kind of payment a row is about; not for subscriptions. */
export function itemKindOf({
  media_type,
  transaction_type,
}: Pick<TitleColumns, 'media_type' | 'transaction_type'>): Omit<ItemReference, 'id'> {
  return {
    mediaType: media_type === 'series' ? 'series' : 'movie',
    type: transaction_type === 'rental' ? 'rental' : 'purchase',
  };
}

/** Undefined for a subscription, which has no title. */
export function itemOfOrder(row: TitleColumns): ItemReference | undefined {
  const id = row.movie_id ?? row.series_id;
  if (!id || row.transaction_type === 'subscription') return undefined;
  return { id, ...itemKindOf(row) };
}

/** From the query of `/payment-success`; undefined where it names no title. */
export function itemOfQuery(query: URLSearchParams): ItemReference | undefined {
  const id = query.get('id');
  if (!id) return undefined;
  return {
    id,
    ...itemKindOf({ media_type: query.get('mediaType'), transaction_type: query.get('type') ?? '' }),
  };
}

/** Where the provider sends the browser back to. `order` is always there; a subscription names no title. */
export function successPath(order: TitleColumns & { id: string; bundle_id?: string | null }): string {
  if (order.transaction_type === 'gift') return `/gift?order=${order.id}`;
  const item = order.bundle_id ? { bundle: order.bundle_id } : itemOfOrder(order);
  return `/payment-success?${new URLSearchParams({ ...item, order: order.id })}`;
}

export function cancelPath(order: { id: string; transaction_type: string }): string {
  if (order.transaction_type === 'gift') return `/gift?order=${order.id}`;
  return ['subscription', 'pass'].includes(order.transaction_type)
    ? '/subscribe'
    : `/payment?order=${order.id}`;
}
