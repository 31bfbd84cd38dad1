export const ORDER_COLUMNS =
  'id, status, transaction_type, media_type, movie_id, series_id, bundle_id, plan, title, thumbnail_url, amount_minor, currency, price_minor, discount_minor, pass, created_at';

/** The request of `orderById`, written in the same way; for the script that sends it without the Data API's client. */
export function orderAddress(id: string, viewer: string): string {
  const select = ORDER_COLUMNS.replaceAll(' ', '');
  return `/rest/v1/orders?${new URLSearchParams({ select, id: `eq.${id}`, user_id: `eq.${viewer}` })}`;
}
