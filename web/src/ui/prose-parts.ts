/** Parses a string of the legal and help pages into text, links to our own pages, and placeholders. */
type ProsePart = string | { label: string; to: string } | { blank: 'email' | 'address' };

const MARKED = /\[([^\]]+)\]\((\/[^)\s]*)\)|\{(email|address)\}/g;

export function proseParts(text: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let end = 0;
  for (const { 0: whole, 1: label, 2: to, 3: blank, index } of text.matchAll(MARKED)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push(label && to ? { label, to } : { blank: blank as 'email' | 'address' });
    end = index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The plain text, for search and for a page's description. */
export function plainProse(text: string): string {
  return text.replaceAll(MARKED, (_, label: string | undefined) => label ?? '');
}
