import { isLanguage, type Language, preferredLanguage } from '@lakou/contract/languages';
import { readCookie } from './cookies.ts';

/** For the server: from the address (so that search engines find each language), the cookie, or Accept-Language. */
export function languageOfRequest(request: Request): Language {
  const inAddress = languageInAddress(new URL(request.url).searchParams);
  const chosen = readCookie('language', request.headers.get('cookie') ?? '');
  if (inAddress) return inAddress;
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers.get('accept-language'));
}

/** For the browser, outside of components: the page's current language. */
export function languageOfPage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

export function languageInAddress(params: URLSearchParams): Language | null {
  const language = params.get('lang');
  return isLanguage(language) ? language : null;
}

/** The path with the language that the request's address asks for, if it does. */
export function keepLanguage(path: string, { url }: Request): string {
  const language = languageInAddress(new URL(url).searchParams);
  return language ? `${path}?lang=${language}` : path;
}
