/** `/categories/drama`: the name in small letters. */
export function categoryPath(name: string): string {
  return `/categories/${encodeURIComponent(name.toLowerCase())}`;
}

/** Whether an address means this category; capitals do not matter. */
export function isCategory(name: string, asked: string): boolean {
  return name.toLowerCase() === asked.toLowerCase();
}
