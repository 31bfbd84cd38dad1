import type { MessageKey } from '@lakou/contract/translate';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DeleteRow, type DeleteWords } from '../delete-row.tsx';
import { LoadFailed } from '../load-failed.tsx';

/** Rows with a picture: above them, or on a phone beside them. */
export const PICTURED: [string, string] = [
  'grid gap-4 sm:grid-cols-2',
  'grid content-start gap-x-3 gap-y-2 rounded-m border border-line p-3 max-sm:grid-cols-[6.5rem_minmax(0,1fr)] max-sm:*:first:self-start max-sm:*:last:col-span-2',
];

interface ManagedListProps<Row extends { id: string }> {
  table: 'movie_categories' | 'featured_films' | 'banners';
  words: DeleteWords & { title: MessageKey; loadFailed: MessageKey; none: MessageKey };
  query: UseQueryResult<Row[]>;
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  /** Beside the heading: how one is added. */
  add: ReactNode;
  /** Of the list, and of each row in it. */
  className: [list: string, row: string];
  /** A row, with the buttons to change and to delete it at their place. */
  draw: (row: Row, buttons: ReactNode) => ReactNode;
  /** What is open for changes. */
  children?: ReactNode;
}

/** One part of what dresses the house: all there are, each to be changed or, when asked again, deleted. */
export function ManagedList<Row extends { id: string }>(props: ManagedListProps<Row>) {
  const { table, words, query, nameOf, onEdit, add, className, draw, children } = props;
  const t = useTranslations();
  const [leaving, setLeaving] = useState<Row | null>(null);
  const { data, isError, isFetching, refetch } = query;
  const buttonsOf = (row: Row) => {
    const name = nameOf(row);
    return (
      <span className="flex shrink-0">
        <IconButton icon="edit" label={t('admin.edit_name', { name })} onClick={() => onEdit(row)} />
        <IconButton icon="trash" label={t('admin.delete_name', { name })} onClick={() => setLeaving(row)} />
      </span>
    );
  };
  return (
    <Card asChild className="grid gap-5">
      <section aria-label={t(words.title)}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SectionHead title={t(words.title)} />
          {add}
        </div>
        {isError && !data ? (
          <LoadFailed title={words.loadFailed} busy={isFetching} retry={refetch} />
        ) : !data ? (
          <Skeleton className="h-40" />
        ) : data.length === 0 ? (
          <EmptyState title={t(words.none)} level={3} />
        ) : (
          <ul className={className[0]}>
            {data.map((row) => (
              <li key={row.id} className={className[1]}>
                {draw(row, buttonsOf(row))}
              </li>
            ))}
          </ul>
        )}
        {children}
        <DeleteRow
          table={table}
          words={words}
          row={leaving && { id: leaving.id, name: nameOf(leaving) }}
          onDone={() => setLeaving(null)}
        />
      </section>
    </Card>
  );
}
