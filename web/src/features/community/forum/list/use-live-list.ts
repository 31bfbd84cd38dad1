import type { TopicSort } from '@lakou/contract/community/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { LiveChange } from '#lib/live-changes.ts';
import { useLiveChanges } from '#lib/use-live-changes.ts';
import { type TopicList, type TopicRow, topicList } from '../read-forum.ts';

interface LiveListProps {
  page: number;
  category_id: string | null;
  sort: TopicSort | null;
  list: TopicList | undefined;
  /** The start of the list: while it is on screen, the reader is at the top. */
  top: RefObject<HTMLElement | null>;
}

const NONE: ReadonlySet<string> = new Set();
/** All readers get a change at the same moment; the jitter spreads their refetches. */
const DELAY_MS = 200;
const JITTER_MS = 600;

/**
 * Updates the list live (P-33). Counts, badges and texts change in place. Changes that would move the list wait while
 * the reader is further down or typing; at the top of the first page they are applied at once.
 */
export function useLiveList({ page, category_id, sort, list, top }: LiveListProps) {
  const client = useQueryClient();
  const [newIds, setNewIds] = useState(NONE);
  const [deletedIds, setDeletedIds] = useState(NONE);
  const [hasMoved, setHasMoved] = useState(false);
  const options = topicList(page, category_id, sort);

  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['forum', 'list'] });
    setNewIds(NONE);
    setDeletedIds(NONE);
    setHasMoved(false);
  };
  const refreshIfIdle = useEffectEvent(() => {
    if (page === 1 && isAtTop(top.current) && !isBusy()) void refresh();
  });

  const onChange = ({ event, row }: LiveChange): void => {
    const id = String(row.id);
    const shown = list?.topics.find((topic) => topic.id === id);
    if (event === 'DELETE') {
      if (shown) setDeletedIds((before) => new Set(before).add(id));
      setNewIds((before) => without(before, id));
    } else if (!shown) {
      const here = category_id === null || row.category_id === category_id;
      if (event === 'INSERT' && here) setNewIds((before) => new Set(before).add(id));
    } else {
      if (row.pinned !== shown.pinned || row.category_id !== shown.category_id) setHasMoved(true);
      client.setQueryData(options.queryKey, (before) =>
        before
          ? { ...before, topics: before.topics.map((one) => (one.id === id ? applyChange(one, row) : one)) }
          : before,
      );
    }
  };
  useLiveChanges([{ table: 'forum_topics' }], { onChange, onConnect: () => refreshIfIdle() });

  const pending = newIds.size > 0 || deletedIds.size > 0 || hasMoved;
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => refreshIfIdle(), DELAY_MS + Math.random() * JITTER_MS);
    const onIdle = (): void => refreshIfIdle();
    addEventListener('scroll', onIdle, { passive: true });
    addEventListener('focusout', onIdle);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onIdle);
      removeEventListener('focusout', onIdle);
    };
  }, [pending]);

  const shownIds = new Set(list?.topics.map(({ id }) => id));
  return { newCount: [...newIds].filter((id) => !shownIds.has(id)).length, deletedIds, refresh };
}

function applyChange(topic: TopicRow, row: LiveChange['row']): TopicRow {
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

/** Height of the sticky header. */
const HEADER_PX = 64;

function isAtTop(start: HTMLElement | null): boolean {
  return (start?.getBoundingClientRect().top ?? 0) > HEADER_PX;
}

/** A field has the focus, or a dialog is open. */
function isBusy(): boolean {
  return (
    document.activeElement?.matches('input, textarea, select') === true ||
    document.querySelector('[role=dialog], [role=alertdialog]') !== null
  );
}
