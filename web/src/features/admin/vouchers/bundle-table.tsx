import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { BundleDialog } from './bundle-dialog.tsx';
import type { Bundle } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';

const TONES = { planned: 'info', running: 'success', ended: 'muted' } as const;

/** Bundles with their titles, price and days, and how often they were sold. */
export function BundleTable({ rows }: { rows: Bundle[] }) {
  const t = useTranslations();
  const [chosen, setChosen] = useState<{ bundle: Bundle; action: 'change' | 'end' } | null>(null);
  const close = () => setChosen(null);
  return (
    <>
      <Table label={t('admin.bundles')}>
        <thead>
          <tr>
            <th scope="col">{t('admin.bundle_name')}</th>
            <th scope="col">{t('admin.bundle_contains')}</th>
            <th scope="col">{t('admin.bundle_price')}</th>
            <th scope="col">{t('admin.promotion_period')}</th>
            <th scope="col">{t('admin.bundle_sold')}</th>
            <th scope="col">
              <span className="sr-only">{t('admin.bundle_change')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((bundle) => (
            <Row key={bundle.id} bundle={bundle} onChoose={(action) => setChosen({ bundle, action })} />
          ))}
        </tbody>
      </Table>
      {chosen?.action === 'change' && <BundleDialog bundle={chosen.bundle} onClose={close} />}
      {chosen?.action === 'end' && <EndDialog bundle={chosen.bundle} onClose={close} />}
    </>
  );
}

interface RowProps {
  bundle: Bundle;
  onChoose: (action: 'change' | 'end') => void;
}

function Row({ bundle, onChoose }: RowProps) {
  const t = useTranslations();
  const { date, price } = useFormat();
  const state = bundle.state as keyof typeof TONES;
  return (
    <tr>
      <th scope="row" className="min-w-32 font-semibold wrap-anywhere">
        {state === 'planned' ? (
          bundle.title
        ) : (
          <TextLink to={`/bundles/${bundle.id}`}>{bundle.title}</TextLink>
        )}
      </th>
      <td className="min-w-48">{bundle.titles.join(', ')}</td>
      <td className="whitespace-nowrap tabular-nums">{price(bundle.amount_minor / 100)}</td>
      <td className="min-w-40">
        {date(bundle.first_day)} – {date(bundle.last_day)}{' '}
        <Badge tone={TONES[state]}>{t(`admin.promotion_status_${state}`)}</Badge>
        {state !== 'ended' && !bundle.is_complete && (
          <span className="block text-sm text-danger-text">{t('admin.bundle_incomplete')}</span>
        )}
      </td>
      <td className="tabular-nums">{bundle.sold}</td>
      <td className="whitespace-nowrap">
        {state !== 'ended' && (
          <>
            <Button
              size="s"
              variant="quiet"
              onClick={() => onChoose('change')}
              aria-label={t('admin.bundle_change_name', { name: bundle.title })}
            >
              {t('admin.bundle_change')}
            </Button>
            <Button
              size="s"
              variant="quiet"
              onClick={() => onChoose('end')}
              aria-label={t('admin.promotion_end_name', { name: bundle.title })}
            >
              {t('admin.promotion_end')}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

function EndDialog({ bundle, onClose }: { bundle: Bundle; onClose: () => void }) {
  const t = useTranslations();
  const { run, isPending } = useVoucherAction(async () => {
    rowOrNull(await (await supabase()).rpc('end_bundle', { bundle: bundle.id }));
    toast.success(t('admin.bundle_ended'));
    onClose();
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('admin.promotion_end_name', { name: bundle.title })}
      description={t('admin.bundle_end_text')}
      confirm={t('admin.promotion_end')}
      danger
      busy={isPending}
      onConfirm={() => void run()}
    />
  );
}
