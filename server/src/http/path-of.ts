/** Without the query, which can hold tickets, keys and signatures. */
export function pathOf(address: string | undefined): string {
  const given = address ?? '/';
  const path = given.startsWith('/') ? given : (URL.parse(given)?.pathname ?? '/');
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}

const LONGEST = 300;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** For the log: parts long enough to be a secret are shortened. */
export function loggedPath(path: string): string {
  return path
    .slice(0, LONGEST)
    .replace(/[\w-]{32,}/g, (part) => (uuid.test(part) ? part : `${part.slice(0, 4)}…`));
}
