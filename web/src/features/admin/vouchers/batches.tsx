import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { BatchCard } from './batch-card.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { agents, voucherBatches } from './read-vouchers.ts';

/** Vouchers by batch: made, printed, activated, sold, redeemed. */
export function Batches() {
  const t = useTranslations();
  const [isCreating, setCreating] = useState(false);
  const { data: sellers } = useQuery(agents());
  const active = sellers?.filter(({ is_active }) => is_active) ?? [];
  return (
    <section aria-labelledby="batches" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="batches" className="font-display text-heading font-[750]">
          {t('admin.batches')}
        </h2>
        {active.length > 0 && <Button onClick={() => setCreating(true)}>{t('admin.batch_new')}</Button>}
      </div>
      <BatchList />
      {isCreating && <BatchDialog agents={active} onClose={() => setCreating(false)} />}
    </section>
  );
}

function BatchList() {
  const t = useTranslations();
  const read = useInfiniteQuery(voucherBatches());
  const batches = read.data?.pages.flat();
  if (!batches) {
    if (!read.isError) return <Skeleton className="h-48" />;
    return <LoadFailed title="admin.numbers_failed" busy={read.isFetching} retry={read.refetch} />;
  }
  if (batches.length === 0) return <p role="status">{t('admin.batches_none')}</p>;
  return (
    <>
      <ul aria-labelledby="batches" className="grid gap-4 2xl:grid-cols-2">
        {batches.map((batch) => (
          <BatchCard key={batch.id} batch={batch} />
        ))}
      </ul>
      <MoreButton query={read}>{t('admin.batch_older')}</MoreButton>
    </>
  );
}
