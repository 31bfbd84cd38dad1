/** Keep equal to private.unreadable_characters() and private.is_readable_name(); supabase/tests compares them. */
const UNREADABLE = new RegExp(
  `[${[
    // Control characters, blanks other than the space, soft hyphen, superscripts, fractions, ligatures.
    '\\u0000-\\u001f\\u007f-\\u00a0\\u00a8\\u00ad\\u00af\\u00b2-\\u00b5\\u00b8\\u00b9\\u00bc-\\u00be\\u0132\\u0133\\u0149\\u017f\\u01c0-\\u01cc\\u01f1-\\u01f3\\u0237',
    // Phonetic and modifier characters (without ɔ and ɛ), marks that strike through or span characters, variants of Greek characters.
    '\\u0250-\\u0253\\u0255-\\u025a\\u025c-\\u02ff\\u0334-\\u0338\\u034f\\u035c-\\u036f\\u037a\\u0384\\u0385\\u03cf-\\u03d7\\u03f0-\\u03f6\\u03f9\\u0483-\\u0489',
    // Format characters, fillers, and alphabets that are read as Latin characters.
    '\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u08e2\\u115f\\u1160\\u13a0-\\u13ff\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u1ab0-\\u1aff\\u1d00-\\u1dff',
    // Punctuation (without ’), bidirectional and zero-width characters, number forms, enclosed characters, Braille, Coptic.
    '\\u2000-\\u2018\\u201a-\\u209f\\u20d0-\\u218f\\u2460-\\u24ff\\u2800-\\u28ff\\u2c60-\\u2cff\\u2de0-\\u3004\\u3006\\u3008-\\u303f',
    // Compatibility forms, surrogates, private use, presentation forms, variation selectors.
    '\\u3130-\\u319f\\u3200-\\u33ff\\ua4d0-\\ua4ff\\ua640-\\ua69f\\ua700-\\ua7ff\\uab30-\\uabbf\\ud800-\\uf8ff\\ufb00-\\uffff',
    // Ancient scripts, mathematical characters, enclosed characters (without flags), tags.
    '\\u{10000}-\\u{1efff}\\u{1f100}-\\u{1f1e5}\\u{1f200}-\\u{1f2ff}\\u{1fb00}-\\u{1ffff}\\u{e0000}-\\u{10ffff}',
  ].join('')}]`,
  'u',
);
/** A symbol can be followed by the selector that makes it a picture. */
const PICTURE = /([\u00a9\u00ae\u2190-\u2bff\u{1f000}-\u{1faff}])\ufe0f/gu;
const MARKS_PILED = [
  /(^|[\u0300-\u036f])[\u0300-\u036f]/u,
  /[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{3}/u,
];
/** Scripts that share shapes, or run in another direction: a name has characters of one of each pair. */
const APART = [
  [
    /[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0254\u025b\u1e00-\u1eff]/u,
    /[\u0370-\u08ff\u1c80-\u1c8f\u1f00-\u1fff]/u,
  ],
  [/[\u0370-\u03ff\u1f00-\u1fff]/u, /[\u0400-\u058f\u1c80-\u1c8f]/u],
] as const;

/** As the database stores it: accents composed, single spaces. */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC').replace(/ {2,}/g, ' ');
}

/** For tidy names: nothing invisible or bidirectional, no piles of marks, one script. */
export function isReadableName(name: string): boolean {
  const plain = name.replace(PICTURE, '$1');
  return (
    !UNREADABLE.test(plain) &&
    !MARKS_PILED.some((pile) => pile.test(plain)) &&
    !APART.some(([one, other]) => one.test(plain) && other.test(plain))
  );
}
