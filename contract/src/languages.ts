/** In the order in which menus offer them. */
export const LANGUAGES = ['ht', 'fr', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The supported language that an Accept-Language header prefers; English when there is none. */
export function preferredLanguage(header: string | null | undefined): Language {
  const preferences = (header ?? '').split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
    return { language: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) : 1 };
  });
  const supported = preferences.filter(({ language, weight }) => isLanguage(language) && weight > 0);
  // Sorting is stable: among equal weights the first one wins.
  return (supported.sort((a, b) => b.weight - a.weight)[0]?.language as Language | undefined) ?? 'en';
}
