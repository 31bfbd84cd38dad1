import { useEffect } from 'react';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import type { Post } from '../read-forum.ts';

const PATIENCE_MS = 1000;

/** Remembers for a member how far they have read: up to the last reply that has been on their screen. */
export function useReading(topic_id: string, posts: readonly Post[] | undefined): void {
  const { user } = useSession();
  const viewer = user?.id;
  useEffect(() => {
    if (!viewer || !posts) return;
    let seen = 0;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const remember = (): void => {
      soon = undefined;
      supabase()
        .then((client) => client.rpc('mark_topic_read', { topic_id, up_to: seen }))
        // Then it is unread once more, which is better than the other way round.
        .catch(() => {});
    };
    const see = (number: number): void => {
      seen = Math.max(seen, number);
      clearTimeout(soon);
      soon = setTimeout(remember, PATIENCE_MS);
    };
    see(0);
    const watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) see(Number((target as HTMLElement).dataset.number));
    });
    for (const { id } of posts) {
      const place = document.getElementById(`post-${id}`);
      if (place) watch.observe(place);
    }
    return () => {
      watch.disconnect();
      clearTimeout(soon);
      if (soon && seen > 0) remember();
    };
  }, [topic_id, viewer, posts]);
}
