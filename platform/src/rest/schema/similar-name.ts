/** As PostgREST since 14.6: a worse guess only tells what else there is. */
const LEAST_SCORE = 0.75;

/**
 * The candidate most similar to a misspelt name, for "Perhaps you meant". Candidates that share trigrams come first,
 * then those that share bigrams; among them the smallest edit distance wins.
 */
export function mostSimilar(candidates: Iterable<string>, name: string): string | undefined {
  return similarNames(candidates, name)[0]?.name;
}

export function similarNames(candidates: Iterable<string>, name: string): { name: string; score: number }[] {
  const misspelt = name.toLowerCase();
  const unique = [...new Set(candidates)];
  for (const size of [3, 2]) {
    const searched = gramsOf(misspelt, size);
    const sharing = unique.filter((candidate) =>
      [...gramsOf(candidate.toLowerCase(), size)].some((gram) => searched.has(gram)),
    );
    const scored = sharing
      .filter((candidate) => isSimilarInLength(candidate, misspelt))
      .map((candidate) => ({ name: candidate, score: similarity(candidate.toLowerCase(), misspelt) }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .sort((a, b) => b.score - a.score);
    if (scored.length > 0) return scored;
  }
  return [];
}

function gramsOf(text: string, size: number): Set<string> {
  const padded = `-${text.replace(/[^\p{L}\p{N}, ]+/gu, '')}-`.padEnd(size, '-');
  const found = new Set<string>();
  for (let start = 0; start + size <= padded.length; start += 1) found.add(padded.slice(start, start + size));
  return found;
}

/** Names of very different lengths cannot score, and comparing long ones is slow. */
function isSimilarInLength(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= LEAST_SCORE * Math.max(a.length, b.length);
}

function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}

export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
