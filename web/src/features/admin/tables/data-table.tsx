import type { MessageKey } from '@lakou/contract/translate';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { AdminList, type AdminListProps, type AdminRow } from './admin-list.tsx';

export interface Column<Row> {
  name: MessageKey;
  /** Instead of the name. */
  header?: (rows: Row[]) => ReactNode;
  cell: (row: Row) => ReactNode;
  /** The `sort` values of this column in the database function: [ascending, descending]. */
  sorts?: [string, string];
  className?: string;
  /** Stays visible while the table scrolls sideways. */
  pinned?: true;
}

interface DataTableProps<Row extends AdminRow> extends AdminListProps<Row> {
  label: string;
  columns: Column<Row>[];
}

const PINNED = 'sm:sticky sm:end-0 bg-inherit max-xl:sm:shadow-[inset_1px_0_var(--line)]';
/** Smaller padding on tablets. */
const DENSE = 'sm:max-xl:[&_td]:px-2.5! sm:max-xl:[&_th]:px-2.5! sm:max-xl:[&_thead_th]:whitespace-normal!';
/** On a phone every row is a card; each value follows the name of its column. */
const CARDS = cx(
  'max-sm:[&_table]:block max-sm:[&_thead]:block max-sm:[&_tbody]:block max-sm:[&_tr]:flex max-sm:[&_tr]:flex-wrap',
  'max-sm:[&_tr]:items-center max-sm:[&_tr]:gap-x-5 max-sm:[&_tr]:px-4 max-sm:[&_tbody_tr]:py-2',
  'max-sm:[&_td]:inline-flex max-sm:[&_td]:min-h-9 max-sm:[&_td]:items-baseline max-sm:[&_td]:gap-2 max-sm:[&_td]:p-0!',
  'max-sm:[&_[data-name]]:before:text-sm max-sm:[&_[data-name]]:before:text-soft max-sm:[&_[data-name]]:before:content-[attr(data-name)]',
  'max-sm:[&_[data-title]]:basis-[calc(100%-4rem)] max-sm:[&_[data-title]]:items-center max-sm:[&_th]:p-0!',
  'max-sm:[&_[data-title]:first-child]:basis-full',
);

/** An admin list as a table, newest first by default. */
export function DataTable<Row extends AdminRow>({ label, columns, ...list }: DataTableProps<Row>) {
  const t = useTranslations();
  /** What the row is about; a box to select it may stand before it. */
  const title = columns.findIndex(({ header }) => !header);
  return (
    <AdminList {...list}>
      {({ rows, fetching, stale, sort: chosenSort, setSort }) => {
        const sort = chosenSort || 'newest';
        return (
          <Table label={label} aria-busy={fetching} className={cx(CARDS, DENSE, stale && 'opacity-70')}>
            <thead className="bg-surface">
              <tr className="bg-inherit">
                {columns.map(({ name, header, sorts, className, pinned }) => (
                  <th
                    key={name}
                    scope="col"
                    aria-sort={
                      sorts?.includes(sort) ? (sort === sorts[0] ? 'ascending' : 'descending') : undefined
                    }
                    className={cx(!sorts && !header && 'max-sm:sr-only', pinned && PINNED, className)}
                  >
                    {sorts ? (
                      <button
                        type="button"
                        onClick={() => setSort(sort === sorts[0] ? sorts[1] : sorts[0])}
                        className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-s px-2 font-semibold hover:text-text pointer-coarse:min-h-11"
                      >
                        {t(name)}
                        <Icon
                          name="chevron-down"
                          className={cx(
                            'size-4 transition-transform',
                            sort === sorts[0] ? 'rotate-180' : sort !== sorts[1] && 'opacity-30',
                          )}
                        />
                      </button>
                    ) : (
                      (header?.(rows ?? []) ?? t(name))
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody onKeyDown={moveFocusToRow}>
              {rows
                ? rows.map((row) => (
                    <tr key={row.id} className="bg-surface">
                      {columns.map(({ name, header, cell, className, pinned }, index) => (
                        <td
                          key={name}
                          data-title={index === title || undefined}
                          data-name={index === title || header || pinned ? undefined : t(name)}
                          className={cx(pinned && `${PINNED} max-sm:ms-auto`, className)}
                        >
                          {cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))
                : Array.from({ length: 8 }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholder rows are identical
                    <tr key={index}>
                      {columns.map(({ name }) => (
                        <td key={name}>
                          <Skeleton className="h-5 w-24" />
                        </td>
                      ))}
                    </tr>
                  ))}
            </tbody>
          </Table>
        );
      }}
    </AdminList>
  );
}

/** Arrow up and down move the focus to the same control of the next row. */
function moveFocusToRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = (event.target as Element).closest('a, button');
  const row = control?.closest('tr');
  if (!control || !row) return;
  const controlsOf = (element: Element | null) => [
    ...(element?.querySelectorAll<HTMLElement>('a, button') ?? []),
  ];
  const next = controlsOf(event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling);
  const target = next[controlsOf(row).indexOf(control as HTMLElement)] ?? next[0];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
