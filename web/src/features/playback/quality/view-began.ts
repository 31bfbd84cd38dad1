let isFirstView = true;

/** When this view of a film was asked for: with the page itself, or now. In milliseconds since the page began. */
export function viewBegan(): number {
  // The server renders this too.
  if (typeof location === 'undefined') return 0;
  const wasFirst = isFirstView;
  isFirstView = false;
  const [page] = performance.getEntriesByType('navigation');
  const isOwnPage = page !== undefined && URL.parse(page.name)?.pathname === location.pathname;
  return wasFirst && isOwnPage ? 0 : performance.now();
}
