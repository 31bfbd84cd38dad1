import { useEffect } from 'react';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import type { Post } from '../read-forum.ts';

const DELAY_MS = 1000;

/** Saves how far a member has read: up to the last reply that was on screen. */
export function useTrackReading(topic_id: string, posts: readonly Post[] | undefined): void {
  const { user } = useSession();
  const viewer = user?.id;
  useEffect(() => {
    if (!viewer || !posts) return;
    let lastSeen = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      timer = undefined;
      supabase()
        .then((client) => client.rpc('mark_topic_read', { topic_id, up_to: lastSeen }))
        // On failure the replies stay unread, which is better than losing unread ones.
        .catch(() => {});
    };
    const onSeen = (number: number): void => {
      lastSeen = Math.max(lastSeen, number);
      clearTimeout(timer);
      timer = setTimeout(save, DELAY_MS);
    };
    onSeen(0);
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) onSeen(Number((target as HTMLElement).dataset.number));
    });
    for (const { id } of posts) {
      const element = document.getElementById(`post-${id}`);
      if (element) observer.observe(element);
    }
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      if (timer && lastSeen > 0) save();
    };
  }, [topic_id, viewer, posts]);
}
