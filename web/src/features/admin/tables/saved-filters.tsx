import type { SavedList } from '@lakou/contract/admin/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { savedFilters } from './read-saved-filters.ts';
import type { TableAddress } from './table-address.ts';

const SaveFilterDialog = lazy(async () => ({
  default: (await import('./save-filter-dialog.tsx')).SaveFilterDialog,
}));

interface Kept {
  search: string;
  filter: string;
  sort: string;
}
const isSame = (one: Kept, other: Kept): boolean =>
  one.search === other.search && one.filter === other.filter && one.sort === other.sort;

function hrefOf({ search, filter, sort }: Kept): string {
  const given = Object.entries({ q: search, filter, sort }).filter(([, value]) => value);
  return `?${new URLSearchParams(given)}`;
}

/** The filters that this person keeps for a list, and a button to keep the current one. */
export function SavedFilters({ list, address }: { list: SavedList; address: TableAddress }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data: filters = [] } = useQuery(savedFilters(list));
  const isOfPeople = list !== 'movies' && list !== 'series';
  const current: Kept = { ...address, search: isOfPeople ? '' : address.search };
  const isSavable = Boolean(current.search || current.filter || current.sort);
  const remove = useAdminAction(
    async (id: string) => {
      rowsOf(await (await supabase()).from('saved_filters').delete().eq('id', id).select('id').single());
    },
    {
      inputKey: (id) => id,
      onSuccess: () => toast.success(t('admin.filter_deleted')),
      errorKey: 'admin.filter_delete_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: savedFilters(list).queryKey }),
    },
  );
  if (filters.length === 0 && !isSavable) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={t('admin.saved_filters')} className="contents">
        {filters.map((filter) => (
          <li
            key={filter.id}
            className={cx(
              'flex max-w-full items-center rounded-m border',
              isSame(filter, current) ? 'border-highlight bg-surface-raised' : 'border-line',
            )}
          >
            <Link
              to={hrefOf(filter)}
              aria-current={isSame(filter, current) ? 'true' : undefined}
              className="flex min-h-11 min-w-0 items-center rounded-m ps-3.5 pe-1 font-semibold wrap-anywhere hover:underline"
            >
              {filter.name}
            </Link>
            <IconButton
              icon="close"
              label={t('admin.delete_filter', { name: filter.name })}
              busy={remove.isPending && remove.input === filter.id}
              onClick={() => void remove.run(filter.id)}
            />
          </li>
        ))}
      </ul>
      {isSavable && !filters.some((filter) => isSame(filter, current)) && (
        <Button size="s" variant="outline" onClick={() => setOpen(true)}>
          {t('admin.save_filter')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <SaveFilterDialog
            values={{ ...current, list }}
            isWithoutSearch={isOfPeople && address.search !== ''}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
