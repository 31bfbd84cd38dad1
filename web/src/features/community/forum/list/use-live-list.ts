import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Change, useChanges } from '../../live/use-changes.ts';
import { type TopicList, type TopicRow, topicList } from '../read-forum.ts';

interface LiveListProps {
  page: number;
  category_id: string | null;
  list: TopicList | undefined;
  /** Where the list begins: a reader who still sees it is at its top. */
  top: RefObject<HTMLElement | null>;
}

const NONE: ReadonlySet<string> = new Set();
/** Everybody hears of a change at once; not everybody should ask at once. */
const PATIENCE_MS = 200;
const SPREAD_MS = 600;

/**
 * Keeps the list true (decision 33). Numbers, marks and texts change in place, without asking anybody. What would move
 * the list waits while somebody reads further down or types; at the top of the first page it comes by itself.
 */
export function useLiveList({ page, category_id, list, top }: LiveListProps) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(NONE);
  const [gone, setGone] = useState(NONE);
  const [moved, setMoved] = useState(false);
  const options = topicList(page, category_id);

  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['forum', 'list'] });
    setWaiting(NONE);
    setGone(NONE);
    setMoved(false);
  };
  const refreshIfCalm = useEffectEvent(() => {
    if (page === 1 && isAtTop(top.current) && !isBusy()) void refresh();
  });

  const onChange = ({ kind, row }: Change): void => {
    const id = String(row.id);
    const shown = list?.topics.find((topic) => topic.id === id);
    if (kind === 'DELETE') {
      if (shown) setGone((before) => new Set(before).add(id));
      setWaiting((before) => without(before, id));
    } else if (!shown) {
      const here = category_id === null || row.category_id === category_id;
      if (kind === 'INSERT' && here) setWaiting((before) => new Set(before).add(id));
    } else {
      if (row.pinned !== shown.pinned || row.category_id !== shown.category_id) setMoved(true);
      client.setQueryData(options.queryKey, (before) =>
        before
          ? { ...before, topics: before.topics.map((one) => (one.id === id ? renewed(one, row) : one)) }
          : before,
      );
    }
  };
  useChanges(`forum-${category_id ?? 'all'}`, [{ table: 'forum_topics' }], {
    onChange,
    onJoin: () => refreshIfCalm(),
  });

  const pending = waiting.size > 0 || gone.size > 0 || moved;
  useEffect(() => {
    if (!pending) return;
    const soon = setTimeout(() => refreshIfCalm(), PATIENCE_MS + Math.random() * SPREAD_MS);
    const later = (): void => refreshIfCalm();
    addEventListener('scroll', later, { passive: true });
    addEventListener('focusout', later);
    return () => {
      clearTimeout(soon);
      removeEventListener('scroll', later);
      removeEventListener('focusout', later);
    };
  }, [pending]);

  const shownIds = new Set(list?.topics.map(({ id }) => id));
  return { waiting: [...waiting].filter((id) => !shownIds.has(id)).length, gone, refresh };
}

function renewed(topic: TopicRow, row: Change['row']): TopicRow {
  const { title, content, views, reply_count, last_activity_at, locked, edited_at, hidden_at } =
    row as unknown as TopicRow & { content: string };
  return {
    ...topic,
    ...{ title, views, reply_count, last_activity_at, locked, edited_at, hidden_at },
    preview: content.slice(0, 300),
  };
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? new Set([...set].filter((one) => one !== id)) : set;
}

/** As tall as the header, which stays where it is. */
const HEADER_PX = 64;

function isAtTop(start: HTMLElement | null): boolean {
  return (start?.getBoundingClientRect().top ?? 0) > HEADER_PX;
}

/** Typing, or with a dialog open. */
function isBusy(): boolean {
  return (
    document.activeElement?.matches('input, textarea, select') === true ||
    document.querySelector('[role=dialog], [role=alertdialog]') !== null
  );
}
