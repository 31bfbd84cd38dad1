/** The page with the titles of a person. */
export function personPath(name: string): string {
  return `/people/${encodeURIComponent(name.trim())}`;
}
