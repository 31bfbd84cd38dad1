/** 'Marie-Claire Dorvil' → 'MD'; 'ti_jan' → 'T'. */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').match(/[\p{L}\p{N}][^\s_.]*/gu) ?? [];
  const initials =
    words.length > 1 && /\s/.test(name!.trim()) ? [words[0]!, words.at(-1)!] : words.slice(0, 1);
  return initials.map((word) => [...word][0]!.toLocaleUpperCase('fr')).join('');
}
