import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, useChanges } from '../../live/use-changes.ts';
import { type Post, type Replies, repliesTo, type Topic, topicById } from '../read-forum.ts';

interface LiveTopicProps {
  id: string;
  page: number;
  replies: Replies | undefined;
  /** Posts that were written here: nobody has to be told of them. */
  own: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Keeps a topic true while it is read (decision 33): new replies wait behind a button, edits and numbers change in
 * place, and what is deleted leaves a word where it stood.
 */
export function useLiveTopic({ id, page, replies, own }: LiveTopicProps) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(NONE);
  const [gone, setGone] = useState(NONE);
  const topicKey = topicById(id).queryKey;
  const repliesKey = repliesTo(id, page).queryKey;
  const shown = new Set(replies?.posts.map((post) => post.id));

  const refresh = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: topicKey }),
      client.invalidateQueries({ queryKey: ['forum', 'replies', id] }),
    ]);
    setWaiting(NONE);
    setGone(NONE);
  };
  const onPost = ({ kind, row }: Change): void => {
    const post = row as unknown as Post;
    if (kind === 'INSERT' && !own.has(post.id)) setWaiting((before) => new Set(before).add(post.id));
    if (kind === 'DELETE' && shown.has(post.id)) setGone((before) => new Set(before).add(post.id));
    if (kind === 'DELETE') setWaiting((before) => new Set([...before].filter((one) => one !== post.id)));
    if (kind !== 'UPDATE') return;
    const { content, edited_at, hidden_at, updated_at } = post;
    client.setQueryData(
      repliesKey,
      (before) =>
        before && {
          ...before,
          posts: before.posts.map((one) =>
            one.id === post.id ? { ...one, content, edited_at, hidden_at, updated_at } : one,
          ),
        },
    );
  };
  const onTopic = ({ kind, row }: Change): void => {
    if (kind === 'DELETE' && row.id === id) setGone((before) => new Set(before).add(id));
    if (kind !== 'UPDATE') return;
    const { title, content, views, reply_count, locked, pinned, edited_at, hidden_at } =
      row as unknown as Topic;
    client.setQueryData(
      topicKey,
      (before) =>
        before && { ...before, title, content, views, reply_count, locked, pinned, edited_at, hidden_at },
    );
  };
  useChanges(
    `topic-${id}`,
    [
      { table: 'forum_topics', event: 'UPDATE', filter: `id=eq.${id}` },
      { table: 'forum_topics', event: 'DELETE' },
      { table: 'forum_posts', event: 'INSERT', filter: `topic_id=eq.${id}` },
      { table: 'forum_posts', event: 'UPDATE', filter: `topic_id=eq.${id}` },
      { table: 'forum_posts', event: 'DELETE' },
    ],
    {
      onChange: (change) => (change.table === 'forum_topics' ? onTopic(change) : onPost(change)),
      onJoin: () => void refresh(),
    },
  );
  return { waiting: [...waiting].filter((one) => !shown.has(one)).length, gone, refresh };
}
