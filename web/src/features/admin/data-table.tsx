import { COUNTED_MAX } from '@lakou/contract/admin';
import type { WordKey } from '@lakou/contract/words';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { LoadFailed } from './load-failed.tsx';
import { type TableAddress, useTableAddress } from './table-address.ts';

/** Twin: the default page_size of the staff_… functions. */
const ROWS = 25;

export interface Column<Row> {
  name: WordKey;
  cell: (row: Row) => ReactNode;
  /** The names this column's two directions have for the database: [first, other]. */
  sorts?: [string, string];
  className?: string;
}

interface DataTableProps<Row extends { id: string | number; total: number }> {
  label: string;
  columns: Column<Row>[];
  read: (address: TableAddress) => UseQueryOptions<Row[]>;
  /** Names of the filters, in order; all of them are offered after 'All'. */
  filters?: { value: string; name: WordKey }[];
  searchLabel?: string;
  /** The sort that holds when none is named. */
  usual?: string;
  failed: WordKey;
  empty: ReactNode;
}

/** A page of rows, searched, filtered, sorted and paged by the database; what it shows stands in the address. */
export function DataTable<Row extends { id: string | number; total: number }>(props: DataTableProps<Row>) {
  const { label, columns, read, filters = [], searchLabel, usual = 'newest', failed, empty } = props;
  const t = useWords();
  const format = useFormat();
  const { address, text, setText, setFilter, setSort, hrefFor } = useTableAddress();
  const query = useQuery({ ...read(address), placeholderData: (before: Row[] | undefined) => before });
  const rows = query.data;
  const total = rows?.[0]?.total ?? 0;
  const narrowed = Boolean(address.search || address.filter);
  const sort = address.sort || usual;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {searchLabel && (
          <SearchInput
            value={text}
            onValueChange={setText}
            label={searchLabel}
            placeholder={searchLabel}
            maxLength={100}
            className="min-w-56 flex-1"
          />
        )}
        {filters.length > 0 && (
          <Select
            aria-label={t('admin.filter')}
            value={address.filter}
            onChange={(event) => setFilter(event.target.value)}
            className="min-w-44"
          >
            <option value="">{t('admin.all')}</option>
            {filters.map(({ value, name }) => (
              <option key={value} value={value}>
                {t(name)}
              </option>
            ))}
          </Select>
        )}
        <p role="status" className="ms-auto text-soft tabular-nums">
          {rows &&
            t('admin.total', {
              shown:
                narrowed && total >= COUNTED_MAX ? `${format.number(COUNTED_MAX)}+` : format.number(total),
            })}
        </p>
      </div>
      {query.isError && !rows ? (
        <LoadFailed title={failed} busy={query.isFetching} retry={query.refetch} />
      ) : rows && rows.length === 0 ? (
        narrowed || address.page > 1 ? (
          <EmptyState title={t('admin.nothing_found')} text={t('admin.nothing_found_text')} />
        ) : (
          empty
        )
      ) : (
        <Table
          label={label}
          aria-busy={query.isFetching}
          className={cx(query.isPlaceholderData && 'opacity-70')}
        >
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
      )}
      <Pagination page={address.page} pages={Math.ceil(total / ROWS)} hrefFor={hrefFor} />
    </div>
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
