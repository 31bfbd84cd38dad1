import { createHash } from 'node:crypto';

const KEPT = 2000;
const names = new Map<string, string>();

/** Same text, same name: lets every connection prepare a shape of request once. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= KEPT) names.clear();
  const name = `rest ${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}
