import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveChanges } from '#lib/use-live-changes.ts';
import { type DiscussedTitle, titleTopic } from '../discussion-link.tsx';

/** All readers get a change at the same moment; the jitter spreads their reads. */
const DELAY_MS = 200;
const JITTER_MS = 800;

/** Reads the last replies again when somebody writes, edits or deletes one. */
export function useLiveReplies(title: DiscussedTitle, topic_id: string): void {
  const client = useQueryClient();
  const [changes, setChanges] = useState(0);
  const { media_type, media_id } = title;
  useLiveChanges(
    (['INSERT', 'UPDATE'] as const).map((event) => ({
      table: 'forum_posts',
      event,
      filter: `topic_id=eq.${topic_id}`,
    })),
    { onChange: () => setChanges((before) => before + 1) },
  );
  useEffect(() => {
    if (changes === 0) return;
    const read = () =>
      void client.invalidateQueries({ queryKey: titleTopic({ media_type, media_id }).queryKey });
    const timer = setTimeout(read, DELAY_MS + Math.random() * JITTER_MS);
    return () => clearTimeout(timer);
  }, [changes, client, media_type, media_id]);
}
