import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { ReasonDialog } from '../members/reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { type PaymentAlert, paymentAlerts } from './read-payments.ts';

/** What providers reported that does not fit an order. */
export function PaymentAlerts() {
  const t = useTranslations();
  return (
    <section aria-labelledby="alerts" className="grid gap-4">
      <div>
        <h2 id="alerts" className="font-display text-heading font-[750]">
          {t('admin.alerts')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.alerts_text')}</p>
      </div>
      <AlertList />
    </section>
  );
}

function AlertList() {
  const t = useTranslations();
  const [settling, setSettling] = useState<PaymentAlert | null>(null);
  const settle = useSettle(() => setSettling(null));
  const { data: alerts, isError, isFetching, refetch } = useQuery(paymentAlerts());
  if (!alerts) {
    if (!isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  }
  return (
    <>
      {alerts.length === 0 && <p role="status">{t('admin.alerts_none')}</p>}
      <ul aria-labelledby="alerts" className="grid gap-4 empty:hidden">
        {alerts.map((alert) => (
          <AlertCard key={alert.id} alert={alert} onSettle={() => setSettling(alert)} />
        ))}
      </ul>
      {settling && (
        <ReasonDialog
          title={t(`admin.alert_${settling.reason}`)}
          text={t('admin.alert_settle_text')}
          confirm={t('admin.alert_settle')}
          busy={settle.isPending}
          onClose={() => setSettling(null)}
          onConfirm={(note) => void settle.run({ alert: settling.id, note })}
        />
      )}
    </>
  );
}

function AlertCard({ alert, onSettle }: { alert: PaymentAlert; onSettle: () => void }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const { reason, provider, reference, order_id, created_at } = alert;
  const { paid_minor, expected_minor, currency = 'USD' } = alert.details;
  const name = t(`admin.alert_${reason}`);
  return (
    <Card asChild className="grid gap-3">
      <li>
        <h3 className="font-semibold">{name}</h3>
        <p className="text-sm text-soft wrap-anywhere">
          {date(created_at)} · {provider} {reference}
          {order_id && (
            <>
              {' · '}
              <TextLink to={`/admin/payments/${order_id}`}>{order_id}</TextLink>
            </>
          )}
        </p>
        {paid_minor !== undefined && expected_minor !== undefined && (
          <p>
            {t('admin.alert_expected', {
              paid: money(paid_minor / 100, currency),
              expected: money(expected_minor / 100, currency),
            })}
          </p>
        )}
        <Button
          size="s"
          variant="secondary"
          onClick={onSettle}
          className="justify-self-start"
          aria-label={`${t('admin.alert_settle')}: ${name}, ${reference}`}
        >
          {t('admin.alert_settle')}
        </Button>
      </li>
    </Card>
  );
}

function useSettle(onDone: () => void) {
  const t = useTranslations();
  const queries = useQueryClient();
  return useAdminAction(
    async (input: { alert: number; note: string }) => {
      rowOrNull(await (await supabase()).rpc('settle_payment_alert', input));
      toast.success(t('admin.alert_settled'));
      onDone();
    },
    {
      errorKey: 'admin.alert_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: paymentAlerts().queryKey }),
    },
  );
}
