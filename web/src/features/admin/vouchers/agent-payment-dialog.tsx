import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { type Agent, toMinor } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

/** Money that an agent paid, with the number of its receipt. */
export function AgentPaymentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useTranslations();
  const { money } = useFormat();
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const { run, isPending } = useVoucherAction(async () => {
    rowOrNull(
      await (await supabase()).rpc('record_agent_payment', {
        agent: agent.id,
        amount_minor: toMinor(amount),
        reference,
      }),
    );
    toast.success(t('admin.agent_payment_saved'));
    onClose();
  });
  return (
    <VoucherDialog
      title={t('admin.agent_payment_of', { name: agent.name })}
      text={t('admin.agent_payment_text')}
      confirm={t('admin.agent_payment')}
      busy={isPending}
      dirty={amount !== '' || reference !== ''}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <p>
        {t('admin.agent_owes')}:{' '}
        <strong className="tabular-nums">{money(agent.owed_minor / 100, agent.currency)}</strong>
      </p>
      <Field label={`${t('admin.agent_amount')} (${agent.currency})`} required>
        {(control) => (
          <Input
            {...control}
            value={amount}
            inputMode="decimal"
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
      </Field>
      <Field label={t('admin.agent_reference')} required>
        {(control) => (
          <Input
            {...control}
            value={reference}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setReference(target.value)}
          />
        )}
      </Field>
    </VoucherDialog>
  );
}
