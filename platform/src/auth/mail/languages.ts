export type Language = 'en' | 'fr' | 'ht';

/** The user's chosen language, else the browser's, else English. */
export function languageOf(
  metadata: Record<string, unknown> | null | undefined,
  acceptLanguage: string | undefined,
): Language {
  const candidates = [metadata?.language, metadata?.locale, ...preferences(acceptLanguage ?? '')];
  for (const candidate of candidates) {
    const language = typeof candidate === 'string' ? candidate.slice(0, 2).toLowerCase() : '';
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
