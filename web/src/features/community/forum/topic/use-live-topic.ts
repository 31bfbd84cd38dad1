import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveChange } from '#lib/live-changes.ts';
import { useLiveChanges } from '#lib/use-live-changes.ts';
import { type Post, type Replies, repliesTo, type Topic, topicById } from '../read-forum.ts';

interface LiveTopicProps {
  id: string;
  page: number;
  replies: Replies | undefined;
  /** Posts sent from this page: they are not counted as new. */
  ownIds: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Updates an open topic live (P-33): new replies wait behind a button, edits and counts change in place, and a deleted
 * reply leaves a note.
 */
export function useLiveTopic({ id, page, replies, ownIds }: LiveTopicProps) {
  const client = useQueryClient();
  const [newIds, setNewIds] = useState(NONE);
  const [deletedIds, setDeletedIds] = useState(NONE);
  const topicKey = topicById(id).queryKey;
  const repliesKey = repliesTo(id, page).queryKey;
  const shown = new Set(replies?.posts.map((post) => post.id));

  const refresh = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: topicKey }),
      client.invalidateQueries({ queryKey: ['forum', 'replies', id] }),
    ]);
    setNewIds(NONE);
    setDeletedIds(NONE);
  };
  const onPost = ({ event, row }: LiveChange): void => {
    const post = row as unknown as Post;
    if (event === 'INSERT' && !ownIds.has(post.id)) setNewIds((before) => new Set(before).add(post.id));
    if (event === 'DELETE' && shown.has(post.id)) setDeletedIds((before) => new Set(before).add(post.id));
    if (event === 'DELETE') setNewIds((before) => new Set([...before].filter((one) => one !== post.id)));
    if (event !== 'UPDATE') return;
    const { content, edited_at, hidden_at, reactions } = post;
    client.setQueryData(
      repliesKey,
      (before) =>
        before && {
          ...before,
          posts: before.posts.map((one) =>
            one.id === post.id ? { ...one, content, edited_at, hidden_at, reactions } : one,
          ),
        },
    );
  };
  const onTopic = ({ event, row }: LiveChange): void => {
    if (event === 'DELETE' && row.id === id) setDeletedIds((before) => new Set(before).add(id));
    if (event !== 'UPDATE') return;
    const { title, content, views, reply_count, locked, pinned, edited_at, hidden_at, reactions } =
      row as unknown as Topic;
    client.setQueryData(
      topicKey,
      (before) =>
        before && {
          ...{ ...before, title, content, views, reply_count },
          ...{ locked, pinned, edited_at, hidden_at, reactions },
        },
    );
  };
  useLiveChanges(
    [
      { table: 'forum_topics', event: 'UPDATE', filter: `id=eq.${id}` },
      { table: 'forum_topics', event: 'DELETE' },
      { table: 'forum_posts', event: 'INSERT', filter: `topic_id=eq.${id}` },
      { table: 'forum_posts', event: 'UPDATE', filter: `topic_id=eq.${id}` },
      { table: 'forum_posts', event: 'DELETE' },
    ],
    {
      onChange: (change) => (change.table === 'forum_topics' ? onTopic(change) : onPost(change)),
      onConnect: () => void refresh(),
    },
  );
  return { newCount: [...newIds].filter((one) => !shown.has(one)).length, deletedIds, refresh };
}
