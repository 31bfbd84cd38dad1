export const LANGUAGES = ['ht', 'fr', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The user's chosen language, else the browser's, else English. */
export function languageOf(
  metadata: Record<string, unknown> | null | undefined,
  acceptLanguage: string | undefined,
): Language {
  const candidates = [metadata?.language, metadata?.locale, ...preferences(acceptLanguage ?? '')];
  for (const candidate of candidates) {
    const tag = typeof candidate === 'string' ? candidate.slice(0, 2).toLowerCase() : '';
    const language = LANGUAGES.find((known) => known === tag);
    if (language) return language;
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
