import { paymentKindKey } from '@lakou/contract/commerce/booking-name';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Icon } from '#ui/icon.tsx';
import type { PaymentItem } from './payment-item.ts';

interface PaymentLayoutProps {
  title: string;
  text?: string | undefined;
  mediaType: PaymentItem['mediaType'];
  /** How an earlier attempt ended, and how to pay. */
  above: ReactNode;
  details: ReactNode;
  actions: ReactNode;
  below: ReactNode;
}

/** Looks like a ticket: the item and its price, then the buttons below the perforation. */
export function PaymentLayout({
  title,
  text,
  mediaType,
  above,
  details,
  actions,
  below,
}: PaymentLayoutProps) {
  return (
    <div className="page-width grid max-w-3xl! gap-8 py-10 sm:py-14">
      <header className="grid gap-3">
        <div className="taptap-band w-24" aria-hidden="true" />
        <h1 className="text-title">{title}</h1>
        {text && <p className="text-lg text-soft">{text}</p>}
      </header>
      {above}
      <div className="ticket overflow-hidden rounded-l bg-surface-raised">
        <TaptapBand pattern={mediaType === 'series' ? 'eyes' : 'diamonds'} className="block h-4 w-full" />
        {details}
        <div className="flex h-(--stub) items-center justify-end gap-3 border-t-2 border-dashed border-line-strong px-5 max-sm:*:grow sm:px-8">
          {actions}
        </div>
      </div>
      {below}
    </div>
  );
}

export const POSTER_SIZES = '(min-width: 40rem) 10rem, 6.5rem';

interface ItemDetailsProps {
  item: Omit<PaymentItem, 'id' | 'thumbnailUrl'>;
  poster: ReactNode;
  /** In the currency of the method; the price unless given. */
  total?: string | undefined;
}

export function ItemDetails({ item, poster, total }: ItemDetailsProps) {
  const t = useTranslations();
  const { price } = useFormat();
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-5 gap-y-6 p-5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-x-8 sm:p-8">
      {poster}
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
          <dd className="font-display text-heading font-[800] tabular-nums">{total ?? price(item.price)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Says how an earlier attempt to pay this order ended. */
export function OrderStatusNotice({ status }: { status: string }) {
  const t = useTranslations();
  if (status === 'failed') return <Alert tone="danger" title={t('errors.payment_failed')} />;
  if (status === 'canceled') return <Alert title={t('commerce.payment_canceled')} />;
  if (status === 'expired') return <Alert title={t('commerce.payment_expired')} />;
  if (status === 'refunded') return <Alert title={t('commerce.payment_returned')} />;
  return null;
}

export function ProviderNote() {
  const t = useTranslations();
  return (
    <p className="flex gap-3 text-soft">
      <Icon name="shield" className="mt-0.5" />
      {t('commerce.provider_note')}
    </p>
  );
}
