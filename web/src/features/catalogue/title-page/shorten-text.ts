/** Search engines and messengers show about this many characters. */
const MAX_DESCRIPTION = 200;

/** The beginning of a text, cut between words. */
export function shortenText(text: string, limit = MAX_DESCRIPTION): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= limit) return plain;
  const cut = plain.slice(0, limit);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2))}…`;
}
