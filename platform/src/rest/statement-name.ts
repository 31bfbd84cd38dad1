import { createHash } from 'node:crypto';

const MAX_NAMES = 2000;
const names = new Map<string, string>();

/** The same text has the same name, so that every connection prepares each kind of request once. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = `rest ${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}
