import { expect, test } from 'vitest';
import { repliesTo, topicById, topicList } from './read-forum.ts';

test('what the forum shows is always stale: read again when a page opens and when its window is looked at', () => {
  for (const query of [topicList(1, null), topicById('x'), repliesTo('x', 1)])
    expect(query).toMatchObject({
      staleTime: 0,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    });
});
