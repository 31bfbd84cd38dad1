import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useAwaitedOrder } from '../checkout/use-awaited-order.ts';
import { FailedPanel } from '../purchases/failed-panel.tsx';
import { GiftCard } from './gift-card.tsx';
import { GiftForm } from './gift-form.tsx';
import { ownGifts } from './read-gifts.ts';

/** 'Peye pou fanmi': give something, and see what became of what was given. */
export function Gifts({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const order = params.get('order');
  // The server renders one page for all items.
  const item = hydrated ? params.get('item') : null;
  return (
    <div className="page-width grid gap-12 py-10 sm:py-14">
      <header className="grid gap-2">
        <h1 className="text-title">{t('commerce.gift_title')}</h1>
        <p className="max-w-prose text-soft">{t('commerce.gift_text')}</p>
      </header>
      {viewer && order && <PaidGift order={order} viewer={viewer} />}
      <div className="grid gap-12 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby="give" className="grid gap-5">
          <SectionHead id="give" title={t('commerce.gift_for')} />
          <GiftForm key={item} item={item} />
        </section>
        <section aria-labelledby="given" className="grid gap-5">
          <SectionHead id="given" title={t('commerce.gift_yours')} />
          <GiftList viewer={viewer} />
        </section>
      </div>
    </div>
  );
}

/** Where the payment provider sends the browser back to. */
function PaidGift({ order: id, viewer }: { order: string; viewer: string }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { data: order } = useAwaitedOrder(id, viewer);
  const paid = order?.status === 'paid';
  useEffect(() => {
    if (paid) void queries.invalidateQueries({ queryKey: ownGifts(viewer).queryKey });
  }, [paid, queries, viewer]);
  if (!order) return null;
  if (order.status === 'pending') return <Alert tone="info" title={t('commerce.gift_waiting')} />;
  if (paid) return <Alert tone="success" title={t('commerce.gift_ready')} />;
  return <Alert tone="warning" title={t('commerce.gift_not_paid')} />;
}

function GiftList({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const read = useInfiniteQuery(ownGifts(viewer));
  const gifts = read.data?.pages.flat();
  if (!gifts || !viewer)
    return read.isError ? (
      <FailedPanel busy={read.isFetching} retry={read.refetch} />
    ) : (
      <Skeleton className="h-48" />
    );
  if (gifts.length === 0) return <p className="text-soft">{t('commerce.gift_none')}</p>;
  return (
    <>
      {gifts.map((gift) => (
        <GiftCard key={gift.id} gift={gift} viewer={viewer} />
      ))}
      {read.hasNextPage && (
        <Button variant="outline" busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {t('commerce.gift_more')}
        </Button>
      )}
    </>
  );
}
