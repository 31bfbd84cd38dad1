/** The studio, paying, the own account, downloads and forum topics have none; the player is outside of this frame. */
const WITHOUT =
  /^\/((admin|payment|payment-success|gift|agent|redeem|data-use|activate|tv|account|purchases|downloads|forum\/topic)(\/|$)|profile\/?$)/;

/** Whether a page has the strip of banners. */
export function showsAdvertising(pathname: string): boolean {
  return !WITHOUT.test(pathname.replace(/\.data$/, ''));
}
