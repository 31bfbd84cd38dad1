import type { PaymentMethod } from '@lakou/contract/commerce/limits';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Poster } from '#ui/poster.tsx';
import { OwnedOfBundle } from '../bundles/owned-of-bundle.tsx';
import type { EarlyPayment } from './early/early-payment.ts';
import { MethodChoice } from './method-choice.tsx';
import { itemPath, type PaymentItem } from './payment-item.ts';
import {
  ItemDetails,
  OrderStatusNotice,
  PaymentLayout,
  POSTER_SIZES,
  ProviderNote,
} from './payment-layout.tsx';
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
  /** What the member did before the app was there. */
  early?: EarlyPayment | undefined;
}

export function PaymentForm({ item, order, isLoading = false, early }: PaymentFormProps) {
  const t = useTranslations();
  const paid = order?.status === 'paid' || order?.status === 'disputed';
  const takesPromotion = item.discount === undefined && order?.transaction_type !== 'gift' && !item.isBundle;
  const { choice, chosen, amount } = useMethod(Math.round(item.price * 100), early?.method);
  return (
    <PaymentLayout
      title={t(paid ? 'commerce.already_paid' : 'commerce.payment_title')}
      text={paid ? t('commerce.already_paid_text', { title: item.title }) : undefined}
      mediaType={item.mediaType}
      above={
        <>
          {order && <OrderStatusNotice status={order.status} />}
          {!paid && item.isBundle && <OwnedOfBundle id={item.id} />}
          {!paid && item.price > 0 && <MethodChoice {...choice} />}
        </>
      }
      details={
        <ItemDetails item={item} poster={<ItemPoster item={item} />} total={paid ? undefined : amount} />
      }
      actions={
        paid ? (
          <PaidActions item={item} />
        ) : (
          <PayActions {...{ item, order, isLoading, amount, early }} method={chosen} />
        )
      }
      below={
        <>
          {!paid && !isLoading && takesPromotion && <PromotionForm item={item} order={order} />}
          {!paid && item.price > 0 && <ProviderNote />}
        </>
      }
    />
  );
}

function ItemPoster({ item }: { item: PaymentItem }) {
  const t = useTranslations();
  return (
    <Poster
      src={item.thumbnailUrl}
      seed={item.title}
      alt={t('catalogue.poster_of', { title: item.title })}
      sizes={POSTER_SIZES}
      priority
      className="sm:row-span-2"
    />
  );
}

interface PayActionsProps {
  item: PaymentItem;
  order: Order | null;
  isLoading: boolean;
  method: PaymentMethod | undefined;
  /** The price in the method's currency. */
  amount: string;
  early: EarlyPayment | undefined;
}

function PayActions({ item, order, isLoading, method, amount, early }: PayActionsProps) {
  const t = useTranslations();
  const goBack = useGoBack(itemPath(item));
  const { run: pay, isPending } = usePay(item, order, method, early);
  const isBlocked = isLoading || (item.price > 0 && !method);
  const label = item.price === 0 ? t('commerce.take_free') : t('commerce.pay', { price: amount });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the app takes over from the script.
  useEffect(() => {
    if (early?.press) void pay();
  }, []);
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
