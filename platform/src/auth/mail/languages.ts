export type Language = 'en' | 'fr' | 'ht';

/** What the person chose, else what their browser prefers, else English. */
export function languageOf(
  metadata: Record<string, unknown> | null | undefined,
  acceptLanguage: string | undefined,
): Language {
  const wishes = [metadata?.language, metadata?.locale, ...preferences(acceptLanguage ?? '')];
  for (const wish of wishes) {
    const language = typeof wish === 'string' ? wish.slice(0, 2).toLowerCase() : '';
    if (language === 'en' || language === 'fr' || language === 'ht') return language;
  }
  return 'en';
}

function preferences(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
