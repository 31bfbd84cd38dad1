import { RETENTION_DAYS, type RetentionDays } from '@lakou/contract/retention';

type Blank = 'email' | 'address' | keyof RetentionDays;
/** Parses a string of the legal and help pages into text, links to our own pages, and placeholders. */
type ProsePart = string | { label: string; to: string } | { blank: Blank };

const BLANKS = ['email', 'address', ...Object.keys(RETENTION_DAYS)].join('|');
const MARKED = new RegExp(`\\[([^\\]]+)\\]\\((/[^)\\s]*)\\)|\\{(${BLANKS})\\}`, 'g');

export function proseParts(text: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let end = 0;
  for (const { 0: whole, 1: label, 2: to, 3: blank, index } of text.matchAll(MARKED)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push(label && to ? { label, to } : { blank: blank as Blank });
    end = index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The plain text, for search and for a page's description. */
export function plainProse(text: string): string {
  return text.replaceAll(MARKED, (_, label: string | undefined) => label ?? '');
}
