import { expect, test } from 'vitest';
import { repliesTo, topicById, topicList } from './read-forum.ts';

test('forum queries are always stale: they refetch on mount and on window focus', () => {
  for (const query of [topicList(1, null), topicById('x'), repliesTo('x', 1)])
    expect(query).toMatchObject({
      staleTime: 0,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    });
});
