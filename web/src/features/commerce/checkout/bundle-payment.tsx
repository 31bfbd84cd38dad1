import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { Poster } from '#ui/poster.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { orderTitles } from '../bundles/read-bundles.ts';
import { MethodChoice } from './method-choice.tsx';
import { NoCheckoutUrl, openCheckout } from './open-checkout.ts';
import { OrderStatusNotice } from './order-status-notice.tsx';
import type { Order } from './read-orders.ts';
import { useMethod } from './use-method.ts';

/** Pays for a bundle: the titles that the order is for, and their price together. */
export function BundlePayment({ order }: { order: Order }) {
  const t = useTranslations();
  const { price } = useFormat();
  const cents = order.price_minor ?? order.amount_minor;
  const paid = order.status === 'paid' || order.status === 'disputed';
  const { methods, chosen, onChoose, priceOf, amount } = useMethod(cents);
  const { run: pay, isPending } = usePayBundle();
  return (
    <div className="page-width grid max-w-3xl! gap-8 py-10 sm:py-14">
      <header className="grid gap-3">
        <div className="taptap-band w-24" aria-hidden="true" />
        <h1 className="text-title">{t(paid ? 'commerce.already_paid' : 'commerce.payment_title')}</h1>
      </header>
      <OrderStatusNotice status={order.status} />
      {!paid && <MethodChoice {...{ methods, chosen, onChoose, priceOf }} />}
      <div className="ticket overflow-hidden rounded-l bg-surface-raised">
        <TaptapBand pattern="petals" className="block h-4 w-full" />
        <div className="grid gap-6 p-5 sm:p-8">
          <div className="grid gap-2">
            <p className="font-semibold text-highlight-text">{t('commerce.bundle')}</p>
            <h2 className="text-heading break-words">{order.title}</h2>
          </div>
          <Titles order={order.id} />
          <dl className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
            <dt className="text-lg font-semibold">{t('commerce.total')}</dt>
            <dd className="font-display text-heading font-[800] tabular-nums">
              {paid ? price(cents / 100) : amount}
            </dd>
          </dl>
        </div>
        <div className="flex h-(--stub) items-center justify-end gap-3 border-t-2 border-dashed border-line-strong px-5 max-sm:*:grow sm:px-8">
          {paid ? (
            <Button size="l" asChild>
              <Link to="/purchases">{t('commerce.purchases_title')}</Link>
            </Button>
          ) : (
            <Button
              size="l"
              busy={isPending}
              onClick={() => void pay({ orderId: order.id, ...(chosen && { method: chosen }) })}
            >
              {isPending ? t('commerce.processing') : t('commerce.pay', { price: amount })}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function Titles({ order }: { order: string }) {
  const t = useTranslations();
  const { data: titles } = useQuery(orderTitles(order));
  if (!titles) return <Skeleton className="h-24" />;
  return (
    <ul aria-label={t('commerce.bundle_titles')} className="grid gap-3 sm:grid-cols-2">
      {titles.map(({ media_id, title, thumbnail_url }) => (
        <li key={media_id ?? title} className="flex items-center gap-3">
          <Poster src={thumbnail_url} seed={title} alt="" sizes="3rem" className="w-12 shrink-0" />
          <span className="font-semibold wrap-anywhere">{title}</span>
        </li>
      ))}
    </ul>
  );
}

function usePayBundle() {
  const t = useTranslations();
  return useAction(
    async (input: Extract<Parameters<typeof openCheckout>[0], { orderId: string }>) => {
      await requireUser();
      await openCheckout(input);
    },
    {
      signInKey: 'errors.not_authenticated',
      errorKey: 'errors.payment_failed',
      onError(error) {
        if (!(error instanceof NoCheckoutUrl)) return false;
        toast.error(t('commerce.no_checkout_url'));
        return true;
      },
    },
  );
}
