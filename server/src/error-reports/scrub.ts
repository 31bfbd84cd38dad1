/** What could name a person or open something, in any text of ours: addresses, tokens, query strings, quoted values. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  // Signed tokens, and everything else that is long and has no spaces: keys, codes, hashes.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  [/\?[^\s"')]*/g, '?[query]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi, '[address]'],
  [/\+\d[\d ]{7,}\d/g, '[phone]'],
  [/(?<![\w/.-])(?=[\w-]*\d)[\w-]{24,}(?![\w/.-])/g, '[token]'],
];

/** An account number (uuid) goes too: with the database at hand it is a person. */
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const MAX_LENGTH = 1_000;

export function scrub(text: string): string {
  let clean = text.slice(0, MAX_LENGTH * 4).replace(UUID, '[id]');
  for (const [secret, instead] of SECRETS) clean = clean.replace(secret, instead);
  return clean.slice(0, MAX_LENGTH);
}
