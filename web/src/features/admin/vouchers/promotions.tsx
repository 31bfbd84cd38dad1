import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { PromotionDialog } from './promotion-dialog.tsx';
import { PromotionTable } from './promotion-table.tsx';
import { promotions } from './read-vouchers.ts';

/** Discounts that people get with a code at the payment page. */
export function Promotions() {
  const t = useTranslations();
  const [isCreating, setCreating] = useState(false);
  return (
    <section aria-labelledby="promotions" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="promotions" className="font-display text-heading font-[750]">
            {t('admin.promotions')}
          </h2>
          <p className="max-w-prose text-soft">{t('admin.promotions_text')}</p>
        </div>
        <Button variant="secondary" onClick={() => setCreating(true)}>
          {t('admin.promotion_new')}
        </Button>
      </div>
      <PromotionList />
      {isCreating && <PromotionDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function PromotionList() {
  const t = useTranslations();
  const read = useInfiniteQuery(promotions());
  const rows = read.data?.pages.flat();
  if (!rows) {
    if (!read.isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={read.isFetching} retry={read.refetch} />;
  }
  if (rows.length === 0) return <p role="status">{t('admin.promotions_none')}</p>;
  return (
    <>
      <PromotionTable rows={rows} />
      <MoreButton query={read}>{t('admin.promotion_older')}</MoreButton>
    </>
  );
}
