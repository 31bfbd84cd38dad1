/** Also a download, or a link to an e-mail program, looks like leaving; then the page stays. */
const LEAVING_MS = 20_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Called once. */
export function noticeLeaving(): void {
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  // A page that the browser has kept for Back.
  addEventListener('pageshow', () => {
    leftAt = Number.NEGATIVE_INFINITY;
  });
}

/** Another page has been requested: what this one still loads can fail. */
export function isLeaving(): boolean {
  return performance.now() - leftAt < LEAVING_MS;
}
