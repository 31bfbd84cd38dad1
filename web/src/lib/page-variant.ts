import type { PageVariant } from '@lakou/contract/web-app';
import { matchPath } from 'react-router';
import { pageIn } from './address.ts';
import { cookieHeader, readCookie } from './cookies.ts';
import { languageOfRequest } from './page-language.ts';
import { readHint, writeHint } from './session.ts';
import { isTheme } from './theme.tsx';

/** The routes whose rendering depends on `?page=`. No other query parameter is read on the server. */
export const PAGED_ROUTES = [
  '/films',
  '/series',
  '/categories/:category',
  '/forum',
  '/forum/category/:categoryId',
  '/forum/topic/:topicId',
];

/** Only the browser reads the values of filters; the server renders a filtered page without its list. */
const FILTERS: Record<string, string[]> = { '/films': ['q', 'genre'] };
const SOME_FILTER = '?q=*';

/**
 * For the server: what is left of a request when everything that no page reads is dropped and the rest is written in one
 * way. Requests with the same variant get the same page, so what it leaves out cannot make the server render again.
 */
export function pageVariant(request: Request, stylesheet: string): PageVariant {
  const { pathname, searchParams } = new URL(request.url);
  const route = pathname.replace(/\.data$/, '');
  const page = PAGED_ROUTES.some((path) => matchPath(path, route)) ? pageIn(searchParams) : 1;
  const isFiltered = FILTERS[route]?.some((name) => searchParams.get(name));
  const cookies = request.headers.get('cookie') ?? '';
  const theme = readCookie('theme', cookies);
  const hint = readHint(cookies);
  return {
    address: pathname + (isFiltered ? SOME_FILTER : page > 1 ? `?page=${page}` : ''),
    cookie: cookieHeader({
      language: languageOfRequest(request),
      theme: isTheme(theme) ? theme : undefined,
      hint: hint.signedIn ? writeHint(hint) : undefined,
      watching: hint.signedIn && readCookie('watching', cookies) !== undefined ? '1' : undefined,
      styles: readCookie('styles', cookies) === stylesheet ? stylesheet : undefined,
    }),
  };
}
