import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isId, pageIn } from '#lib/address.ts';
import { pageOfPost, postPlace, type Replies } from '../read-forum.ts';

/** The path of a reply. Its page changes when earlier replies are deleted; `usePermalink` corrects it. */
export function postPath(topic_id: string, post: { id: string; number?: number }): string {
  const page = pageOfPost(post.number ?? 1);
  return `/forum/topic/${topic_id}${page > 1 ? `?page=${page}` : ''}#post-${post.id}`;
}

/** Scrolls to the reply in the address, on whichever page it is by now, and returns its id. */
export function usePermalink(topic_id: string, replies: Replies | undefined): string | undefined {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { hash, search, key } = useLocation();
  const targetId = /^#post-(.+)$/.exec(hash)?.[1];
  const findPost = useEffectEvent(async (id: string) => {
    const place = await client.fetchQuery(postPlace(id)).catch(() => null);
    if (place?.topic_id !== topic_id) return;
    if (pageOfPost(place.number) !== pageIn(new URLSearchParams(search)))
      await navigate(postPath(topic_id, { id, number: place.number }), {
        replace: true,
        preventScrollReset: true,
      });
    else {
      // It was posted after this page was loaded.
      await client.invalidateQueries({ queryKey: ['forum', 'replies', topic_id] });
      requestAnimationFrame(() => scrollToPost(id));
    }
  });
  const loaded = replies !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls again.
  useEffect(() => {
    if (!targetId || !loaded || !isId(targetId)) return;
    if (!scrollToPost(targetId)) void findPost(targetId);
  }, [targetId, loaded, key]);
  return targetId;
}

function scrollToPost(id: string): boolean {
  const post = document.getElementById(`post-${id}`);
  post?.scrollIntoView({ block: 'start' });
  post?.setAttribute('tabindex', '-1');
  post?.focus({ preventScroll: true });
  return post !== null;
}
