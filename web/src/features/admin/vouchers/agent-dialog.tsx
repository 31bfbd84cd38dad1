import { AGENT_NAME_MAX, VOUCHER_CURRENCIES } from '@lakou/contract/commerce/limits';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.tsx';
import { type Agent, toMinor } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

/** Makes a member an agent, or changes name, limit and whether the agent sells. */
export function AgentDialog({ agent, onClose }: { agent: Agent | 'new'; onClose: () => void }) {
  const t = useTranslations();
  const known = agent === 'new' ? null : agent;
  const opened = {
    member: '',
    name: known?.name ?? '',
    currency: known?.currency ?? 'HTG',
    limit: known ? String(known.limit_minor / 100) : '',
    is_active: known?.is_active ?? true,
  };
  const [values, setValues] = useState(opened);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const { run, isPending } = useVoucherAction(async () => {
    const client = await supabase();
    const { member, name, currency, is_active } = values;
    const limit_minor = toMinor(values.limit);
    rowOrNull(
      known
        ? await client.rpc('change_agent', { agent: known.id, name, limit_minor, is_active })
        : await client.rpc('create_agent', { member, name, currency, limit_minor }),
    );
    toast.success(t('admin.agent_saved'));
    onClose();
  });
  return (
    <VoucherDialog
      title={known ? t('admin.agent_edit_name', { name: known.name }) : t('admin.agent_add')}
      confirm={t('admin.save')}
      busy={isPending}
      dirty={JSON.stringify(values) !== JSON.stringify(opened)}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      {!known && (
        <Field label={t('admin.agent_member')} required>
          {(control) => (
            <Input
              {...control}
              value={values.member}
              autoComplete="off"
              autoCapitalize="none"
              onChange={({ target }) => change({ member: target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t('admin.agent_name')} required>
        {(control) => (
          <Input
            {...control}
            value={values.name}
            maxLength={AGENT_NAME_MAX}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      {!known && (
        <Field label={t('admin.agent_currency')} required>
          {(control) => (
            <Select
              {...control}
              value={values.currency}
              onChange={({ target }) => change({ currency: target.value })}
            >
              {VOUCHER_CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label={`${t('admin.agent_limit')} (${values.currency})`}
        hint={t('admin.agent_limit_hint')}
        required
      >
        {(control) => (
          <Input
            {...control}
            value={values.limit}
            inputMode="decimal"
            onChange={({ target }) => change({ limit: target.value })}
          />
        )}
      </Field>
      {known && (
        <Switch
          label={t('admin.agent_active')}
          checked={values.is_active}
          onCheckedChange={(is_active) => change({ is_active })}
        />
      )}
    </VoucherDialog>
  );
}
