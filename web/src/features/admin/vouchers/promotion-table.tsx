import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import type { Promotion } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';

const TONES = { planned: 'info', running: 'success', ended: 'muted' } as const;
const COLUMNS = ['name', 'code', 'kind', 'period', 'used', 'for'] as const;

/** Codes with what they take off, when, and how often they are used. */
export function PromotionTable({ rows }: { rows: Promotion[] }) {
  const t = useTranslations();
  const [ending, setEnding] = useState<Promotion | null>(null);
  return (
    <>
      <Table label={t('admin.promotions')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
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
          {rows.map((promotion) => (
            <Row key={promotion.id} promotion={promotion} onEnd={() => setEnding(promotion)} />
          ))}
        </tbody>
      </Table>
      {ending && <EndDialog promotion={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function Row({ promotion, onEnd }: { promotion: Promotion; onEnd: () => void }) {
  const t = useTranslations();
  const { date, price } = useFormat();
  const status = promotion.status as keyof typeof TONES;
  return (
    <tr>
      <th scope="row" className="min-w-32 font-semibold wrap-anywhere">
        {promotion.name}
      </th>
      <td className="font-mono whitespace-nowrap select-all">{promotion.code}</td>
      <td className="whitespace-nowrap tabular-nums">
        {promotion.percent ? `${promotion.percent} %` : price((promotion.off_minor ?? 0) / 100)}
      </td>
      <td className="min-w-40">
        {date(promotion.first_day)} – {date(promotion.last_day)}{' '}
        <Badge tone={TONES[status]}>{t(`admin.promotion_status_${status}`)}</Badge>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        {promotion.used} / {promotion.total}
        <span className="block text-sm text-soft">
          {t('admin.promotion_per', { count: promotion.per_person })}
        </span>
      </td>
      <td className="whitespace-nowrap">
        {promotion.titles
          ? t('admin.row_titles', { count: promotion.titles.length })
          : t('admin.promotion_all_titles')}
      </td>
      <td>
        {status !== 'ended' && (
          <Button
            size="s"
            variant="quiet"
            onClick={onEnd}
            aria-label={t('admin.promotion_end_name', { name: promotion.name })}
          >
            {t('admin.promotion_end')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function EndDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const t = useTranslations();
  const { run, isPending } = useVoucherAction(async () => {
    rowOrNull(await (await supabase()).rpc('end_promotion', { promotion: promotion.id }));
    toast.success(t('admin.promotion_ended'));
    onClose();
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('admin.promotion_end_name', { name: promotion.name })}
      description={t('admin.promotion_end_text')}
      confirm={t('admin.promotion_end')}
      danger
      busy={isPending}
      onConfirm={() => void run()}
    />
  );
}
