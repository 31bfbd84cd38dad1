/** The same word always gets the same one of the list. */
export function choose<const List extends readonly [unknown, ...unknown[]]>(
  word: string,
  from: List,
  salt = 0,
): List[number] {
  let hash = 2166136261 ^ salt;
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return from[((hash ^ (hash >>> 13)) >>> 0) % from.length];
}
