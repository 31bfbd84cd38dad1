import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ReasonDialog } from '../members/reason-dialog.tsx';
import type { LedgerEntry, PaymentDetail } from './read-payments.ts';
import { useReturnPayment } from './use-return-payment.ts';

/** What was booked for an order. A payment of which something is left can be returned. */
export function LedgerEntries({ payment }: { payment: PaymentDetail }) {
  const t = useTranslations();
  const [returning, setReturning] = useState<LedgerEntry | null>(null);
  const { run, isPending } = useReturnPayment(payment.id, () => setReturning(null));
  const label = useReturnLabel();
  return (
    <section aria-labelledby="entries" className="grid gap-3">
      <h2 id="entries" className="font-display text-heading font-[750]">
        {t('admin.payment_entries')}
      </h2>
      {payment.entries.length === 0 && <p className="text-soft">{t('admin.payment_entries_none')}</p>}
      <ul aria-labelledby="entries" className="grid gap-3 empty:hidden">
        {payment.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onReturn={() => setReturning(entry)} />
        ))}
      </ul>
      {returning?.return_as && (
        <ReasonDialog
          title={label(returning)}
          text={t(`admin.${returning.return_as}_text`)}
          confirm={label(returning)}
          busy={isPending}
          onClose={() => setReturning(null)}
          onConfirm={(reason) => void run({ entry: returning, reason })}
        />
      )}
    </section>
  );
}

function Entry({ entry, onReturn }: { entry: LedgerEntry; onReturn: () => void }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const label = useReturnLabel();
  const isRequested = entry.refund_requested_at !== null && !entry.refund_failed && entry.return_as !== null;
  return (
    <Card asChild className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <li>
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap gap-x-3">
            <strong>{t(`admin.entry_${entry.kind}`)}</strong>
            <span className="tabular-nums">{money(entry.amount_minor / 100, entry.currency)}</span>
          </p>
          <p className="text-sm text-soft wrap-anywhere">
            {date(entry.occurred_at)} · <code>{entry.provider_reference}</code> ·{' '}
            <TextLink to={`/purchases/${entry.id}`}>{t('admin.payment_receipt')}</TextLink>
          </p>
          {isRequested && (
            <p role="status">
              {t('admin.refund_requested', { date: date(entry.refund_requested_at ?? '') })}
            </p>
          )}
          {entry.refund_failed && entry.return_as && <p role="status">{t('admin.refund_refused')}</p>}
        </div>
        {entry.return_as && !isRequested && (
          <Button size="s" variant="secondary" onClick={onReturn}>
            {label(entry)}
          </Button>
        )}
      </li>
    </Card>
  );
}

function useReturnLabel(): (entry: LedgerEntry) => string {
  const t = useTranslations();
  const { money } = useFormat();
  return ({ return_as, left_minor, currency }) =>
    return_as ? t(`admin.${return_as}`, { amount: money((left_minor ?? 0) / 100, currency) }) : '';
}
