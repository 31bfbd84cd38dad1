/** `/categories/drama`: the name in lower case. */
export function categoryPath(name: string): string {
  return `/categories/${encodeURIComponent(name.toLowerCase())}`;
}

/** Whether the category in the URL is this one, ignoring case. */
export function isCategory(name: string, requested: string): boolean {
  return name.toLowerCase() === requested.toLowerCase();
}
