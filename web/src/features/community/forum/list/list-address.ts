import type { TopicSort } from '@lakou/contract/community/limits';

/** The address of a page of the list, relative to the forum or category. */
export function listAddress(page: number, sort: TopicSort | null): string {
  const params = new URLSearchParams({
    ...(sort && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return `?${params}`;
}
