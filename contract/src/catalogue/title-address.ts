/** Longer ones are cut between words. */
const MAX_SLUG = 60;
/** Characters that do not fall apart into a plain one and an accent. */
const LIGATURES: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

export interface NamedTitle {
  id: string;
  title: string;
}

/** The readable part of a title's address: `mache-soley`. Empty for a title without Latin characters or digits. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[œæßøłđ]/g, (character) => LIGATURES[character] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (words.length <= MAX_SLUG) return words;
  const cut = words.slice(0, MAX_SLUG + 1);
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : words.slice(0, MAX_SLUG);
}

/** The page of a film or series that is open to everybody. */
export function openTitlePath({ id, title }: NamedTitle): string {
  const slug = slugOf(title);
  return slug ? `/titles/${id}/${slug}` : `/titles/${id}`;
}

/** What a picture for shared links is made of. */
export interface CardSources extends NamedTitle {
  banner_url: string | null;
  thumbnail_url: string | null;
}

export const SHARE_CARD = { width: 1200, height: 630 } as const;

/** The picture for shared links. Its address changes with what is on it, because messengers keep pictures for long. */
export function shareCardPath({ id, title, banner_url, thumbnail_url }: CardSources): string {
  return `/share/${id}.jpg?v=${fingerprint([title, banner_url, thumbnail_url].join('\n'))}`;
}

/** FNV-1a, 32 bits: tells versions apart, proves nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The page for members. */
export function memberTitlePath(kind: 'movie' | 'series', id: string): string {
  return `/${kind === 'movie' ? 'films' : 'series'}/${id}`;
}
