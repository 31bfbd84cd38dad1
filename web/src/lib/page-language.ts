import { isLanguage, type Language, preferredLanguage } from '@lakou/contract/languages';
import { readCookie } from './cookies.ts';

/** For the server: from the address (so that search engines find each language), the cookie, or Accept-Language. */
export function languageOfRequest(request: Request): Language {
  const inAddress = new URL(request.url).searchParams.get('lang');
  const chosen = readCookie('language', request.headers.get('cookie') ?? '');
  if (isLanguage(inAddress)) return inAddress;
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers.get('accept-language'));
}

/** For the browser, outside of components: the page's current language. */
export function languageOfPage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}
