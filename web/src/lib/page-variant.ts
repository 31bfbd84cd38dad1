import { readFilter, writeFilter } from '@lakou/contract/catalogue/browse';
import type { PageVariant } from '@lakou/contract/web-app';
import { matchPath } from 'react-router';
import { pageIn, searchWordsIn, sharedPathIn, topicSortIn } from './address.ts';
import { cookieHeader, readCookie } from './cookies.ts';
import { languageInAddress, languageOfRequest } from './page-language.ts';
import { readHint, writeHint } from './session-hint.ts';
import { isTheme } from './theme.tsx';

/** The routes whose rendering depends on `?page=`. Beside it the server reads only the filters and orders of lists. */
export const PAGED_ROUTES = [
  '/films',
  '/series',
  '/categories/:category',
  '/forum',
  '/forum/category/:categoryId',
  '/forum/topic/:topicId',
];

/** The lists that have filters. Values that are not offered are dropped. */
const FILTERED_ROUTES: Record<string, 'movie' | 'series'> = { '/films': 'movie', '/series': 'series' };
/** The lists of topics, which have other orders. */
const FORUM_ROUTES = ['/forum', '/forum/category/:categoryId'];
/** Redirects to the title's name, and keeps the language of a shared link. */
const TITLE_ROUTE = '/titles/:id/:slug?';
/** Shows what was searched for: words are anybody's, so such a page is not kept. */
export const SEARCH_ROUTE = '/search';
/** Only the browser reads the words of a search among films; the server renders that page without its list. */
const SOME_WORDS = '?q=*';

/**
 * For the server: what is left of a request when everything that no page reads is dropped and the rest is written in one
 * way. Requests with the same variant get the same page, so what it leaves out cannot make the server render again.
 */
export function pageVariant(request: Request, stylesheet: string): PageVariant {
  const { pathname, searchParams } = new URL(request.url);
  const route = pathname.replace(/\.data$/, '');
  const cookies = request.headers.get('cookie') ?? '';
  const theme = readCookie('theme', cookies);
  const hint = readHint(cookies);
  const values = {
    language: languageOfRequest(request),
    theme: isTheme(theme) ? theme : undefined,
    hint: hint.signedIn ? writeHint(hint) : undefined,
    watching: hint.signedIn && readCookie('watching', cookies) !== undefined ? '1' : undefined,
    styles: readCookie('styles', cookies) === stylesheet ? stylesheet : undefined,
    saver: savesData(request.headers, cookies) ? '1' : undefined,
  };
  const shared = { theme: undefined, hint: hint.signedIn ? writeHint({ ...hint, admin: false }) : undefined };
  return {
    address: pathname + queryOf(route, searchParams),
    cookie: cookieHeader(values),
    // See app/shared-home.ts.
    ...(pathname === '/' && { sharedCookie: cookieHeader({ ...values, ...shared }) }),
    ...(route === SEARCH_ROUTE && searchQuery(searchParams) && { passing: true }),
  };
}

/** The browser's setting, or the product's own (features/playback/preferences.ts). */
function savesData(headers: Headers, cookies: string): boolean {
  return headers.get('save-data')?.trim().toLowerCase() === 'on' || readCookie('saver', cookies) === '1';
}

/** The words, or where the page redirects to. */
function searchQuery(searchParams: URLSearchParams): string {
  const q = searchWordsIn(searchParams);
  const to = sharedPathIn(searchParams);
  if (q) return `?${new URLSearchParams({ q })}`;
  return to ? `?${new URLSearchParams({ to })}` : '';
}

function queryOf(route: string, searchParams: URLSearchParams): string {
  if (route === '/contact' && searchParams.get('sent') === 'yes') return '?sent=yes';
  if (route === SEARCH_ROUTE) return searchQuery(searchParams);
  const kind = FILTERED_ROUTES[route];
  const filter = kind && readFilter(kind, searchParams);
  if (filter?.q) return SOME_WORDS;
  const params = filter ? writeFilter(filter) : new URLSearchParams();
  const isAt = (paths: readonly string[]) => paths.some((path) => matchPath(path, route));
  const sort = isAt(FORUM_ROUTES) && topicSortIn(searchParams);
  if (sort) params.set('sort', sort);
  const language = isAt([TITLE_ROUTE]) && languageInAddress(searchParams);
  if (language) params.set('lang', language);
  const page = isAt(PAGED_ROUTES) ? pageIn(searchParams) : 1;
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `?${params}` : '';
}
