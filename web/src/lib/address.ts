import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import { TOPIC_SORTS, type TopicSort } from '@lakou/contract/community/limits';

/** Checked before a read: the database answers a malformed id with an error, not with no rows. */
export function isId(id: string | null | undefined): id is string {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id ?? '');
}

/** More than any list has. */
const MAX_PAGE = 10_000;

/** The page number in an address, counted from 1. */
export function pageIn(params: URLSearchParams): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(params.get('page'))) || 1));
}

/** The order of topics that an address asks for; null is the forum's own: pinned, then newest. */
export function topicSortIn(params: URLSearchParams): TopicSort | null {
  return TOPIC_SORTS.find((sort) => sort === params.get('sort')) ?? null;
}

/** The words of a search, as far as the database reads them. */
export function searchWordsIn(params: URLSearchParams): string {
  return wordsOf(params.get('q') ?? '');
}

/**
 * Where something that another app shares leads (`share_target` in server/src/web/manifest.ts): to a title of ours, or to a
 * search for its words. Only an id and words are taken from it, so no address can lead elsewhere.
 */
export function sharedPathIn(params: URLSearchParams): string | null {
  const [url = '', text = '', title = ''] = ['url', 'text', 'title'].map((name) => params.get(name) ?? '');
  const [, id] = /\/(?:titles|films|series|watch\/movie)\/([\da-f-]{36})/i.exec(`${url} ${text}`) ?? [];
  if (isId(id)) return `/titles/${id.toLowerCase()}`;
  const words = [text, title]
    .map((part) => wordsOf(part.replaceAll(/\bhttps?:\/\/\S+/gi, ' ')))
    .find(Boolean);
  return words ? `/search?${new URLSearchParams({ q: words })}` : null;
}

function wordsOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, SEARCH_MAX).trim();
}
