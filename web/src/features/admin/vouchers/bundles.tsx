import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { BundleDialog } from './bundle-dialog.tsx';
import { BundleTable } from './bundle-table.tsx';
import { bundles } from './read-vouchers.ts';

/** Titles that are sold together. */
export function Bundles() {
  const t = useTranslations();
  const [isCreating, setCreating] = useState(false);
  return (
    <section aria-labelledby="bundles" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="bundles" className="font-display text-heading font-[750]">
            {t('admin.bundles')}
          </h2>
          <p className="max-w-prose text-soft">{t('admin.bundles_text')}</p>
        </div>
        <Button variant="secondary" onClick={() => setCreating(true)}>
          {t('admin.bundle_new')}
        </Button>
      </div>
      <BundleList />
      {isCreating && <BundleDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function BundleList() {
  const t = useTranslations();
  const read = useInfiniteQuery(bundles());
  const rows = read.data?.pages.flat();
  if (!rows) {
    if (!read.isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={read.isFetching} retry={read.refetch} />;
  }
  if (rows.length === 0) return <p role="status">{t('admin.bundles_none')}</p>;
  return (
    <>
      <BundleTable rows={rows} />
      <MoreButton query={read}>{t('admin.bundle_older')}</MoreButton>
    </>
  );
}
