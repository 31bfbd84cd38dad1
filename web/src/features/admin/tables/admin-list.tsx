import { COUNTED_AHEAD } from '@lakou/contract/admin';
import type { MessageKey } from '@lakou/contract/translate';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { Nothing } from '../nothing.tsx';
import { type TableAddress, useTableAddress } from './table-address.ts';

/** Twin: the default page_size of the staff_… functions. */
const ROWS = 25;

export interface AdminRow {
  id: string | number;
  total: number;
}

export interface AdminListProps<Row extends AdminRow> {
  read: (address: TableAddress) => UseQueryOptions<Row[]>;
  /** Names of the filters, in order; all of them are offered after 'All'. */
  filters?: { value: string; name: MessageKey }[];
  searchLabel?: string;
  failed: MessageKey | ((error: Error) => MessageKey);
  empty: ReactNode;
}

export interface AdminPage<Row> {
  /** undefined while they are on their way for the first time. */
  rows: Row[] | undefined;
  fetching: boolean;
  /** These are still the rows of the question before. */
  stale: boolean;
  sort: string;
  setSort: (sort: string) => void;
}

/** A page of rows, searched, filtered, sorted and paged by the database; what it shows stands in the address. */
export function AdminList<Row extends AdminRow>({
  read,
  filters = [],
  searchLabel,
  failed,
  empty,
  children,
}: AdminListProps<Row> & { children: (page: AdminPage<Row>) => ReactNode }) {
  const t = useTranslations();
  const format = useFormat();
  const { address, text, setText, setFilter, setSort, hrefFor } = useTableAddress();
  const query = useQuery({ ...read(address), placeholderData: (before: Row[] | undefined) => before });
  const rows = query.data;
  const total = rows?.[0]?.total ?? 0;
  const narrowed = Boolean(address.search || address.filter);
  const more = narrowed && total === (address.page - 1) * ROWS + COUNTED_AHEAD;
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
          {rows && t('admin.total', { shown: `${format.number(total)}${more ? '+' : ''}` })}
        </p>
      </div>
      {query.isError && !rows ? (
        <LoadFailed
          title={typeof failed === 'function' ? failed(query.error) : failed}
          busy={query.isFetching}
          retry={query.refetch}
        />
      ) : rows && rows.length === 0 ? (
        narrowed || address.page > 1 ? (
          <Nothing title={t('admin.nothing_found')} text={t('admin.nothing_found_text')} />
        ) : (
          empty
        )
      ) : (
        children({
          rows,
          fetching: query.isFetching,
          stale: query.isPlaceholderData,
          sort: address.sort,
          setSort,
        })
      )}
      <Pagination page={address.page} pages={Math.ceil(total / ROWS)} hrefFor={hrefFor} />
    </div>
  );
}
