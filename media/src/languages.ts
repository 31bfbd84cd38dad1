/** Older ISO 639-2 codes that containers still carry and Intl does not know. */
const OLDER_CODES: Record<string, string> = {
  fre: 'fr',
  ger: 'de',
  dut: 'nl',
  chi: 'zh',
  gre: 'el',
  cze: 'cs',
  per: 'fa',
  rum: 'ro',
};

/** Names in the language itself; all others come from Intl. */
const OWN_NAMES: Record<string, string> = {
  ht: 'Kreyòl ayisyen',
  fr: 'Français',
  en: 'English',
  es: 'Español',
};

/** A container's language as a BCP 47 tag; 'und' if it has none. */
export function languageTag(code: string | undefined): string {
  const normalised = code?.trim().toLowerCase() ?? '';
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(normalised)) return 'und';
  return OLDER_CODES[normalised] ?? Intl.getCanonicalLocales(normalised)[0] ?? 'und';
}

export function languageName(tag: string): string {
  const ownName = OWN_NAMES[tag];
  if (ownName) return ownName;
  if (tag === 'und') return '';
  const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
