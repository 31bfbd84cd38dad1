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

/** How many rows with an image the dashboard shows. */
export const SHORT_LIST = 3;

/** For rows with an image: above the text, or beside it on a phone. */
export const WITH_IMAGE_CLASSES: [string, string] = [
  'grid gap-4 sm:grid-cols-3',
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
  /** The page with all rows, when these are only the latest. */
  whole?: { to: string; label: MessageKey } | undefined;
  /** The page has the heading already. */
  untitled?: boolean;
  /** Rows under a heading of their own. */
  groups?:
    | { title: string; has: (row: Row) => boolean; className: [list: string, row: string] }[]
    | undefined;
  /** For the list, and for each row. */
  className: [list: string, row: string];
  /** Renders a row and places the edit and delete buttons in it. */
  renderRow: (row: Row, buttons: ReactNode) => ReactNode;
  /** The edit dialog. */
  children?: ReactNode;
}

/** A list of editable rows of the front page: banners, categories, featured films. Deleting asks for confirmation. */
export function EditableList<Row extends { id: string }>(props: EditableListProps<Row>) {
  const { table, messages, query, nameOf, onEdit, add, whole, groups, className, renderRow } = props;
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
  const renderList = (rows: Row[], [list, item] = className) => (
    <ul className={list}>
      {rows.map((row) => (
        <li key={row.id} className={item}>
          {renderRow(row, renderButtons(row))}
        </li>
      ))}
    </ul>
  );
  return (
    <Card asChild className="grid gap-5">
      <section aria-label={t(messages.title)}>
        <div className="flex flex-wrap items-end justify-between gap-3">
          {props.untitled ? (
            <h2 className="sr-only">{t(messages.title)}</h2>
          ) : (
            <SectionHead
              title={t(messages.title)}
              link={whole && { to: whole.to, label: t(whole.label) }}
              className="flex-1"
            />
          )}
          {add}
        </div>
        {isError && !data ? (
          <LoadFailed title={messages.loadFailed} busy={isFetching} retry={refetch} />
        ) : !data ? (
          <Skeleton className="h-40" />
        ) : data.length === 0 ? (
          <EmptyState title={t(messages.none)} level={3} />
        ) : groups ? (
          groups.map((group) => {
            const rows = data.filter(group.has);
            return (
              rows.length > 0 && (
                <div key={group.title} className="grid gap-3">
                  <h3 className="font-semibold">{group.title}</h3>
                  {renderList(rows, group.className)}
                </div>
              )
            );
          })
        ) : (
          renderList(data)
        )}
        {props.children}
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
