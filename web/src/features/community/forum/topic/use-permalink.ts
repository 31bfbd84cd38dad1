import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isId, pageIn } from '#lib/address.ts';
import { pageOfPost, placeOf, type Replies } from '../read-forum.ts';

/** The address of a reply. Its page may change as others are deleted: see below. */
export function toPost(topic_id: string, post: { id: string; number?: number }): string {
  const page = pageOfPost(post.number ?? 1);
  return `/forum/topic/${topic_id}${page > 1 ? `?page=${page}` : ''}#post-${post.id}`;
}

/** Brings the reader to the reply that the address names, on whichever page it stands by now. */
export function usePermalink(topic_id: string, replies: Replies | undefined): string | undefined {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { hash, search, key } = useLocation();
  const wanted = /^#post-(.+)$/.exec(hash)?.[1];
  const seek = useEffectEvent(async (id: string) => {
    const place = await client.fetchQuery(placeOf(id)).catch(() => null);
    if (place?.topic_id !== topic_id) return;
    if (pageOfPost(place.number) !== pageIn(new URLSearchParams(search)))
      await navigate(toPost(topic_id, { id, number: place.number }), {
        replace: true,
        preventScrollReset: true,
      });
    else {
      // It came after this page was read.
      await client.invalidateQueries({ queryKey: ['forum', 'replies', topic_id] });
      requestAnimationFrame(() => arriveAt(id));
    }
  });
  const loaded = replies !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is a new wish, also at the same address.
  useEffect(() => {
    if (!wanted || !loaded || !isId(wanted)) return;
    if (!arriveAt(wanted)) void seek(wanted);
  }, [wanted, loaded, key]);
  return wanted;
}

function arriveAt(id: string): boolean {
  const post = document.getElementById(`post-${id}`);
  post?.scrollIntoView({ block: 'start' });
  post?.focus({ preventScroll: true });
  return post !== null;
}
