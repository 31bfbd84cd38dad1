import { nameProvider } from '@lakou/contract/commerce/booking-name';
import type { Receipt as ReceiptData } from '@lakou/contract/commerce/responses';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadFile } from '#lib/download-file.ts';
import { useFormat } from '#lib/format.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { useBookingName } from '#lib/use-booking-name.ts';
import { Wordmark } from '#ui/art/logo.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import { BookingBadge } from './payment-list.tsx';
import { receiptOf } from './read-purchases.ts';

/** `id` is the number of an entry of the ledger. */
export function Receipt({ id }: { id: string }) {
  const t = useTranslations();
  const { data: receipt, isError, isFetching, refetch } = useQuery(receiptOf(id));
  if (receipt === undefined)
    return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  if (receipt === null)
    return (
      <EmptyState
        level={1}
        art={<LazyIllustration of="bird" className="h-56" />}
        title={t('commerce.receipt_missing')}
        text={t('commerce.receipt_missing_text')}
        action={<TextLink to="/purchases">{t('commerce.back_to_purchases')}</TextLink>}
      />
    );
  return <ReceiptDocument receipt={receipt} />;
}

function ReceiptDocument({ receipt }: { receipt: ReceiptData }) {
  const t = useTranslations();
  const { date, money, price } = useFormat();
  const amount = (minor: number) => money(minor / 100, receipt.currency);
  const { postalAddress } = useSettings();
  const name = useBookingName();
  return (
    <div className="page-width grid max-w-3xl! gap-6 py-10 sm:py-14">
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <TextLink to="/purchases">{t('commerce.back_to_purchases')}</TextLink>
        <div className="flex flex-wrap gap-3">
          <DownloadPdf receipt={receipt} />
          <Button onClick={() => print()}>{t('commerce.print')}</Button>
        </div>
      </div>
      <article className="overflow-hidden rounded-l border border-line bg-surface shadow-shade">
        <TaptapBand className="block h-4 w-full" />
        <div className="grid gap-8 p-6 sm:p-10">
          <header className="grid gap-6 sm:grid-cols-[1fr_auto]">
            <div className="grid content-start gap-1">
              <h1 className="text-heading">
                {receipt.number
                  ? t('commerce.receipt_number', { number: receipt.number })
                  : t(`commerce.kind_${receipt.kind}`)}
              </h1>
              <p className="text-soft">{date(receipt.occurred_at, localTimeZone())}</p>
            </div>
            <div className="grid content-start gap-2 sm:justify-items-end sm:text-end">
              <Wordmark className="h-8 w-auto" />
              <address className="max-w-[24ch] text-sm text-soft not-italic">{postalAddress}</address>
            </div>
          </header>
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr] sm:*:contents">
            <Line name={t('commerce.receipt_for')}>{name(receipt)}</Line>
            {receipt.bundle_titles && (
              <Line name={t('commerce.bundle_contains')}>{receipt.bundle_titles.join(', ')}</Line>
            )}
            <Line name={t('commerce.status')}>
              <BookingBadge booking={receipt} />
            </Line>
            {receipt.period_end && (
              <Line name={t('commerce.paid_until')}>{date(receipt.period_end, localTimeZone())}</Line>
            )}
            <Line name={t('commerce.paid_by')}>{receipt.email ?? '–'}</Line>
            <Line name={t('commerce.paid_through')}>{nameProvider(receipt.provider, t)}</Line>
            <Line name={t('commerce.reference')}>
              <code className="break-all">{receipt.provider_reference}</code>
            </Line>
            <Line name={t('commerce.order')}>
              <code className="break-all">{receipt.order_id}</code>
            </Line>
            {receipt.discount_minor !== null && receipt.full_price_minor !== null && (
              <>
                <Line name={t('commerce.full_price')}>{price(receipt.full_price_minor / 100)}</Line>
                <Line name={t('commerce.discount')}>−{price(receipt.discount_minor / 100)}</Line>
              </>
            )}
            {receipt.price_minor !== null && receipt.exchange_rate !== null && (
              <>
                <Line name={t('commerce.receipt_price')}>{price(receipt.price_minor / 100)}</Line>
                <Line name={t('commerce.receipt_rate')}>
                  {t('commerce.receipt_rate_value', { rate: receipt.exchange_rate })}
                </Line>
              </>
            )}
            {receipt.tax_name && receipt.tax_minor !== null && (
              <Line
                name={t('commerce.receipt_tax', {
                  name: receipt.tax_name,
                  percent: receipt.tax_percent ?? 0,
                })}
              >
                {amount(receipt.tax_minor)}
              </Line>
            )}
            {receipt.returned.map((back) => (
              <Line key={`${back.kind} ${back.occurred_at}`} name={t(`commerce.kind_${back.kind}`)}>
                {amount(back.amount_minor)} · {date(back.occurred_at, localTimeZone())}
              </Line>
            ))}
          </dl>
          <p className="flex items-baseline justify-between gap-4 border-t-2 border-dashed border-line-strong pt-5">
            <span className="text-lg font-semibold">{t('commerce.total')}</span>{' '}
            <strong className="font-display text-title font-[800] tabular-nums">
              {amount(receipt.amount_minor)}
            </strong>
          </p>
          <p className="text-soft">{t('commerce.receipt_thanks')}</p>
        </div>
      </article>
    </div>
  );
}

function DownloadPdf({ receipt }: { receipt: ReceiptData }) {
  const t = useTranslations();
  const { language } = useLanguage();
  const { run, isPending } = useAction(
    () =>
      downloadFile(
        'receipt-pdf',
        { entry: receipt.id, language },
        `lakou-${receipt.number ?? receipt.id}.pdf`,
      ),
    { errorKey: 'commerce.receipt_pdf_failed' },
  );
  return (
    <Button variant="secondary" busy={isPending} onClick={() => void run()}>
      {t('commerce.receipt_pdf')}
    </Button>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
