import { isLanguage, type Language, preferredLanguage } from '@lakou/contract/languages';
import { readCookie } from './cookies.ts';

/** For the server: by the address (so that search engines find each language), by choice, by the browser's wish. */
export function languageOfRequest(request: Request): Language {
  const asked = new URL(request.url).searchParams.get('lang');
  const chosen = readCookie('language', request.headers.get('cookie') ?? '');
  if (isLanguage(asked)) return asked;
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers.get('accept-language'));
}

/** For the browser, outside of components: what the page speaks at the moment. */
export function languageOfPage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}
