/** Without what stands behind the question mark: tickets, keys and signed links travel there. */
export function pathOf(address: string | undefined): string {
  const given = address ?? '/';
  const path = given.startsWith('/') ? given : (URL.parse(given)?.pathname ?? '/');
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}

/** Enough to see what was asked for. */
const LONGEST = 300;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** As it may stand in the log: whatever is long enough to be a secret is only hinted at. */
export function loggedPath(path: string): string {
  return path
    .slice(0, LONGEST)
    .replace(/[\w-]{32,}/g, (word) => (uuid.test(word) ? word : `${word.slice(0, 4)}…`));
}
