/** Older three-letter codes, which containers still carry, that Intl does not know. */
const OLDER: Record<string, string> = {
  fre: 'fr',
  ger: 'de',
  dut: 'nl',
  chi: 'zh',
  gre: 'el',
  cze: 'cs',
  per: 'fa',
  rum: 'ro',
};

/** Names as their speakers write them; the rest come from Intl. */
const OWN_NAMES: Record<string, string> = {
  ht: 'Kreyòl ayisyen',
  fr: 'Français',
  en: 'English',
  es: 'Español',
};

/** A container's language as a BCP 47 tag; 'und' if it has none. */
export function languageTag(code: string | undefined): string {
  const plain = code?.trim().toLowerCase() ?? '';
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(plain)) return 'und';
  return OLDER[plain] ?? Intl.getCanonicalLocales(plain)[0] ?? 'und';
}

export function languageName(tag: string): string {
  const own = OWN_NAMES[tag];
  if (own) return own;
  if (tag === 'und') return '';
  const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
