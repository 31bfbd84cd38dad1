import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { BundleDialog } from './bundle-dialog.tsx';
import { BundleRow } from './bundle-row.tsx';
import { type AdminBundle, bundles } from './read-bundles.ts';

/** Titles that are sold together. */
export function Bundles() {
  const t = useTranslations();
  const [edited, setEdited] = useState<AdminBundle | 'new' | null>(null);
  const read = useInfiniteQuery(bundles());
  const rows = read.data?.pages.flat();
  return (
    <div className="grid gap-4">
      <Button className="justify-self-start" onClick={() => setEdited('new')}>
        {t('admin.bundle_new')}
      </Button>
      {rows ? (
        <ul aria-label={t('admin.bundles')} className="grid gap-3">
          {rows.map((bundle) => (
            <BundleRow key={bundle.id} bundle={bundle} onEdit={() => setEdited(bundle)} />
          ))}
        </ul>
      ) : read.isError ? (
        <LoadFailed title="admin.numbers_failed" busy={read.isFetching} retry={read.refetch} />
      ) : (
        <Skeleton className="h-48" />
      )}
      {rows?.length === 0 && <p role="status">{t('admin.bundles_none')}</p>}
      {read.hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-start"
          busy={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {t('admin.bundle_older')}
        </Button>
      )}
      {edited && <BundleDialog bundle={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
