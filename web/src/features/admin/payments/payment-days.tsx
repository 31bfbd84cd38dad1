import { nameProvider } from '@lakou/contract/commerce/booking-name';
import { useInfiniteQuery } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { type DayDifference, type PaymentDay, paymentDays } from './read-payments.ts';

/** Day by day: what the provider says, what the ledger says, and every entry on which they differ. */
export function PaymentDays() {
  const t = useTranslations();
  const query = useInfiniteQuery(paymentDays());
  const recheck = useRecheck();
  if (!query.data) {
    if (!query.isError) return <Skeleton className="h-64" />;
    return <LoadFailed title="admin.payments_failed" busy={query.isFetching} retry={query.refetch} />;
  }
  const days = query.data.pages.flat();
  if (days.length === 0)
    return <AdminEmptyState title={t('admin.days_none_title')} text={t('admin.days_none')} />;
  return (
    <>
      <ul aria-label={t('admin.days')} className="grid gap-4">
        {days.map((day) => (
          <DayCard
            key={`${day.day} ${day.provider} ${day.currency}`}
            day={day}
            busy={
              recheck.isPending && recheck.input?.day === day.day && recheck.input.provider === day.provider
            }
            onRecheck={() => void recheck.run(day)}
          />
        ))}
      </ul>
      <MoreButton query={query} variant="secondary">
        {t('admin.days_older')}
      </MoreButton>
    </>
  );
}

function DayCard({ day, busy, onRecheck }: { day: PaymentDay; busy: boolean; onRecheck: () => void }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const amount = (minor: number) => money(minor / 100, day.currency);
  const agrees = day.differences.length === 0;
  return (
    <Card asChild className="grid gap-4">
      <li>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">
            {date(day.day)} · {nameProvider(day.provider, t)}
          </h2>
          <Button
            size="s"
            variant="secondary"
            busy={busy}
            onClick={onRecheck}
            aria-label={`${t('admin.day_recheck')}: ${date(day.day)}, ${nameProvider(day.provider, t)}`}
          >
            {t('admin.day_recheck')}
          </Button>
        </div>
        <dl className="grid gap-x-8 gap-y-2 tabular-nums sm:grid-cols-3">
          <div>
            <dt className="text-sm text-soft">{t('admin.day_provider')}</dt>
            <dd>
              {amount(day.provider_minor)} ({day.provider_count})
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">{t('admin.day_ledger')}</dt>
            <dd>
              {amount(day.ledger_minor)} ({day.ledger_count})
            </dd>
          </div>
          <div>
            <dt className="text-sm text-soft">{t('admin.day_difference')}</dt>
            <dd>
              {agrees ? (
                <Badge tone="success">{t('admin.day_agrees')}</Badge>
              ) : (
                <Badge tone="danger">{amount(day.provider_minor - day.ledger_minor)}</Badge>
              )}
            </dd>
          </div>
        </dl>
        <ul className="grid gap-1 empty:hidden">
          {day.differences.map((difference) => (
            <Difference
              key={`${difference.kind} ${difference.reference}`}
              difference={difference}
              amount={amount}
            />
          ))}
        </ul>
      </li>
    </Card>
  );
}

function Difference({
  difference,
  amount,
}: {
  difference: DayDifference;
  amount: (minor: number) => string;
}) {
  const t = useTranslations();
  const { why, kind, reference, order_id, ours, theirs } = difference;
  return (
    <li className="wrap-anywhere">
      {t(`admin.entry_${kind}`)}{' '}
      {[theirs, ours].flatMap((minor) => (minor === null ? [] : [amount(minor)])).join(' / ')}:{' '}
      {t(`admin.day_${why}`)} ·{' '}
      {order_id ? (
        <TextLink to={`/admin/payments/${order_id}`}>{reference}</TextLink>
      ) : (
        <code>{reference}</code>
      )}
    </li>
  );
}

function useRecheck() {
  const t = useTranslations();
  return useAdminAction(
    async ({ day, provider }: PaymentDay) => {
      rowOrNull(await (await supabase()).rpc('recheck_payment_day', { day, provider }));
      toast.success(t('admin.day_rechecking'));
    },
    { errorKey: 'admin.alert_failed' },
  );
}
