import type { MessageKey } from '@lakou/contract/translate';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type DeleteMessages, DeleteRowDialog } from '../delete-row-dialog.tsx';
import { LoadFailed } from '../load-failed.tsx';

/** For rows with an image: above the text, or beside it on a phone. */
export const WITH_IMAGE_CLASSES: [string, string] = [
  'grid gap-4 sm:grid-cols-2',
  'grid content-start gap-x-3 gap-y-2 rounded-m border border-line p-3 max-sm:grid-cols-[6.5rem_minmax(0,1fr)] max-sm:*:first:self-start max-sm:*:last:col-span-2',
];

interface EditableListProps<Row extends { id: string }> {
  table: 'movie_categories' | 'featured_films' | 'banners';
  messages: DeleteMessages & { title: MessageKey; loadFailed: MessageKey; none: MessageKey };
  query: UseQueryResult<Row[]>;
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  /** The button to add a row, beside the heading. */
  add: ReactNode;
  /** For the list, and for each row. */
  className: [list: string, row: string];
  /** Renders a row and places the edit and delete buttons in it. */
  renderRow: (row: Row, buttons: ReactNode) => ReactNode;
  /** The edit dialog. */
  children?: ReactNode;
}

/** A list of editable rows of the front page: banners, categories, featured films. Deleting asks for confirmation. */
export function EditableList<Row extends { id: string }>(props: EditableListProps<Row>) {
  const { table, messages, query, nameOf, onEdit, add, className, renderRow, children } = props;
  const t = useTranslations();
  const [deleting, setDeleting] = useState<Row | null>(null);
  const { data, isError, isFetching, refetch } = query;
  const renderButtons = (row: Row) => {
    const name = nameOf(row);
    return (
      <span className="flex shrink-0">
        <IconButton icon="edit" label={t('admin.edit_name', { name })} onClick={() => onEdit(row)} />
        <IconButton icon="trash" label={t('admin.delete_name', { name })} onClick={() => setDeleting(row)} />
      </span>
    );
  };
  return (
    <Card asChild className="grid gap-5">
      <section aria-label={t(messages.title)}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SectionHead title={t(messages.title)} />
          {add}
        </div>
        {isError && !data ? (
          <LoadFailed title={messages.loadFailed} busy={isFetching} retry={refetch} />
        ) : !data ? (
          <Skeleton className="h-40" />
        ) : data.length === 0 ? (
          <EmptyState title={t(messages.none)} level={3} />
        ) : (
          <ul className={className[0]}>
            {data.map((row) => (
              <li key={row.id} className={className[1]}>
                {renderRow(row, renderButtons(row))}
              </li>
            ))}
          </ul>
        )}
        {children}
        <DeleteRowDialog
          table={table}
          messages={messages}
          row={deleting && { id: deleting.id, name: nameOf(deleting) }}
          onDone={() => setDeleting(null)}
        />
      </section>
    </Card>
  );
}
