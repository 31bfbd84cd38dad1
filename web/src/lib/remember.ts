/**
 * A pure function of a text whose latest results are kept, up to this many characters of texts. What was used last is
 * dropped last.
 */
export function remember<Result>(
  make: (text: string) => Result,
  maxCharacters: number,
): (text: string) => Result {
  const results = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) {
      results.delete(text);
      results.set(text, known);
      return known;
    }
    const result = make(text);
    if (text.length > maxCharacters) return result;
    results.set(text, result);
    characters += text.length;
    for (const oldest of results.keys()) {
      if (characters <= maxCharacters) break;
      results.delete(oldest);
      characters -= oldest.length;
    }
    return result;
  };
}
