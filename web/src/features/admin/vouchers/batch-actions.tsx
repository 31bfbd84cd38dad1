import { useState } from 'react';
import { rowOrNull, rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { ReasonDialog } from '../members/reason-dialog.tsx';
import { PrintDialog } from './print-dialog.tsx';
import type { Batch } from './read-vouchers.ts';
import { RevokeNumbersDialog } from './revoke-numbers-dialog.tsx';
import { useVoucherAction } from './use-voucher-action.ts';

type Asking = 'print' | 'activate' | 'revoke' | 'revoke_some' | null;

/** What can be done with a batch in its state. */
export function BatchActions({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const isOpen = ['new', 'printed', 'active'].includes(batch.status);
  const actions: [Asking, boolean][] = [
    ['print', batch.status === 'new' || batch.status === 'printed'],
    ['activate', batch.status === 'printed'],
    ['revoke', isOpen && batch.sold + batch.revoked < batch.vouchers],
    ['revoke_some', batch.activated_at !== null && batch.redeemed + batch.revoked < batch.vouchers],
  ];
  const name = t('admin.batch_number', { number: batch.id });
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {actions.map(
        ([action, isOffered]) =>
          action &&
          isOffered && (
            <Button
              key={action}
              size="s"
              variant={action.startsWith('revoke') ? 'quiet' : 'secondary'}
              onClick={() => setAsking(action)}
              aria-label={`${t(`admin.batch_${action}`)}: ${name}`}
            >
              {t(`admin.batch_${action}`)}
            </Button>
          ),
      )}
      {asking === 'print' && <PrintDialog batch={batch.id} onClose={close} />}
      {asking === 'activate' && <ActivateDialog batch={batch} onClose={close} />}
      {asking === 'revoke' && <RevokeDialog batch={batch} onClose={close} />}
      {asking === 'revoke_some' && <RevokeNumbersDialog batch={batch} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  batch: Batch;
  onClose: () => void;
}

function ActivateDialog({ batch, onClose }: DialogProps) {
  const t = useTranslations();
  const { money } = useFormat();
  const count = batch.vouchers - batch.revoked;
  const { run, isPending } = useVoucherAction(async () => {
    rowOrNull(await (await supabase()).rpc('activate_voucher_batch', { batch: batch.id }));
    toast.success(t('admin.batch_activated'));
    onClose();
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('admin.batch_activate_question', { number: batch.id })}
      description={t('admin.batch_activate_text', {
        count,
        total: money((count * batch.price_minor) / 100, batch.currency),
        agent: batch.agent_name,
      })}
      confirm={t('admin.batch_activate')}
      busy={isPending}
      onConfirm={() => void run()}
    />
  );
}

function RevokeDialog({ batch, onClose }: DialogProps) {
  const t = useTranslations();
  const { run, isPending } = useVoucherAction(async (reason: string) => {
    const count = rowsOf(await (await supabase()).rpc('revoke_voucher_batch', { batch: batch.id, reason }));
    toast.success(t('admin.batch_was_revoked', { count }));
    onClose();
  });
  return (
    <ReasonDialog
      title={`${t('admin.batch_revoke')}: ${t('admin.batch_number', { number: batch.id })}`}
      text={t('admin.batch_revoke_text')}
      confirm={t('admin.batch_revoke')}
      busy={isPending}
      onClose={onClose}
      onConfirm={(reason) => void run(reason)}
    />
  );
}
