import type { WordKey } from '@lakou/contract/words';
import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../../lib/words.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { StaffList, type StaffListProps, type StaffRow } from './staff-list.tsx';

export interface Column<Row> {
  name: WordKey;
  cell: (row: Row) => ReactNode;
  /** The names this column's two directions have for the database: [first, other]. */
  sorts?: [string, string];
  className?: string;
}

interface DataTableProps<Row extends StaffRow> extends StaffListProps<Row> {
  label: string;
  columns: Column<Row>[];
}

/** A staff list as a table. Newest first, until somebody asks for another order. */
export function DataTable<Row extends StaffRow>({ label, columns, ...list }: DataTableProps<Row>) {
  const t = useWords();
  return (
    <StaffList {...list}>
      {({ rows, fetching, stale, sort: asked, setSort }) => {
        const sort = asked || 'newest';
        return (
          <Table label={label} aria-busy={fetching} className={cx(stale && 'opacity-70')}>
            <thead>
              <tr>
                {columns.map(({ name, sorts, className }) => (
                  <th
                    key={name}
                    scope="col"
                    aria-sort={
                      sorts?.includes(sort) ? (sort === sorts[0] ? 'ascending' : 'descending') : undefined
                    }
                    className={className}
                  >
                    {sorts ? (
                      <button
                        type="button"
                        onClick={() => setSort(sort === sorts[0] ? sorts[1] : sorts[0])}
                        className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-s px-2 font-semibold hover:text-text"
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
                      t(name)
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody onKeyDown={walkRows}>
              {rows
                ? rows.map((row) => (
                    <tr key={row.id}>
                      {columns.map(({ name, cell, className }) => (
                        <td key={name} className={className}>
                          {cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))
                : Array.from({ length: 8 }, (_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                    <tr key={at}>
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
    </StaffList>
  );
}

/** Up and down lead to the same place in the next row. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = (event.target as Element).closest('a, button');
  const row = control?.closest('tr');
  if (!control || !row) return;
  const of = (one: Element | null) => [...(one?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const next = of(event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling);
  const target = next[of(row).indexOf(control as HTMLElement)] ?? next[0];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
