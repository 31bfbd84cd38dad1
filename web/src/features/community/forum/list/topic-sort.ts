import { TOPIC_SORTS, type TopicSort } from '@lakou/contract/community/limits';

/** The order of topics that an address asks for; null is the forum's own: pinned, then newest. */
export function sortIn(params: URLSearchParams): TopicSort | null {
  return TOPIC_SORTS.find((sort) => sort === params.get('sort')) ?? null;
}

/** The address of a page of the list, relative to the forum or category. */
export function listAddress(page: number, sort: TopicSort | null): string {
  const params = new URLSearchParams({
    ...(sort && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return `?${params}`;
}
