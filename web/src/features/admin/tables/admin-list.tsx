import { COUNTED_AHEAD, type SavedList } from '@lakou/contract/admin/limits';
import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import type { MessageKey } from '@lakou/contract/translate';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { type TableAddress, useTableAddress } from './table-address.ts';

/** Keep equal to the default page_size of the admin_… functions in supabase/migrations. */
const PAGE_SIZE = 25;

export interface AdminRow {
  id: string | number;
  total: number;
}

export interface AdminListProps<Row extends AdminRow> {
  /** Whose filters can be saved. */
  list: SavedList;
  read: (address: TableAddress) => UseQueryOptions<Row[]>;
  /** Offered after 'All', in this order. */
  filters?: { value: string; name: MessageKey }[];
  searchLabel?: string;
  failed: MessageKey | ((error: Error) => MessageKey);
  empty: ReactNode;
}

export interface AdminPage<Row> {
  /** Undefined while the first page loads. */
  rows: Row[] | undefined;
  fetching: boolean;
  /** The rows belong to the previous search, filter or page. */
  stale: boolean;
  sort: string;
  setSort: (sort: string) => void;
}

/** A list that the database searches, filters, sorts and pages. Its state is in the URL. */
export function AdminList<Row extends AdminRow>({
  list,
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
  const query = useQuery({ ...read(address), placeholderData: (previous: Row[] | undefined) => previous });
  const rows = query.data;
  const total = rows?.[0]?.total ?? 0;
  const isFiltered = Boolean(address.search || address.filter);
  const hasMore = isFiltered && total === (address.page - 1) * PAGE_SIZE + COUNTED_AHEAD;
  return (
    <div className="grid gap-4">
      <SavedFilters list={list} address={address} />
      <div className="flex flex-wrap items-center gap-3">
        {searchLabel && (
          <SearchInput
            value={text}
            onValueChange={setText}
            label={searchLabel}
            placeholder={searchLabel}
            maxLength={SEARCH_MAX}
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
          {rows && t('admin.total', { shown: `${format.number(total)}${hasMore ? '+' : ''}` })}
        </p>
      </div>
      {query.isError && !rows ? (
        <LoadFailed
          title={typeof failed === 'function' ? failed(query.error) : failed}
          busy={query.isFetching}
          retry={query.refetch}
        />
      ) : rows && rows.length === 0 ? (
        isFiltered || address.page > 1 ? (
          <AdminEmptyState title={t('admin.nothing_found')} text={t('admin.nothing_found_text')} />
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
      <Pagination page={address.page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={hrefFor} />
    </div>
  );
}
