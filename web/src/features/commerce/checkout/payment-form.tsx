import { paymentKindKey } from '@lakou/contract/commerce/booking-name';
import type { PaymentMethod } from '@lakou/contract/commerce/limits';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Poster } from '#ui/poster.tsx';
import { OwnedOfBundle } from '../bundles/owned-of-bundle.tsx';
import { MethodChoice } from './method-choice.tsx';
import { itemPath, type PaymentItem } from './payment-item.ts';
import { PromotionForm } from './promotion-form.tsx';
import type { Order } from './read-orders.ts';
import { useGoBack } from './use-go-back.ts';
import { useMethod } from './use-method.ts';
import { usePay } from './use-pay.ts';

interface PaymentFormProps {
  item: PaymentItem;
  /** null while it is loading, or when the navigation passed only the item. */
  order: Order | null;
  /** The order is still loading: nothing can be paid yet. */
  isLoading?: boolean;
}

/** Looks like a ticket: the item and its price, then the buttons below the perforation. */
export function PaymentForm({ item, order, isLoading = false }: PaymentFormProps) {
  const t = useTranslations();
  const paid = order?.status === 'paid' || order?.status === 'disputed';
  const takesPromotion = item.discount === undefined && order?.transaction_type !== 'gift' && !item.isBundle;
  const { choice, chosen, amount } = useMethod(Math.round(item.price * 100));
  return (
    <div className="page-width grid max-w-3xl! gap-8 py-10 sm:py-14">
      <header className="grid gap-3">
        <div className="taptap-band w-24" aria-hidden="true" />
        <h1 className="text-title">{t(paid ? 'commerce.already_paid' : 'commerce.payment_title')}</h1>
        {paid && (
          <p className="text-lg text-soft">{t('commerce.already_paid_text', { title: item.title })}</p>
        )}
      </header>
      {order && <OrderStatusNotice status={order.status} />}
      {!paid && item.isBundle && <OwnedOfBundle id={item.id} />}
      {!paid && item.price > 0 && <MethodChoice {...choice} />}
      <div className="ticket overflow-hidden rounded-l bg-surface-raised">
        <TaptapBand
          pattern={item.mediaType === 'series' ? 'eyes' : 'diamonds'}
          className="block h-4 w-full"
        />
        <ItemDetails item={item} total={paid ? undefined : amount} />
        <div className="flex h-(--stub) items-center justify-end gap-3 border-t-2 border-dashed border-line-strong px-5 max-sm:*:grow sm:px-8">
          {paid ? (
            <PaidActions item={item} />
          ) : (
            <PayActions {...{ item, order, isLoading, amount }} method={chosen} />
          )}
        </div>
      </div>
      {!paid && !isLoading && takesPromotion && <PromotionForm item={item} order={order} />}
      {!paid && item.price > 0 && (
        <p className="flex gap-3 text-soft">
          <Icon name="shield" className="mt-0.5" />
          {t('commerce.provider_note')}
        </p>
      )}
    </div>
  );
}

function ItemDetails({ item, total }: { item: PaymentItem; total: string | undefined }) {
  const t = useTranslations();
  const { price } = useFormat();
  const amount = price(item.price);
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-5 gap-y-6 p-5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-x-8 sm:p-8">
      <Poster
        src={item.thumbnailUrl}
        seed={item.title}
        alt={t('catalogue.poster_of', { title: item.title })}
        sizes="(min-width: 40rem) 10rem, 6.5rem"
        priority
        className="sm:row-span-2"
      />
      <div className="grid content-start gap-2">
        <p className="font-semibold text-highlight-text">
          {t(item.isBundle ? 'commerce.bundle' : paymentKindKey(item))}
        </p>
        <h2 className="text-heading break-words">{item.title}</h2>
        <p className="inline-flex items-center gap-2 text-soft">
          <Icon name={item.type === 'rental' ? 'clock' : 'heart'} />
          {t(item.type === 'rental' ? 'commerce.watch_48_hours' : 'commerce.own_forever')}
        </p>
      </div>
      <dl className="col-span-full grid content-end gap-2 sm:col-start-2 *:flex *:items-baseline *:justify-between *:gap-4">
        <div>
          <dt className="text-soft">{t('commerce.price')}</dt>
          <dd className="tabular-nums">{price(item.price + (item.discount ?? 0))}</dd>
        </div>
        {item.discount !== undefined && (
          <div>
            <dt className="text-soft">{t('commerce.discount')}</dt>
            <dd className="tabular-nums">−{price(item.discount)}</dd>
          </div>
        )}
        <div className="border-t border-line pt-2">
          <dt className="text-lg font-semibold">{t('commerce.total')}</dt>
          <dd className="font-display text-heading font-[800] tabular-nums">{total ?? amount}</dd>
        </div>
      </dl>
    </div>
  );
}

interface PayActionsProps {
  item: PaymentItem;
  order: Order | null;
  isLoading: boolean;
  method: PaymentMethod | undefined;
  /** The price in the method's currency. */
  amount: string;
}

function PayActions({ item, order, isLoading, method, amount }: PayActionsProps) {
  const t = useTranslations();
  const goBack = useGoBack(itemPath(item));
  const { run: pay, isPending } = usePay(item, order, method);
  const isBlocked = isLoading || (item.price > 0 && !method);
  const label = item.price === 0 ? t('commerce.take_free') : t('commerce.pay', { price: amount });
  return (
    <>
      <Button variant="outline" size="l" className="max-sm:px-3" onClick={goBack}>
        {t('shell.cancel')}
      </Button>
      <Button
        size="l"
        className="whitespace-nowrap max-sm:px-3"
        busy={isPending}
        aria-disabled={isBlocked || undefined}
        onClick={() => isBlocked || pay()}
      >
        {isPending ? t('commerce.processing') : label}
      </Button>
    </>
  );
}

function PaidActions({ item }: { item: PaymentItem }) {
  const t = useTranslations();
  return (
    <>
      <Button variant="outline" size="l" asChild>
        <Link to="/purchases">{t('commerce.purchases_title')}</Link>
      </Button>
      <Button size="l" asChild>
        <Link to={itemPath(item)}>
          <Icon name="play" />
          {t('catalogue.watch_now')}
        </Link>
      </Button>
    </>
  );
}

/** Says how an earlier attempt to pay this order ended. */
function OrderStatusNotice({ status }: { status: string }) {
  const t = useTranslations();
  if (status === 'failed') return <Alert tone="danger" title={t('errors.payment_failed')} />;
  if (status === 'canceled') return <Alert title={t('commerce.payment_canceled')} />;
  if (status === 'expired') return <Alert title={t('commerce.payment_expired')} />;
  if (status === 'refunded') return <Alert title={t('commerce.payment_returned')} />;
  return null;
}
