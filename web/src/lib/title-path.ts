import { memberTitlePath, type NamedTitle, openTitlePath } from '@lakou/contract/catalogue/title-address';
import { isId } from './address.ts';
import { useAppearance } from './session.ts';

type Kind = 'movie' | 'series';

/** Where links to a title lead: visitors to its open page, members to theirs. */
export function useTitlePath(): (kind: Kind, title: NamedTitle) => string {
  const { signedIn } = useAppearance();
  return (kind, title) => (signedIn ? memberTitlePath(kind, title.id) : openTitlePath(title));
}

/** The payment page with this title and kind of payment chosen. */
export function paymentPath(item: { id: string; mediaType: Kind; type: 'purchase' | 'rental' }): string {
  const { id, mediaType, type } = item;
  return `/payment?${new URLSearchParams({ id, mediaType, type })}`;
}

/** The plans, for somebody who wants to watch this title. */
export function subscribePath(kind: Kind, id: string): string {
  return `/subscribe?${new URLSearchParams({ [kind === 'movie' ? 'film' : 'series']: id })}`;
}

export interface TitleInPath {
  /** `any`: a film or a series. */
  kind: Kind | 'any';
  id: string;
  purpose: 'open' | 'watch' | 'subscribe' | 'purchase' | 'rental';
}

const PAGES = /^\/(titles|films|series|watch\/movie)\/([^/]+)/;

/** The film or series that an address of this site is about; null where it is about none. */
export function titleInPath(path: string): TitleInPath | null {
  const { pathname, searchParams: params } = new URL(path, 'http://site.invalid');
  const [, folder, id = ''] = PAGES.exec(pathname) ?? [];
  if (folder && isId(id)) {
    if (folder === 'titles') return { kind: 'any', id, purpose: 'open' };
    if (folder === 'series') return { kind: 'series', id, purpose: 'open' };
    return { kind: 'movie', id, purpose: folder === 'films' ? 'open' : 'watch' };
  }
  if (pathname === '/payment') {
    const kind = params.get('mediaType') === 'series' ? 'series' : 'movie';
    const purpose = params.get('type') === 'rental' ? 'rental' : 'purchase';
    return titleWith(params.get('id'), kind, purpose);
  }
  const purpose = pathname === '/subscribe' ? 'subscribe' : pathname.startsWith('/watch/') ? 'watch' : null;
  if (!purpose) return null;
  return (
    titleWith(params.get('film'), 'movie', purpose) ?? titleWith(params.get('series'), 'series', purpose)
  );
}

function titleWith(id: string | null, kind: Kind, purpose: TitleInPath['purpose']): TitleInPath | null {
  return isId(id) ? { kind, id, purpose } : null;
}
