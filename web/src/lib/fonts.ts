import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import figtreeExtended from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/** The files that every page needs. */
export const FONTS = [figtree, bricolage];

/** Latin has every character of our languages; what it lacks is loaded only when a text has a character of this range. */
const EXTENDED =
  'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const FACES = [
  { family: 'Bricolage Grotesque', weight: '200 800', file: bricolage },
  { family: 'Figtree', weight: '300 900', file: figtree },
  { family: 'Figtree', weight: '300 900', file: figtreeExtended, unicodeRange: EXTENDED },
];

/** `optional`: a font that is not there for the first paint is not used, because a later one would move what was painted. */
const RULES = FACES.map(
  ({ family, weight, file, unicodeRange }) =>
    `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url(${file})${unicodeRange ? `;unicode-range:${unicodeRange}` : ''}}`,
);
export const FONT_FACES = RULES.join('');
/** Those of `FONTS`, for a first visit. */
export const FIRST_FONT_FACES = RULES.filter((rule) => FONTS.some((file) => rule.includes(`(${file})`))).join(
  '',
);

let loaded: FontFace[] = [];

/** For the next page: on this one the text is painted already. */
export async function loadFonts(): Promise<void> {
  const isThere = Array.from(document.fonts, ({ family }) => family.replaceAll('"', ''));
  const missing = FACES.filter(({ family, file }) => FONTS.includes(file) && !isThere.includes(family));
  const faces = missing.map(({ family, weight, file }) => new FontFace(family, `url(${file})`, { weight }));
  await Promise.allSettled(faces.map((face) => face.load()));
  loaded = faces;
}

/** When a page is left for another one. */
export function showLoadedFonts(): void {
  for (const face of loaded) if (face.status === 'loaded') document.fonts.add(face);
  loaded = [];
}
