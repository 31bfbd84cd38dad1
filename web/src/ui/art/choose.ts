/** Picks an item by hash: the same text always gets the same one. */
export function choose<const List extends readonly [unknown, ...unknown[]]>(
  word: string,
  from: List,
  salt = 0,
): List[number] {
  let hash = 2166136261 ^ salt;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return from[((hash ^ (hash >>> 13)) >>> 0) % from.length];
}
