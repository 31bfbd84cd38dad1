import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { PromotionDialog } from './promotion-dialog.tsx';
import { promotions } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';

const TONES = { planned: 'info', running: 'success', ended: 'muted' } as const;

/** Discounts that people get with a code at the payment page. */
export function Promotions() {
  const t = useTranslations();
  const [isCreating, setCreating] = useState(false);
  return (
    <section aria-labelledby="promotions" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="promotions" className="font-display text-heading font-[750]">
            {t('admin.promotions')}
          </h2>
          <p className="max-w-prose text-soft">{t('admin.promotions_text')}</p>
        </div>
        <Button variant="secondary" onClick={() => setCreating(true)}>
          {t('admin.promotion_new')}
        </Button>
      </div>
      <PromotionTable />
      {isCreating && <PromotionDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function PromotionTable() {
  const t = useTranslations();
  const { date, price } = useFormat();
  const { data, isError, isFetching, refetch } = useQuery(promotions());
  const { run: end } = useVoucherAction(async (promotion: string) => {
    rowOrNull(await (await supabase()).rpc('end_promotion', { promotion }));
    toast.success(t('admin.promotion_ended'));
  });
  if (!data) {
    if (!isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  }
  if (data.length === 0) return <p role="status">{t('admin.promotions_none')}</p>;
  return (
    <Table label={t('admin.promotions')}>
      <thead>
        <tr>
          {(['name', 'code', 'kind', 'period', 'used'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`admin.promotion_${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('admin.promotion_end')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((promotion) => {
          const status = promotion.status as keyof typeof TONES;
          return (
            <tr key={promotion.id}>
              <th scope="row" className="min-w-32 font-semibold wrap-anywhere">
                {promotion.name}
              </th>
              <td className="font-mono whitespace-nowrap select-all">{promotion.code}</td>
              <td className="whitespace-nowrap tabular-nums">
                {promotion.percent ? `${promotion.percent} %` : price((promotion.off_minor ?? 0) / 100)}
              </td>
              <td className="min-w-40">
                {date(promotion.starts_at)} – {date(promotion.ends_at)}{' '}
                <Badge tone={TONES[status]}>{t(`admin.promotion_status_${status}`)}</Badge>
              </td>
              <td className="whitespace-nowrap tabular-nums">
                {promotion.used} / {promotion.total}
              </td>
              <td>
                {status !== 'ended' && (
                  <Button
                    size="s"
                    variant="quiet"
                    onClick={() => void end(promotion.id)}
                    aria-label={t('admin.promotion_end_name', { name: promotion.name })}
                  >
                    {t('admin.promotion_end')}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
