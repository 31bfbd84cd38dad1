import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Poster } from '#ui/poster.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { GivenBack, NotPaid, PaymentUnknown, ReturnHome, StillProcessing } from './outcomes.tsx';
import { itemOf, type PaymentItem, pathOf } from './payment-item.ts';
import { SubscriptionOutcome } from './subscription-outcome.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useAwaitedOrder } from './use-awaited-order.ts';

/** How the payment for a film or series ended. */
export function TitleOutcome({ order: id, viewer }: { order: string; viewer: string }) {
  const { data: order, isError, isFetching, refetch, slow } = useAwaitedOrder(id, viewer);
  if (order === undefined)
    return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  if (order === null) return <PaymentUnknown />;
  const item = itemOf(order);
  if (!item) return <SubscriptionOutcome order={id} viewer={viewer} />;
  if (order.status === 'pending') return <StillProcessing slow={slow} />;
  if (order.status === 'paid') return <Bought item={item} />;
  if (order.status === 'refunded' || order.status === 'disputed') return <GivenBack status={order.status} />;
  return <NotPaid status={order.status} again={`/payment?order=${id}`} />;
}

function Bought({ item }: { item: PaymentItem }) {
  const t = useTranslations();
  const rented = item.type === 'rental';
  return (
    <SuccessPanel
      picture={
        <Poster
          src={item.thumbnailUrl}
          seed={item.title}
          alt={t('catalogue.poster_of', { title: item.title })}
          sizes="(min-width: 40rem) 14rem, 9rem"
          priority
          className="w-36 rotate-1 sm:w-56"
        />
      }
      text={t(rented ? 'commerce.success_rental' : 'commerce.success_purchase', { title: item.title })}
      action={
        <>
          <Button size="l" asChild>
            <Link to={pathOf(item)}>
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
