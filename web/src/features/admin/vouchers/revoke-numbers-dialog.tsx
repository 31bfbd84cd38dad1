import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { ReasonDialog } from '../members/reason-dialog.tsx';
import type { Batch } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';

/** Single vouchers, by the number that is printed on them. */
export function RevokeNumbersDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations();
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const { run, isPending } = useVoucherAction(async (reason: string) => {
    const count = rowsOf(
      await (await supabase()).rpc('revoke_vouchers', {
        batch: batch.id,
        first_number: Number.parseInt(first, 10) || 0,
        last_number: Number.parseInt(last || first, 10) || 0,
        reason,
      }),
    );
    toast.success(t('admin.batch_was_revoked', { count }));
    onClose();
  });
  return (
    <ReasonDialog
      title={`${t('admin.batch_revoke_some')}: ${t('admin.batch_number', { number: batch.id })}`}
      text={t('admin.batch_revoke_some_text')}
      confirm={t('admin.batch_revoke_some')}
      busy={isPending}
      onClose={onClose}
      onConfirm={(reason) => void run(reason)}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('admin.batch_first')} required>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={first}
              onChange={({ target }) => setFirst(target.value)}
            />
          )}
        </Field>
        <Field label={t('admin.batch_last')}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={last}
              placeholder={first}
              onChange={({ target }) => setLast(target.value)}
            />
          )}
        </Field>
      </div>
    </ReasonDialog>
  );
}
