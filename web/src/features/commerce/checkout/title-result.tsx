import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Poster } from '#ui/poster.tsx';
import { itemFromOrder, itemPath, type PaymentItem } from './payment-item.ts';
import { NotPaid, PaymentNotFound, PaymentReversed, ReturnHome, StillProcessing } from './result-screens.tsx';
import { SubscriptionResult, type WatchNext } from './subscription-result.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useAwaitedOrder } from './use-awaited-order.ts';

interface TitleResultProps {
  order: string;
  viewer: string;
  watchNext: WatchNext;
}

/** How the payment for a film, a series or a bundle ended. */
export function TitleResult({ order: id, viewer, watchNext }: TitleResultProps) {
  const { data: order, isError, isFetching, refetch, slow } = useAwaitedOrder(id, viewer);
  if (order === undefined)
    return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  if (order === null) return <PaymentNotFound />;
  const item = itemFromOrder(order);
  if (!item) return <SubscriptionResult order={id} viewer={viewer} watchNext={watchNext} />;
  if (order.status === 'pending') return <StillProcessing slow={slow} />;
  if (order.status === 'paid') return <PurchaseSuccess item={item} />;
  if (order.status === 'refunded' || order.status === 'disputed')
    return <PaymentReversed status={order.status} />;
  return <NotPaid status={order.status} retryPath={`/payment?order=${id}`} />;
}

function PurchaseSuccess({ item }: { item: PaymentItem }) {
  const t = useTranslations();
  const { rentalStarts } = useSettings();
  const rented = rentalStarts === 'play' ? 'commerce.success_rental' : 'commerce.success_rental_begun';
  return (
    <SuccessPanel
      picture={
        <PlayablePoster item={item}>
          <Poster
            src={item.thumbnailUrl}
            seed={item.title}
            alt={t('catalogue.poster_of', { title: item.title })}
            sizes="(min-width: 40rem) 14rem, 9rem"
            priority
            className="w-36 rotate-1 sm:w-56"
          />
        </PlayablePoster>
      }
      text={t(
        item.isBundle
          ? 'commerce.bundle_success'
          : item.type === 'rental'
            ? rented
            : 'commerce.success_purchase',
        {
          title: item.title,
        },
      )}
      action={
        <>
          <Button size="l" asChild>
            <Link to={itemPath(item)}>
              <Icon name="play" />
              {t('catalogue.watch_now')}
            </Link>
          </Button>
          <ReturnHome />
        </>
      }
    />
  );
}

/** A film starts at once; of a series one chooses an episode first, of a bundle a title. */
function PlayablePoster({ item, children }: { item: PaymentItem; children: ReactNode }) {
  const t = useTranslations();
  if (item.mediaType === 'series' || item.isBundle) return children;
  return (
    <Link
      to={`/watch/movie/${item.id}`}
      aria-label={t('commerce.start_title', { title: item.title })}
      className="group relative"
    >
      {children}
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-16 place-items-center rounded-full bg-action text-3xl text-on-action shadow-shade transition-transform group-hover:scale-110">
          <Icon name="play" />
        </span>
      </span>
    </Link>
  );
}
